import type { Cluster, DeepReadonly } from "@capstan/contract";
import type { ProviderScope } from "../../scope/scope.ts";
import type { AddonOf } from "./addon-definition.ts";

/** An add-on as the API server stores it. */
export type StoredAddonOf<D> = DeepReadonly<AddonOf<D> & { metadata: { uid: string; namespace: string } }>;

/** The argument of `reconcileAddon` and `deleteAddon`: an object, and one Cluster. */
export interface AddonScope<D> extends Omit<ProviderScope<D>, "object" | "claimAddress"> {
  /** The object from the cache. Do not change it; return an outcome instead. */
  readonly object: StoredAddonOf<D>;
  /** The Cluster. {@link workload} connects to its workload cluster. */
  readonly cluster: DeepReadonly<Cluster>;
  /**
   * What the last successful call for this Cluster has reported as installed; undefined if there was none, or it reported nothing. A restore
   * or a move of the object loses it, as any status.
   */
  readonly revision: string | undefined;
}
