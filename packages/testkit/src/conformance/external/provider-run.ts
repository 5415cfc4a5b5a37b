import type { KubernetesObject } from "@capstan/contract";
import type { ServerChoice } from "../../environment/test-server.ts";
import type { Manifest } from "../../webhooks/webhook-endpoint.ts";
import type { TestedKind } from "../scene/subject.ts";

/** How a provider in a process of its own is run, for each scene again. */
export interface ProviderRun {
  /** The command line that starts it; `running`: it runs already, against the server of `kubeconfig`. */
  readonly command: string;
  /** A server that is there already, and gets a namespace for each scene. Undefined: each scene has a server of its own. */
  readonly kubeconfig?: string;
  /** Which server scenes have of their own. */
  readonly server: ServerChoice;
  readonly kinds: readonly TestedKind[];
  /** What has to be there before an object can be provisioned. */
  readonly prerequisites: readonly KubernetesObject[];
  /** How it registers its admission webhooks, which are called where its command line has the port that they are served on. */
  readonly admission: readonly Manifest[];
  readonly quietMs: number;
}

/** The command of a provider that the suite does not start. */
export const running = "running";
