import { type DeepReadonly, InfraMachineReconciler, labels, outcome } from "@capstan/provider";
import { RestCluster, type RestClusterObject } from "../../api/rest-cluster.ts";
import { RestMachine } from "../../api/rest-machine.ts";
import type { CloudAccounts } from "../../cloud/cloud-accounts.ts";
import { cloudRequests } from "../../cloud/cloud-metrics.ts";
import { CloudError, RateLimitedError, UnconfirmedError } from "../../cloud/cloud-error.ts";
import type { RestCloud, Server, ServerWish } from "../../cloud/rest-cloud.ts";
import { clusterId, tags } from "../../cloud/tags.ts";
import { later, type TemporaryProblem, temporaryProblem } from "../../cloud/temporary-problem.ts";
import { type Attempt, nextStep } from "./next-step.ts";

const pollMs = 2_000;
const searchMs = 5_000;
const lookAgainMs = 300_000;

type Scope = RestMachineReconciler["Scope"];
type DeletionScope = RestMachineReconciler["DeletionScope"];

/** Gives each RestMachine its server. Every call asks the cloud once or twice and returns: nothing waits here. */
export class RestMachineReconciler extends InfraMachineReconciler<typeof RestMachine, typeof RestCluster> {
  readonly definition = RestMachine;
  override readonly metrics = [cloudRequests];
  override readonly infraCluster = RestCluster;
  readonly #accounts: CloudAccounts;
  readonly #attempts = new Map<string, Attempt>();

  constructor(accounts: CloudAccounts) {
    super();
    this.#accounts = accounts;
  }

  async reconcileMachine(scope: this["Scope"], signal: AbortSignal) {
    const restCluster = scope.infraCluster;
    if (restCluster === undefined) return outcome.pending("RestClusterNotFound", { retryAfterMs: 10_000 });
    const access = await this.#accounts.open(restCluster, uidOf(scope), scope, signal);
    if (!("cloud" in access)) return comeBack(scope, access);
    try {
      return await this.#provide(scope, access.cloud, restCluster);
    } catch (error) {
      const problem = temporaryProblem(error);
      if (problem === undefined) throw error;
      return comeBack(scope, problem);
    }
  }

  async deleteMachine(scope: this["DeletionScope"], signal: AbortSignal) {
    const restCluster = scope.infraCluster;
    if (restCluster === undefined) {
      const message = "Without its RestCluster there are no credentials to remove the server with";
      return outcome.pending("RestClusterNotFound", { message, retryAfterMs: 10_000 });
    }
    const access = await this.#accounts.open(restCluster, uidOf(scope), scope, signal);
    if (!("cloud" in access)) return later(access);
    try {
      return await this.#remove(scope, access.cloud);
    } catch (error) {
      const problem = temporaryProblem(error);
      if (problem === undefined) throw error;
      return later(problem);
    }
  }

  async #provide(scope: Scope, cloud: RestCloud, restCluster: DeepReadonly<RestClusterObject>) {
    const { object, clock } = scope;
    const step = nextStep(object, this.#attempts.get(uidOf(scope)), clock.now());
    switch (step.do) {
      case "stayRefused":
        return outcome.failed(step.reason, step.message);
      case "look":
        this.#attempts.delete(uidOf(scope));
        return report(await cloud.server(step.serverID), step.serverID);
      case "followOperation":
        return this.#follow(scope, cloud, step.operation);
      case "create":
        return this.#create(scope, cloud, restCluster);
      case "intend":
      case "search": {
        const found = (await cloud.serversTagged(tags.machine, uidOf(scope)))[0];
        if (found !== undefined) return report(found, found.id);
        const restMs = step.do === "intend" ? 0 : step.untilMs - clock.now();
        if (restMs <= 0) return this.#intend(scope);
        const message = "The cloud may have been asked for a server already: waiting until it would be listed";
        return outcome.pending("ServerUnconfirmed", { message, retryAfterMs: Math.min(searchMs, restMs) });
      }
    }
  }

