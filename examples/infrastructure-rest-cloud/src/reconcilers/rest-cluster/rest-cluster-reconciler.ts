import { InfraClusterReconciler, outcome } from "@capstan/provider";
import { RestCluster } from "../../api/rest-cluster.ts";
import type { CloudAccounts } from "../../cloud/cloud-accounts.ts";
import { cloudRequests } from "../../cloud/cloud-metrics.ts";
import type { RestCloud } from "../../cloud/rest-cloud.ts";
import { clusterId, tags } from "../../cloud/tags.ts";
import { later, temporaryProblem } from "../../cloud/temporary-problem.ts";

type Scope = RestClusterReconciler["Scope"] | RestClusterReconciler["DeletionScope"];

/** Gives each RestCluster its load balancer, and keeps it until no server of the cluster is left. */
export class RestClusterReconciler extends InfraClusterReconciler<typeof RestCluster> {
  readonly definition = RestCluster;
  override readonly metrics = [cloudRequests];
  readonly #accounts: CloudAccounts;

  constructor(accounts: CloudAccounts) {
    super();
    this.#accounts = accounts;
  }

  async reconcileCluster(scope: this["Scope"], signal: AbortSignal) {
    const { status } = scope.object;
    // What the contract asks for is in the object already; its fields stay as they are.
    if (status?.initialization?.provisioned === true) return outcome.clusterProvisioned();
    return this.#inCloud(scope, signal, async (cloud) => {
      const { loadBalancer } = scope.object.spec;
      const endpoint = loadBalancer ? await cloud.ensureLoadBalancer(clusterId(scope.object)) : undefined;
      const zones = await cloud.zones();
      return outcome.clusterProvisioned({
        ...(endpoint === undefined ? {} : { controlPlaneEndpoint: endpoint }),
        failureDomains: zones.map((name) => ({ name, controlPlane: loadBalancer })),
      });
    });
  }

  override async deleteCluster(scope: this["DeletionScope"], signal: AbortSignal) {
    const id = clusterId(scope.object);
    return this.#inCloud(scope, signal, async (cloud) => {
      const servers = await cloud.serversTagged(tags.cluster, id);
      if (servers.length > 0) {
        const message = `${servers.length} servers of this cluster are still there`;
        return outcome.pending("ServersRemain", { message, retryAfterMs: 5_000 });
      }
      await cloud.removeLoadBalancer(id);
      return outcome.deleted();
    });
  }

  async #inCloud<Outcome>(scope: Scope, signal: AbortSignal, act: (cloud: RestCloud) => Promise<Outcome>) {
    const access = await this.#accounts.open(scope.object, scope.object.metadata.uid, scope, signal);
    if (!("cloud" in access)) return later(access);
    try {
      return await act(access.cloud);
    } catch (error) {
      const problem = temporaryProblem(error);
      if (problem === undefined) throw error;
      return later(problem);
    }
  }
}
