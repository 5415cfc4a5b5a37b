import type { IPPoolDefinition, PoolOf, ProviderController } from "@capstan/provider";
import type { ServerChoice } from "../../environment/test-server.ts";

/** A kind of pools, and a pool of it with exactly one address. */
export interface PoolUnderTest<D extends IPPoolDefinition = IPPoolDefinition> {
  /** The kind under test. */
  readonly definition: D;
  /** The reconcilers, with all dependencies except the API server; they must not keep state from an earlier call. */
  reconcilers(): readonly ProviderController[] | Promise<readonly ProviderController[]>;
  /** `spec` of a pool with exactly one address that claims can get. */
  readonly spec: PoolOf<D>["spec"];
  /** YAML of objects that must exist first, such as a Secret with credentials. Their default namespace is "default". */
  readonly manifests?: string;
  /** Default: the embedded server. Skipped without KUBEBUILDER_ASSETS on the real server. */
  readonly servers?: readonly ServerChoice[];
}