  /** The SDK stores the intent; the next call acts on it. */
  #intend(scope: Scope, retryAfterMs = 1) {
    const creationAttemptedAt = new Date(scope.clock.now()).toISOString();
    this.#attempts.set(uidOf(scope), { intent: creationAttemptedAt });
    return outcome.pending("ServerCreating", { status: { creationAttemptedAt }, retryAfterMs });
  }

  async #create(scope: Scope, cloud: RestCloud, restCluster: DeepReadonly<RestClusterObject>) {
    this.#attempts.delete(uidOf(scope));
    try {
      const operation = await cloud.createServer(wishOf(scope, restCluster));
      // Not worth a write: a process that does not know it finds the server by its tag.
      this.#attempts.set(uidOf(scope), { operation });
      return outcome.pending("ServerCreating", { retryAfterMs: pollMs });
    } catch (error) {
      // It was not carried out, for certain: no need to search.
      if (error instanceof RateLimitedError) return this.#intend(scope, error.retryAfterMs);
      if (error instanceof CloudError && error.isTerminal) return refuse(scope, error);
      if (error instanceof UnconfirmedError) {
        return outcome.pending("ServerUnconfirmed", { message: error.message, retryAfterMs: searchMs });
      }
      throw error;
    }
  }

  async #follow(scope: Scope, cloud: RestCloud, id: string) {
    const operation = await cloud.operation(id);
    if (operation?.state === "running") return outcome.pending("ServerCreating", { retryAfterMs: pollMs });
    if (operation?.state === "done") return report(await cloud.server(operation.server), operation.server);
    this.#attempts.delete(uidOf(scope));
    // The note of the attempt stays: the next one is made when a server would have been listed.
    const message = operation?.error.message ?? "The cloud has forgotten the operation";
    return outcome.pending("ServerCreationFailed", { message, retryAfterMs: searchMs });
  }

  async #remove(scope: DeletionScope, cloud: RestCloud) {
    const uid = uidOf(scope);
    const step = nextStep(scope.object, this.#attempts.get(uid), scope.clock.now());
    if (step.do === "look" && (await cloud.deleteServer(step.serverID))) return deleting();
    if (step.do === "followOperation") {
      const operation = await cloud.operation(step.operation);
      if (operation?.state === "running") return outcome.pending("ServerCreating", { retryAfterMs: pollMs });
      if (operation?.state === "done" && (await cloud.deleteServer(operation.server))) return deleting();
    }
    const found = await cloud.serversTagged(tags.machine, uid);
    for (const { id } of found) await cloud.deleteServer(id);
    if (found.length > 0) return deleting();
    if (step.do === "search" && step.untilMs > scope.clock.now()) {
      const message = "A server may be on its way: waiting until it would be listed";
      return outcome.pending("ServerUnconfirmed", { message, retryAfterMs: searchMs });
    }
    this.#attempts.delete(uid);
    return outcome.deleted();
  }
}

function deleting() {
  return outcome.pending("ServerDeleting", { retryAfterMs: pollMs });
}

/** Kept for this generation: the SDK asks again when Machine or Cluster change, too, and each time would be a new request. */
function refuse({ object }: Scope, { code, message }: CloudError) {
  const reason = code === "quota_exceeded" ? "QuotaExceeded" : "ServerRefused";
  const refusal = { generation: object.metadata.generation ?? 0, reason, message };
  return outcome.failed(reason, message, { status: { refusal, creationAttemptedAt: undefined } });
}

function report(server: Server | undefined, serverID: string) {
  if (server === undefined) {
    return outcome.failed("ServerGone", `Server ${serverID} is no longer there`, { status: { serverID } });
  }
  const status = { serverID, creationAttemptedAt: undefined };
  if (server.state === "creating") return outcome.pending("ServerCreating", { status, retryAfterMs: pollMs });
  return outcome.provisioned({
    providerID: `restcloud://${server.zone}/${server.id}`,
    addresses: [{ type: "InternalIP", address: server.ip }],
    failureDomain: server.zone,
    status,
    retryAfterMs: lookAgainMs,
  });
}

/** Not being able to ask is no news about a server that is there. */
function comeBack({ object }: Scope, problem: TemporaryProblem) {
  const isThere = object.spec.providerID !== undefined;
  return isThere ? outcome.unchanged({ retryAfterMs: problem.retryAfterMs }) : later(problem);
}

function wishOf(
  { object, machine, bootstrapData, failureDomain: zone }: Scope,
  restCluster: DeepReadonly<RestClusterObject>,
): ServerWish {
  const isControlPlane = machine.metadata.labels?.[labels.controlPlane] !== undefined;
  return {
    name: object.metadata.name,
    size: object.spec.serverType,
    ...(object.spec.diskGiB === undefined ? {} : { diskGiB: object.spec.diskGiB }),
    tags: { [tags.machine]: object.metadata.uid, [tags.cluster]: clusterId(restCluster) },
    ...(zone === undefined ? {} : { zone }),
    ...(bootstrapData === undefined ? {} : { userData: bootstrapData }),
    ...(isControlPlane ? { loadBalancer: clusterId(restCluster) } : {}),
  };
}

function uidOf({ object }: Scope | DeletionScope): string {
  return object.metadata.uid;
}
