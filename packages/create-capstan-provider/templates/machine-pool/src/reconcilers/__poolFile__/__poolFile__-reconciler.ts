import { InfraMachinePoolReconciler, uniqueName } from "@capstan/provider";
import { __PoolKind__ } from "../../api/__poolFile__.ts";
import type { ServerGroups } from "../../cloud/server-groups.ts";

/** How soon to reconcile again while servers start, and while a group may lose one, in milliseconds. */
const startingMs = 5_000;
const settledMs = 60_000;

/** Gives each __PoolKind__ as many servers as its MachinePool requests. */
export class __PoolKind__Reconciler extends InfraMachinePoolReconciler<typeof __PoolKind__> {
  readonly definition = __PoolKind__;
  readonly #groups: ServerGroups;

  constructor(groups: ServerGroups) {
    super();
    this.#groups = groups;
  }

  async reconcilePool(scope: this["Scope"], signal: AbortSignal) {
    const { object, replicas, bootstrapData, needsBootstrapData } = scope;
    // A server without its data never joins: the group stays unchanged while the Secret is missing.
    if (needsBootstrapData && bootstrapData === undefined) {
      return this.outcome.pending("WaitingForBootstrapData", { retryAfterMs: startingMs });
    }
    const request = { name: uniqueName(object), replicas, size: object.spec.size, userData: bootstrapData };
    const servers = await this.#groups.ensureGroup(request, signal);
    const providerIDList = servers.map(({ id }) => `__name__://${id}`);
    const isStarting = servers.some(({ state }) => state === "starting");
    // Once provisioned, the pool stays provisioned, whatever its servers do.
    const isNew = object.status?.initialization?.provisioned !== true;
    return isStarting && isNew
      ? this.outcome.pending("ServersStarting", { providerIDList, retryAfterMs: startingMs })
      : this.outcome.poolProvisioned({ providerIDList, retryAfterMs: isStarting ? startingMs : settledMs });
  }

  async deletePool({ object }: this["DeletionScope"], signal: AbortSignal) {
    const isGone = await this.#groups.removeGroup(uniqueName(object), signal);
    return isGone ? this.outcome.deleted() : this.outcome.pending("ServersStopping", { retryAfterMs: startingMs });
  }
}
