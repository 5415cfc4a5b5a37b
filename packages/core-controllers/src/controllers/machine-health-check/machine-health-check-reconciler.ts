import {
  annotations,
  conditionTypes,
  type DeepReadonly,
  getCondition,
  hasAnnotation,
  isConditionFalse,
  isConditionTrue,
  labels,
  Machine,
  MachineHealthCheck,
  type MachineStatus,
} from "@capstan/contract";
import { deepCopy, objectKeyText } from "@capstan/kube";
import { type Informer, isNotFound, patchChanges, requestKey, Result, setOwnerReference } from "@capstan/runtime";
import { Pace } from "../../kit/pace.ts";
import { StatusPace } from "../../kit/status-pace.ts";
import { selectorMatcher } from "../../kit/label-selector.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { type WorkloadConnections } from "../../workload/workload-connections.ts";
import { clusterOf, type MachineReader } from "../../kit/machine-cache.ts";
import { soonest } from "../../kit/soonest.ts";
import { ExternalRemediation, requestRefused } from "./external-remediation.ts";
import { type HealthCheckPlan, planHealthCheck, type Target } from "./health-check-plan.ts";
import { type TargetNode, type Verdict } from "./machine-health.ts";
import { healthyStatus, type Remediation as RemediationOfMachine, unhealthyStatus } from "./health-status.ts";
import { clusterOwner } from "../../kit/owner-references.ts";
import { isRefusal } from "../../kit/refusal.ts";
import { type Reader, whole } from "../../kit/projection.ts";
import { type CheckCluster, type CheckedMachine } from "./reads.ts";
import { CoreReconciler, type CoreReconcilerOptions, type Opened } from "../../kit/core-reconciler.ts";

/** Options of {@link MachineHealthCheckReconciler}. */
export interface MachineHealthCheckReconcilerOptions extends CoreReconcilerOptions {
  readonly machines: MachineReader<CheckedMachine>;
  readonly clusters: Reader<CheckCluster>;
  readonly machineHealthChecks: Informer<MachineHealthCheck>;
  readonly workloads: WorkloadConnections;
  /** References to the templates of remediation requests, and to the requests. */
  readonly references: ReferenceTracker<MachineHealthCheck>;
}

/**
 * Watches the health of Machines and marks those that their owner or an external controller must remediate.
 *
 * Reads only caches, and judges no Machine while the workload cluster is unresponsive. Writes the following, each only when it changed: its
 * own label and owner once, its findings to the conditions of the Machines, remediation requests, and its status at most once a second.
 * Between changes, it runs again when the next timeout ends.
 */
export class MachineHealthCheckReconciler extends CoreReconciler<
  MachineHealthCheck,
  CheckCluster,
  MachineHealthCheckReconcilerOptions
