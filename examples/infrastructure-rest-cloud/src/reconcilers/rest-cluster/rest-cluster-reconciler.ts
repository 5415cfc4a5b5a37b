import { InfraClusterReconciler, outcome } from "@capstan/provider";
import { RestCluster } from "../../api/rest-cluster.ts";
import type { CloudAccounts } from "../../cloud/cloud-accounts.ts";
import { clusterId, tags } from "../../cloud/tags.ts";

/** Gives each RestCluster its load balancer, and keeps it until no server of the cluster is left. */
export class RestClusterReconciler extends InfraClusterReconciler<typeof RestCluster> {
  readonly definition = RestCluster;
  readonly #accounts: CloudAccounts;

  constructor(accounts: CloudAccounts) {
    super();
    this.#accounts = accounts;
  }

  async reconcileCluster(scope: this["Scope"], signal: AbortSignal) {
    const { object } = scope;
    // What the contract asks for is in the object already; its fields stay as they are.
    if (object.status?.initialization?.provisioned === true) return outcome.clusterProvisioned();
    const cloud = await this.#accounts.open(object, scope, signal);
    const { loadBalancer } = object.spec;
    const controlPlaneEndpoint = loadBalancer ? await cloud.ensureLoadBalancer(clusterId(object)) : undefined;
    const zones = await cloud.zones();
    const failureDomains = zones.map((name) => ({ name, controlPlane: loadBalancer }));
    return outcome.clusterProvisioned({ controlPlaneEndpoint, failureDomains });
  }

  override async deleteCluster(scope: this["DeletionScope"], signal: AbortSignal) {
    const id = clusterId(scope.object);
    const cloud = await this.#accounts.open(scope.object, scope, signal);
    const servers = await cloud.serversTagged(tags.cluster, id);
    if (servers.length > 0) {
      const message = `${servers.length} servers of this cluster are still there`;
      return outcome.pending("ServersRemain", { message, retryAfterMs: 5_000 });
    }
    await cloud.removeLoadBalancer(id);
    return outcome.deleted();
  }
}
