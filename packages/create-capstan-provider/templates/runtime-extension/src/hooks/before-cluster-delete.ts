import type { HookHandler } from "@capstan/runtime-extension";

/** A Cluster with this annotation is kept. Wait here for what must be done before a Cluster is deleted, such as a backup. */
export const keepAnnotation = "__name__.example.com/keep";

/** Holds the deletion of a Cluster. The core calls again at the latest after `retryAfterSeconds`, and shows the message. */
export const beforeClusterDelete: HookHandler<"BeforeClusterDelete"> = ({ cluster }) =>
  cluster.metadata.annotations?.[keepAnnotation] === undefined
    ? {}
    : { retryAfterSeconds: 30, message: `Annotation ${keepAnnotation} keeps the Cluster` };
