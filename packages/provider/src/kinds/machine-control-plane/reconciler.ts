import { type DeepReadonly, Machine, readProviderObject, reservedNames } from "@capstan/contract";
import { enqueueForOwner, isApiError, isCapstanError, type Manager, Node, type Source } from "@capstan/runtime";
import type { ObjectOf, ProviderDefinition } from "../../definition/definition.ts";
import type { DeletionOutcome } from "../../outcome/outcome.ts";
import { PendingError } from "../../outcome/pending-error.ts";
import type { SettableStatusOf } from "../../outcome/settable-status.ts";
import { isPending } from "../../outcome/thrown-outcome.ts";
import type { ControlPlaneOutcome } from "../control-plane/outcome.ts";
import { ControlPlaneReconciler } from "../control-plane/reconciler.ts";
import { clusterAuthority, renewedKubeconfig } from "./cluster-access.ts";
import { type ControlPlaneStep, decideStep } from "./decide-step.ts";
import { type MachineJob, MachineWriter } from "./machine-writer.ts";
import { type ControlPlaneMember, type DesiredControlPlane, emptiestDomain, memberOf } from "./member.ts";
import type { MachinePlan } from "./new-machine.ts";
import { ownMachines, workersOf } from "./own-machines.ts";
import { conditionsOf, conditionsOfMachine, factsOf } from "./report.ts";
import type { LeavingMachineScope, NewMachineScope } from "./scope.ts";

/** The delay before the next look at a control plane that changes, in milliseconds. */
const changingMs = 10_000;
/** The delay before the next look at a control plane that has what it needs, in milliseconds: its kubeconfig is renewed in time. */
const settledMs = 24 * 60 * 60_000;
/** The delay before the next step, if it waits for nothing, in milliseconds. */
const atOnceMs = 1;

/**
 * Base class of control plane providers whose control planes consist of Machines, as of k3s or RKE2. You say how a machine is bootstrapped;
 * the class creates the Machines with the objects behind them, one at a time, spreads them over failure domains, replaces them after a
 * change of the version or the spec, changes in place what can be, removes the unhealthy ones that a MachineHealthCheck condemns, keeps the
 * certificate authority and the kubeconfig, and reports counters, versions and conditions.
 *
 * The definition has the option `machines`. The infrastructure is of any provider of the group `infrastructure.cluster.x-k8s.io`; list the
 * kinds of other groups in `permissions`. A new field in your spec, or another default of a field, replaces all Machines.
 *
 * @see Contract rules CP-004 to CP-010; https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane#controlplane-machines
 *
 * @example
 * ```ts
 * import { defineBootstrapConfig, defineControlPlane, MachineControlPlaneReconciler, Type } from "@capstan/provider";
 *
 * const HelloConfig = defineBootstrapConfig({
 *   kind: "HelloConfig",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ join: Type.Boolean() }) } },
 * });
 * const HelloControlPlane = defineControlPlane({
 *   kind: "HelloControlPlane",
 *   machines: true,
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * export class HelloControlPlaneReconciler extends MachineControlPlaneReconciler<
 *   typeof HelloControlPlane,
 *   typeof HelloConfig
 * > {
 *   readonly definition = HelloControlPlane;
 *   readonly config = HelloConfig;
 *
 *   configOf({ isFirst }: this["NewMachineScope"]) {
 *     return { join: !isFirst };
 *   }
 * }
 * ```
 */
export abstract class MachineControlPlaneReconciler<
  D extends ProviderDefinition<"ControlPlane">,
  B extends ProviderDefinition<"BootstrapConfig">,
