import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { World } from "./world.ts";

/** A provider object of any kind, as read. */
export interface Observed extends KubernetesObject {
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** The recording of a kind's watch. */
export interface Recording {
  /** Every revision of the kind's objects in the scene, in order. */
  readonly revisions: readonly Observed[];
  stop(): Promise<void>;
}

/** Watches a kind, from before the first object of a scene. */
export function recordRevisions({ client, namespace }: World, kind: ResourceKind<Observed>): Recording {
  const revisions: Observed[] = [];
  const stopping = new AbortController();
  const follow = async (): Promise<void> => {
    for await (const event of client.watch(kind, { namespace, signal: stopping.signal })) {
      if (event.type === "ADDED" || event.type === "MODIFIED") revisions.push(event.object);
    }
  };
  const following = follow().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    revisions,
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
