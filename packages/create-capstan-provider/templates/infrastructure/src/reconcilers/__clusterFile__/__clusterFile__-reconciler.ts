import { InfraClusterReconciler, uniqueName } from "@capstan/provider";
import { __ClusterKind__ } from "../../api/__clusterFile__.ts";
import type { __Prefix__Cloud } from "../../cloud/__prefixFile__-cloud.ts";

/** Gives each __ClusterKind__ the address of its API server. */
export class __ClusterKind__Reconciler extends InfraClusterReconciler<typeof __ClusterKind__> {
  readonly definition = __ClusterKind__;
  readonly #cloud: __Prefix__Cloud;

  constructor(cloud: __Prefix__Cloud) {
    super();
    this.#cloud = cloud;
  }

  async reconcileCluster({ object }: this["Scope"], signal: AbortSignal) {
    const { controlPlaneEndpoint: { host, port } = {}, region } = object.spec;
    const isKnown = host !== undefined && port !== undefined;
    const controlPlaneEndpoint = isKnown
      ? { host, port }
      : await this.#cloud.ensureEndpoint(uniqueName(object), region, signal);
    return this.outcome.clusterProvisioned({ controlPlaneEndpoint });
  }

  override async deleteCluster({ object }: this["DeletionScope"], signal: AbortSignal) {
    const isGone = await this.#cloud.removeEndpoint(uniqueName(object), signal);
    return isGone ? this.outcome.deleted() : this.outcome.pending("EndpointStopping", { retryAfterMs: 5_000 });
  }
}