> extends ControlPlaneReconciler<D> {
  /**
   * The kind of the Machines' bootstrap configs: of this provider, or of another one, whose kind `permissions` names with the verbs `create`
   * and `patch`.
   */
  abstract readonly config: B;
  /** The type of the argument of `configOf`: `this["NewMachineScope"]`. */
  declare readonly NewMachineScope: NewMachineScope<D>;
  /** The type of the first argument of `leave`: `this["LeavingMachineScope"]`. */
  declare readonly LeavingMachineScope: LeavingMachineScope<D>;
  readonly #writer = new MachineWriter();

  /**
   * Returns the spec of a new Machine's bootstrap config. Users who may read the config see it: your bootstrap provider reads secrets, such
   * as the certificate authority in the Secret `<cluster>-ca` (rule CP-009), when it renders the data. Throw a `PendingError` to wait for
   * something.
   */
  abstract configOf(scope: this["NewMachineScope"]): Promise<ObjectOf<B>["spec"]> | ObjectOf<B>["spec"];

  /**
   * Called before a Machine is deleted while others stay: remove its member from the data store. Throw a `PendingError` to delay the
   * deletion. Must be safe to repeat. Not called when the whole control plane is deleted. Default: does nothing.
   */
  leave?(scope: this["LeavingMachineScope"], signal: AbortSignal): Promise<void> | void;

  /**
   * Whether the control plane accepts requests, once its kubeconfig exists; called until it does. Default: whether its Nodes can be listed.
   * An API server that starts refuses requests for a while.
   */
  async isServing(scope: this["Scope"]): Promise<boolean> {
    try {
      const { client } = await scope.workload();
      await client.list(Node, { limit: 1 });
      return true;
    } catch (error) {
      if (isCapstanError(error, "RemoteUnavailable") || isApiError(error)) return false;
      throw error;
    }
  }

  /** Brings the Machines one step closer to the spec, and reports them. */
  async reconcileControlPlane(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<ControlPlaneOutcome<SettableStatusOf<D>>> {
    const plan = this.#planOf(scope);
    const { desired } = plan;
    const before = await this.#members(scope, plan);
    scope.waitForInfrastructure();
    const authority = await clusterAuthority(scope);
    const kubeconfig = await renewedKubeconfig(scope, authority);
    const wasInitialized = this.#isInitialized(scope);
    const isInitialized = wasInitialized || (kubeconfig === undefined && (await this.isServing(scope)));
    const step = decideStep(before, desired, isInitialized);
    const job = (isFirst: boolean): MachineJob => ({
      client: scope.client,
      plan,
      configKind: this.config.kind,
      specOf: (machineName) => this.configOf({ ...scope, machineName, isFirst }),
    });
    const obstacle = await obstacleIn(async () => {
      for (const member of before) await this.#keep(job(before.length === 1 && !isInitialized), member, scope);
      await this.#take(step, scope, job, before, signal);
    });
    const members = await this.#members(scope, plan);
    const isSettled = step.type === "done" && members.every(({ isHealthy }) => isHealthy);
    const facts = {
      ...factsOf(members),
      conditions: conditionsOf(members, desired, obstacle?.message),
      kubeconfig,
      retryAfterMs: obstacle?.retryAfterMs ?? (isSettled ? untilRollout(desired, scope.clock.now()) : delayAfter(step)),
    };
    if (isInitialized) return this.outcome.controlPlaneInitialized(facts);
    if (obstacle !== undefined) {
      const { reason, message, warning } = obstacle;
      return this.outcome.controlPlanePending(reason, { ...facts, message, warning });
    }
    const message = step.type === "wait" ? step.message : undefined;
    return this.outcome.controlPlanePending("MachinesStarting", { ...facts, message, retryAfterMs: changingMs });
  }

  /** Deletes the Machines, once the Cluster has no others. */
  override async deleteControlPlane(scope: this["DeletionScope"]): Promise<DeletionOutcome<SettableStatusOf<D>>> {
    const { object, cluster, cache, client } = scope;
    if (cluster === undefined) return this.outcome.deleted();
    const options = { cache, client, controlPlane: object, cluster: cluster.metadata.name };
    const machines = await ownMachines(options);
    if (machines.length === 0) return this.outcome.deleted();
    const workers = await workersOf(options);
    if (workers.length > 0) {
      const message = `${workers.length} Machines of the Cluster that are not of the control plane must be deleted first`;
      return this.outcome.pending("WaitingForWorkersDeletion", { message, retryAfterMs: changingMs });
    }
    for (const machine of machines) await this.#writer.delete({ client }, machine);
    return this.outcome.pending("MachinesDeleting", { retryAfterMs: changingMs });
  }

  /** Registers the controller of this kind with the manager, as for other roles. `runProvider` calls it. */
  override setup(manager: Manager): void {
    // Which labels of a Machine are the control plane's own is in its `metadata.managedFields`.
    manager.cache.keepManagedMetadata(Machine);
    super.setup(manager);
  }

  /** @internal */
  protected override ownerSources(): readonly Source[] {
    const { group, kind: ownerKind } = this.definition.kind;
    return [...super.ownerSources(), enqueueForOwner(Machine, { group, ownerKind })];
  }

  #isInitialized({ object }: this["Scope"]): boolean {
    return readProviderObject("ControlPlane", object, this.definition.contract).initialized;
  }

  /** @throws PendingError the spec lacks what Machines are created from. */
  #planOf({ object, cluster, version }: this["Scope"]): MachinePlan {
    const { contract, kind } = this.definition;
    const { machineTemplate, rolloutAfter, desiredReplicas = 1 } = readProviderObject("ControlPlane", object, contract);
    if (machineTemplate === undefined || version === undefined) {
      const path = machineTemplate === undefined ? "spec.machineTemplate" : "spec.version";
      throw new PendingError("SpecIncomplete", `${kind.kind} ${object.metadata.name} needs ${path}`, { warning: true });
    }
    const ofContract = reservedNames("ControlPlane", contract, "spec");
    const spec = Object.fromEntries(Object.entries(object.spec).filter(([name]) => !ofContract.has(name)));
    const origin = { infrastructureRef: machineTemplate.spec.infrastructureRef, spec };
    return {
      object,
      cluster,
      template: machineTemplate,
      desired: { replicas: desiredReplicas, version, origin, rolloutAfter },
      config: this.config.kind,
    };
  }

  async #members({ cache, client, object, cluster, clock }: this["Scope"], { desired }: MachinePlan) {
    const machines = await ownMachines({ cache, client, controlPlane: object, cluster: cluster.metadata.name });
    return machines.map((machine) => memberOf(machine, desired, clock.now()));
  }

  /** Completes and updates a Machine that exists. */
  async #keep(job: MachineJob, member: ControlPlaneMember, { clock }: this["Scope"]): Promise<void> {
    const { machine } = member;
    await this.#writer.complete(job, machine);
    const conditions = conditionsOfMachine(member, new Date(clock.now()).toISOString());
    await this.#writer.update(job, machine, conditions);
  }

  async #take(
    step: ControlPlaneStep,
    scope: this["Scope"],
    job: (isFirst: boolean) => MachineJob,
    members: readonly ControlPlaneMember[],
    signal: AbortSignal,
  ): Promise<void> {
    if (step.type === "create") {
      const machines = members.map(({ machine }): DeepReadonly<Machine> => machine);
      await this.#writer.create(job(step.isFirst), emptiestDomain(scope.cluster, machines));
    }
    if (step.type === "delete") {
      const { machine } = step.member;
      if (members.length > 1) await this.leave?.({ ...scope, machine }, signal);
      await this.#writer.delete(job(false), machine);
    }
  }
}

/** What prevents a step; the control plane still reports the Machines that it has. */
async function obstacleIn(step: () => Promise<void>): Promise<PendingError | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    if (isPending(error)) return error;
    throw error;
  }
}

function delayAfter({ type }: ControlPlaneStep): number {
  return type === "create" || type === "delete" ? atOnceMs : changingMs;
}

function untilRollout({ rolloutAfter = "" }: DesiredControlPlane, nowMs: number): number {
  const leftMs = Date.parse(rolloutAfter) - nowMs;
  return leftMs > 0 ? Math.min(leftMs, settledMs) : settledMs;
}
