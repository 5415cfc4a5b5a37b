import type { AddonDefinition, AddonOf, ProviderController } from "@capstan/provider";
import type { ServerChoice } from "../../environment/test-server.ts";

/** A kind of add-ons, and an object of it that installs something. */
export interface AddonUnderTest<D extends AddonDefinition = AddonDefinition> {
  /** The kind under test. */
  readonly definition: D;
  /** The reconcilers, with all dependencies except the API server; they must not keep state from an earlier call. */
  reconcilers(): readonly ProviderController[] | Promise<readonly ProviderController[]>;
  /** `spec` of an object that installs at least one object in each selected Cluster; the suite sets `clusterSelector`. */
  readonly spec: Omit<AddonOf<D>["spec"], "clusterSelector">;
  /**
   * Whether Clusters keep what was installed, once they are no longer selected and once the object is deleted. Default: false, so that the
   * reconciler must remove it.
   */
  readonly keeps?: boolean;
  /** YAML of objects that must exist first, such as a ConfigMap with manifests. Their default namespace is "default". */
  readonly manifests?: string;
  /** Default: the embedded server. The workload clusters are always embedded. Skipped without KUBEBUILDER_ASSETS on the real server. */
  readonly servers?: readonly ServerChoice[];
}
