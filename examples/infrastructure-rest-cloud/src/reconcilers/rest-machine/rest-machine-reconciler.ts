import { InfraMachineReconciler, isCapstanError, labels, outcome, uniqueName } from "@capstan/provider";
import { RestCluster } from "../../api/rest-cluster.ts";
import { RestMachine } from "../../api/rest-machine.ts";
import type { CloudAccounts } from "../../cloud/cloud-accounts.ts";
import { cloudRequests } from "../../cloud/cloud-metrics.ts";
import { CloudError } from "../../cloud/cloud-error.ts";
import type { Server } from "../../cloud/cloud-answers.ts";
import type { RestCloud, ServerWish } from "../../cloud/rest-cloud.ts";
import { capacityOf } from "../../cloud/server-types.ts";
import { tags } from "../../cloud/tags.ts";
import { type Attempt, nextStep } from "./next-step.ts";

const pollMs = 2_000;
const searchMs = 5_000;
const lookAgainMs = 300_000;
/** How many servers one call removes. There is one, unless the cloud misbehaves. */
const mostAtOnce = 10;

type Scope = RestMachineReconciler["Scope"];

/** Gives each RestMachine its server. Every call sends one or two requests to the cloud and returns without waiting. */
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
    const { object, clock } = scope;
    const { uid } = object.metadata;
    const address = await claimedAddress(scope);
    const cloud = await this.#accounts.open(scope.waitForInfraCluster(), scope, signal);
    const step = nextStep(object, this.#attempts.get(uid), clock.now());
    switch (step.do) {
      case "stayRefused":
        return outcome.failed(step.reason, step.message);
      case "look":
        this.#attempts.delete(uid);
        return report(await cloud.server(step.serverID), step.serverID);
      case "followOperation":
        return this.#follow(scope, cloud, step.operation);
      case "create":
        return this.#create(scope, cloud, address);
      case "intend":
      case "search": {
        const found = (await cloud.serversTagged(tags.machine, uniqueName(object)))[0];
        if (found !== undefined) return report(found, found.id);
        const restMs = step.do === "intend" ? 0 : step.untilMs - clock.now();
        if (restMs <= 0) return this.#intend(scope);
        const message =
          "The cloud may have received a request for this server: waiting until its list would show the server";
        return outcome.pending("ServerUnconfirmed", { message, retryAfterMs: Math.min(searchMs, restMs) });
      }
    }
  }

  async deleteMachine(scope: this["DeletionScope"], signal: AbortSignal) {
    const { object, clock } = scope;
    const { uid } = object.metadata;
    // Without its RestCluster there are no credentials to remove the server with.
    const cloud = await this.#accounts.open(scope.waitForInfraCluster(), scope, signal);
    const step = nextStep(object, this.#attempts.get(uid), clock.now());
    if (step.do === "look" && (await cloud.deleteServer(step.serverID))) return deleting();
    if (step.do === "followOperation") {
      const operation = await cloud.operation(step.operation);
      if (operation?.state === "running") return outcome.pending("ServerCreating", { retryAfterMs: pollMs });
      const made = operation?.server;
      if (made !== undefined && (await cloud.deleteServer(made))) return deleting();
    }
    const found = await cloud.serversTagged(tags.machine, uniqueName(object));
    for (const { id } of found.slice(0, mostAtOnce)) await cloud.deleteServer(id);
    if (found.length > 0) return deleting();
    if (step.do === "search" && step.untilMs > clock.now()) {
      const message = "The cloud may be creating a server: waiting until its list would show the server";
      return outcome.pending("ServerUnconfirmed", { message, retryAfterMs: searchMs });
    }
    this.#attempts.delete(uid);
    return outcome.deleted();
  }

  override templateCapacity({ spec }: this["TemplateScope"]) {
    return capacityOf(spec.serverType);
  }

  /** The SDK stores the intent; the next call acts on it. */
  #intend({ object, clock }: Scope) {
    const creationAttemptedAt = new Date(clock.now()).toISOString();
    this.#attempts.set(object.metadata.uid, { intent: creationAttemptedAt });
    return outcome.pending("ServerCreating", { status: { creationAttemptedAt }, retryAfterMs: 1 });
  }

  async #create(scope: Scope, cloud: RestCloud, address: string | undefined) {
    const { uid } = scope.object.metadata;
    try {
      const operation = await cloud.createServer({ ...wishOf(scope), address });
      // Not worth a write: a process without it finds the server by its tag.
      this.#attempts.set(uid, { operation });
      return outcome.pending("ServerCreating", { retryAfterMs: pollMs });
    } catch (error) {
      // Only a rate limit guarantees that the request had no effect: the intent stands, and no search is needed.
      if (!isCapstanError(error, "RateLimited")) this.#attempts.delete(uid);
      if (error instanceof CloudError && error.isTerminal) return refuse(scope, error);
      throw error;
    }
  }

  async #follow(scope: Scope, cloud: RestCloud, id: string) {
    const operation = await cloud.operation(id);
    if (operation?.state === "running") return outcome.pending("ServerCreating", { retryAfterMs: pollMs });
    const made = operation?.server;
    if (made !== undefined) return report(await cloud.server(made), made);
    this.#attempts.delete(scope.object.metadata.uid);
    // The record of the attempt stays: the next request follows when a server would have been listed.
    const message = operation?.error?.message ?? "The operation no longer exists in the cloud";
    return outcome.pending("ServerCreationFailed", { message, retryAfterMs: searchMs });
  }
}

/**
 * The static address of a machine whose spec names a pool. Until the pool has one, the call ends here. A provisioned machine keeps its claim;
 * after a move or a restore its status is empty, and the claim gets its owner again.
 */
async function claimedAddress({ object, claimAddress }: Scope): Promise<string | undefined> {
  const { addressFromPool: pool } = object.spec;
  if (pool === undefined || object.status?.initialization?.provisioned === true) return undefined;
  return (await claimAddress({ pool, name: "server" })).address;
}

function deleting() {
  return outcome.pending("ServerDeleting", { retryAfterMs: pollMs });
}

/** Kept for this generation, because the SDK also calls again when Machine or Cluster change, and each call would be a new request. */
function refuse({ object }: Scope, { code, message }: CloudError) {
  const reason = code === "quota_exceeded" ? "QuotaExceeded" : "ServerRefused";
  const refusal = { generation: object.metadata.generation ?? 0, reason, message };
  return outcome.failed(reason, message, { status: { refusal, creationAttemptedAt: undefined } });
}

function report(server: Server | undefined, serverID: string) {
  if (server === undefined) {
    return outcome.failed("ServerGone", `Server ${serverID} no longer exists`, { status: { serverID } });
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

function wishOf({
  object,
  machine,
  bootstrapData,
  failureDomain,
  waitForInfraCluster,
}: Scope): Omit<ServerWish, "address"> {
  const cluster = uniqueName(waitForInfraCluster());
  return {
    name: object.metadata.name,
    size: object.spec.serverType,
    diskGiB: object.spec.diskGiB,
    tags: { [tags.machine]: uniqueName(object), [tags.cluster]: cluster },
    zone: failureDomain,
    userData: bootstrapData,
    loadBalancer: machine.metadata.labels?.[labels.controlPlane] === undefined ? undefined : cluster,
  };
}
