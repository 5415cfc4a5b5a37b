import { InfraMachinePoolReconciler, uniqueName } from "@capstan/provider";
import { __PoolKind__ } from "../../api/__poolFile__.ts";
import type { Server } from "../../cloud/__prefixFile__-cloud.ts";
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
    const name = uniqueName(object);
    const present = await this.#groups.findGroup(name, signal);
    // A server without its data never joins: while the Secret is missing, the group may shrink, but not grow.
    const isDataMissing = needsBootstrapData && bootstrapData === undefined;
    const wanted = isDataMissing ? Math.min(replicas, present?.length ?? 0) : replicas;
    const request = { name, replicas: wanted, size: object.spec.size, userData: bootstrapData };
    const servers = isDataMissing && present === undefined ? [] : await this.#groups.ensureGroup(request, signal);
    const providerIDList = servers.map(({ id }) => `__name__://${id}`);
    const running = serversRunning(servers, replicas, isDataMissing);
    const isSettled = running.status === "True";
    const progress = { providerIDList, conditions: [running], retryAfterMs: isSettled ? settledMs : startingMs };
    // Once provisioned, the pool stays provisioned, whatever its servers do.
    const isNew = object.status?.initialization?.provisioned !== true;
    const isStarting = servers.length === 0 || servers.some(({ state }) => state === "starting");
    return isNew && isStarting && !isSettled
      ? this.outcome.pending(running.reason, { ...progress, message: running.message })
      : this.outcome.poolProvisioned(progress);
  }

  async deletePool({ object }: this["DeletionScope"], signal: AbortSignal) {
    const isGone = await this.#groups.removeGroup(uniqueName(object), signal);
    return isGone ? this.outcome.deleted() : this.outcome.pending("ServersStopping", { retryAfterMs: startingMs });
  }
}

/** Whether as many servers run as requested, as a condition. */
function serversRunning(servers: readonly Server[], replicas: number, isDataMissing: boolean) {
  const running = servers.filter(({ state }) => state === "running").length;
  const message = `${String(running)} of ${String(replicas)} servers run`;
  if (running === replicas && servers.length === replicas) {
    return { type: "ServersRunning", status: "True", reason: "ServersRunning", message } as const;
  }
  const reason = isDataMissing && servers.length < replicas ? "WaitingForBootstrapData" : "ServersStarting";
  return { type: "ServersRunning", status: "False", reason, message } as const;
}
