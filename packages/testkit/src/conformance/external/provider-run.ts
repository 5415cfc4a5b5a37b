import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { ServerChoice } from "../../environment/test-server.ts";
import type { Manifest } from "../../webhooks/webhook-endpoint.ts";
import type { TestedKind } from "../scene/subject.ts";

/** A kind of the provider, or one that it writes. */
export type InstalledKind = Pick<TestedKind, "crds" | "templateKind"> & { readonly kind: ResourceKind };

/** How to run a provider in a separate process, for each scene again. */
export interface ProviderRun {
  /** The command line that starts it; `running` if it runs already, against the server of `kubeconfig`. */
  readonly command: string;
  /** An existing server, which gets a namespace for each scene. Undefined: each scene has its own server. */
  readonly kubeconfig?: string;
  /** The type of server that scenes have. */
  readonly server: ServerChoice;
  /** The kinds whose CRDs are installed, and whose objects the suite watches. */
  readonly kinds: readonly InstalledKind[];
  /** Objects that must exist before an object can be provisioned. */
  readonly prerequisites: readonly KubernetesObject[];
  /** Its registrations of admission webhooks, which are called if its command line has their port. */
  readonly admission: readonly Manifest[];
  readonly quietMs: number;
}

/** The command of a provider that the suite does not start. */
export const running = "running";