> {
  protected readonly reconciled = {
    kind: MachineHealthCheck,
    objects: this.options.machineHealthChecks,
    clusterOf: (check: DeepReadonly<MachineHealthCheck>) => this.options.clusters.get(clusterOf(check)),
  };
  readonly #external = new ExternalRemediation(this.options);
  readonly #statusPace = this.keep(new StatusPace(this.options.clock));
  readonly #pace = this.keep(new Pace(this.options.clock));

  protected async reconcileOpened(
    opened: Opened<MachineHealthCheck, CheckCluster>,
    signal: AbortSignal,
  ): Promise<Result> {
    const { object: check, cluster, deleting } = opened;
    if (cluster === undefined || deleting) return Result.awaitChange();
    const machines = this.#machinesOf(check);
    const version = [check.metadata.generation, cluster.metadata.uid].join("/");
    const pace = this.#pace.waitMs(requestKey(check.metadata), version, machines.length);
    if (pace > 0) return Result.requeueAfter(pace);
    const claimed = await this.#claim(check, cluster, signal);
    const targets = this.#observe(machines, cluster);
    if (targets === undefined || this.#external.isPending(claimed)) return Result.awaitChange();
    return this.#carryOut(claimed, cluster, targets, signal);
  }

  /** Makes the Cluster the owner of the health check, so that it is deleted with the Cluster. */
  async #claim(
    check: DeepReadonly<MachineHealthCheck>,
    cluster: CheckCluster,
    signal: AbortSignal,
  ): Promise<DeepReadonly<MachineHealthCheck>> {
    const after = deepCopy<MachineHealthCheck>(check);
    after.metadata = setOwnerReference(after.metadata, clusterOwner(cluster));
    after.metadata.labels = { ...after.metadata.labels, [labels.clusterName]: check.spec.clusterName };
    return this.write(check, after, signal);
  }

  #machinesOf(check: DeepReadonly<MachineHealthCheck>): CheckedMachine[] {
    const isSelected = selectorMatcher(check.spec.selector);
    return this.options.machines
      .ofCluster(clusterOf(check))
      .filter(({ metadata }) => isSelected(metadata.labels))
      .filter(
        (machine) => ![annotations.paused, annotations.skipRemediation].some((key) => hasAnnotation(machine, key)),
      );
  }

  /** `undefined`: the Nodes of the workload cluster cannot be read. Their connection wakes the health check when they can. */
  #observe(machines: readonly CheckedMachine[], cluster: CheckCluster): Target[] | undefined {
    const { workloads } = this.options;
    // Until then, the workload cluster may have no API server.
    if (!isConditionTrue(cluster, conditionTypes.controlPlaneInitialized)) {
      return machines.map((machine) => ({ machine, node: { state: "none" } }));
    }
    if (workloads.stateOf(cluster.metadata).state !== "connected") return undefined;
    return machines.map((machine) => {
      const nodeName = machine.status?.nodeRef?.name;
      if (nodeName === undefined) return { machine, node: { state: "none" } };
      const node = workloads.nodeNamed(cluster.metadata, nodeName);
      const observed: TargetNode = node === undefined ? { state: "deleted", name: nodeName } : { state: "found", node };
      return { machine, node: observed };
    });
  }

  async #carryOut(
    check: DeepReadonly<MachineHealthCheck>,
    cluster: CheckCluster,
    targets: readonly Target[],
    signal: AbortSignal,
  ): Promise<Result> {
    const { clock, recorder } = this.options;
    const now = clock.now();
    const plan = planHealthCheck(check, { cluster, targets, now });
    const results = await Promise.allSettled([
      ...plan.healthy.map((machine) => this.#reportHealthy(check, machine, signal)),
      ...plan.unhealthy.map(({ machine, verdict }) => this.#reportUnhealthy(check, machine, verdict, plan, signal)),
    ]);
    const { restricted } = plan;
    if (restricted !== undefined && plan.unhealthy.length > 0 && messageOf(check) !== restricted) {
      recorder.record(check, { type: "Warning", reason: "RemediationRestricted", message: restricted });
    }
    const heldMs = this.#statusPace.waitMs(requestKey(check.metadata), check.status, plan.status);
    if (heldMs === 0) await this.writeStatus(check, plan.status, signal);
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
    return soonest(heldMs, plan.nextCheckMs ?? 0);
  }

  async #reportHealthy(
    check: DeepReadonly<MachineHealthCheck>,
    machine: CheckedMachine,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#external.withdraw(check, machine, signal);
    await this.#writeOfMachine(machine, healthyStatus(machine, this.options.clock.now()), signal);
  }

  async #reportUnhealthy(
    check: DeepReadonly<MachineHealthCheck>,
    machine: CheckedMachine,
    verdict: Verdict,
    { restricted }: HealthCheckPlan,
    signal: AbortSignal,
  ): Promise<void> {
    const { clock, recorder } = this.options;
    const report = (remediation: RemediationOfMachine) =>
      this.#writeOfMachine(machine, unhealthyStatus(machine, verdict, remediation, clock.now()), signal);
    const [request] = await Promise.allSettled([
      restricted === undefined ? this.#external.request(check, machine, signal) : Promise.resolve("none" as const),
    ]);
    if (request.status === "fulfilled") {
      await report(request.value);
    } else {
      if (isRefusal(request.reason)) await report(requestRefused(request.reason));
      throw request.reason;
    }
    if (isConditionFalse(machine, conditionTypes.healthCheckSucceeded)) return;
    const message = `Machine ${objectKeyText(machine.metadata)} has been marked as unhealthy by ${objectKeyText(check.metadata)}`;
    recorder.record(machine, { type: "Normal", reason: "MachineMarkedUnhealthy", message });
  }

  async #writeOfMachine(machine: CheckedMachine, status: MachineStatus, signal: AbortSignal): Promise<void> {
    const before = whole(machine);
    const after = { ...(structuredClone(before) as Machine), status };
    try {
      await patchChanges<Machine>(this.options.client, Machine, before, after, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

function messageOf(check: DeepReadonly<MachineHealthCheck>): string | undefined {
  return getCondition(check, conditionTypes.remediationAllowed)?.message;
}
