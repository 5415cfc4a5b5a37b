import type { KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { NodesOfManagers } from "../../managers/nodes-of-managers.ts";
import type { ManagersOptions } from "../../managers/reference-managers.ts";
import type { LoseServer } from "../../page/machine-lost.ts";

/** What the Machines of the demo are, and so their Nodes. */
export interface DemoNodes extends AsyncDisposable {
  readonly provider: NodesOfManagers;
  /** The kinds of the infrastructure provider. */
  readonly kinds: { readonly cluster: ResourceKind; readonly machine: ResourceKind };
  /** The time limit for removing machines that would outlive this process, in milliseconds; 0: they do not. */
  readonly removalMs: number;
  /** What the manager of the infrastructure provider needs. */
  readonly managed: Pick<ManagersOptions, "docker" | "mockCloud">;
  readonly loseServer: LoseServer;
  /** Fails if machines cannot be created here. */
  check(signal: AbortSignal): Promise<void>;
  /** The manifests of the quick start for this provider. */
  adapt(manifests: readonly KubernetesObject[]): readonly KubernetesObject[];
  /** What is left of Clusters outside of the API server, by name. */
  leftovers(clusters: readonly ObjectKey[]): Promise<readonly string[]>;
}
