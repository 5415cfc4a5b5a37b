import { InfraClusterReconciler, labels, outcome, uniqueName } from "@capstan/provider";
import { RestCluster } from "../../api/rest-cluster.ts";
import { RestMachine } from "../../api/rest-machine.ts";
import type { CloudAccounts } from "../../cloud/cloud-accounts.ts";
import { tags } from "../../cloud/tags.ts";

/** Gives each RestCluster its load balancer, and keeps it until the cluster has no server left. */
export class RestClusterReconciler extends InfraClusterReconciler<typeof RestCluster> {
  readonly definition = RestCluster;
  readonly #accounts: CloudAccounts;

  constructor(accounts: CloudAccounts) {
    super();
    this.#accounts = accounts;
  }

  async reconcileCluster(scope: this["Scope"], signal: AbortSignal) {
    const { object } = scope;
    // The object already has the fields that the contract requires; they stay unchanged.
    if (object.status?.initialization?.provisioned === true) return outcome.clusterProvisioned();
    const cloud = await this.#accounts.open(object, scope, signal);
    const { loadBalancer } = object.spec;
    const controlPlaneEndpoint = loadBalancer ? await cloud.ensureLoadBalancer(uniqueName(object)) : undefined;
    const zones = await cloud.zones();
    const failureDomains = zones.map((name) => ({ name, controlPlane: loadBalancer }));
    return outcome.clusterProvisioned({ controlPlaneEndpoint, failureDomains });
  }

  override async deleteCluster(scope: this["DeletionScope"], signal: AbortSignal) {
    const id = uniqueName(scope.object);
    const cloud = await this.#accounts.open(scope.object, scope, signal);
    const servers = await cloud.serversTagged(tags.cluster, id);
    if (servers.length > 0) return remaining("ServersRemain", `${servers.length} servers`);
    // The cloud lists a server late. Its RestMachine exists before, and needs the credentials of this object to remove it.
    const machines = await this.#machinesOf(scope);
    if (machines.length > 0) return remaining("MachinesRemain", `${machines.length} RestMachines`);
    await cloud.removeLoadBalancer(id);
    return outcome.deleted();
  }

  async #machinesOf({ cache, object }: this["DeletionScope"]) {
    const { namespace, labels: own = {} } = object.metadata;
    const clusterName = own[labels.clusterName];
    if (clusterName === undefined) return [];
    return cache.list(RestMachine.kind, { namespace, labelSelector: `${labels.clusterName}=${clusterName}` });
  }
}

function remaining(reason: string, what: string) {
  return outcome.pending(reason, { message: `${what} of this cluster still exist`, retryAfterMs: 5_000 });
}
