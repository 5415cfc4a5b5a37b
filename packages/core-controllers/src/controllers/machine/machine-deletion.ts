import { type Cluster, clusterSecretName, type DeepReadonly, type Machine } from "@capstan/contract";
import {
  type Client,
  type Clock,
  type EventRecorder,
  type Informer,
  requestFor,
  requestKey,
  type Secret,
} from "@capstan/runtime";
import { deleteIfThere } from "../../kit/delete-if-there.ts";
import { type ObservedReference } from "../../references/reference.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { type WorkloadConnections } from "../../workload/workload-connections.ts";
import { type ControlPlaneState, controlPlaneStateOf } from "./control-plane-state.ts";
import { type DeletionStep, nextDeletionStep, nodeDeletionRemainingMs } from "./deletion.ts";
import { DeletionEvents } from "./deletion-events.ts";
import { StageRunner } from "../../drain/stage-runner.ts";
import { type StageName } from "../../drain/stages.ts";
import { type DeletionTimes, startOf } from "../../drain/time-limits.ts";
import { clusterOf, type MachineReader } from "../../kit/machine-cache.ts";
import { type ObservedMachine } from "./observed.ts";
import { type DeletionProgress } from "./deletion-progress.ts";
import { type MachineCluster, type SiblingMachine } from "./reads.ts";

/** Options of {@link MachineDeletion}. */
export interface MachineDeletionOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly siblings: MachineReader<SiblingMachine>;
  /** References of Clusters to their control planes. */
  readonly controlPlanes: ReferenceTracker<Cluster>;
  readonly workloads: WorkloadConnections;
  /** Those with the label `cluster.x-k8s.io/cluster-name`. */
  readonly secrets: Informer<Secret>;
}

/** The state of a deletion after all steps that are possible now. */
export type DeletionOutcome =
  | { readonly finished: true }
  | {
      readonly finished: false;
      readonly progress: DeletionProgress;
      /** The observed state after those steps. */
      readonly observed: ObservedMachine;
      readonly retryAfterMs?: number;
    };

/** The result of one step. */
type Carried =
  | { readonly state: "passed"; readonly stage: StageName }
  | { readonly state: "changed"; readonly observed: Partial<ObservedMachine> }
  | {
      readonly state: "waiting";
      readonly message: string;
      readonly retryAfterMs?: number;
      /** See {@link DeletionProgress}. */
      readonly passing?: boolean;
    };

/** The observed state of a deleted object. */
const gone: ObservedReference = { state: "missing" };

/** How long until the deletion of a Node is retried after a failure. */
const failureRetryMs = 5_000;

/** Carries out the steps of {@link nextDeletionStep} until a step must wait. */
export class MachineDeletion {
  readonly #options: MachineDeletionOptions;
  readonly #stages: StageRunner;
  readonly #events: DeletionEvents;
  readonly #begun = new Map<string, { readonly uid: string | undefined; readonly times: DeletionTimes }>();

  constructor(options: MachineDeletionOptions) {
    this.#options = options;
    this.#stages = new StageRunner(options);
    this.#events = new DeletionEvents(options.recorder);
  }

  async advance(
    machine: DeepReadonly<Machine>,
    before: ObservedMachine,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> {
    const facts = {
      machine,
      siblings: this.#options.siblings.ofCluster(clusterOf(machine)),
      controlPlane: this.#controlPlaneOf(before.cluster),
      hasKubeconfig: this.#hasKubeconfig(machine),
      now: this.#options.clock.now(),
    };
    const times = this.#begunBy(machine);
    const passed = new Set<StageName>();
    let observed = before;
    for (;;) {
      const step = nextDeletionStep({ ...facts, ...observed, passed });
      if (step.action === "finish") return { finished: true };
      if ("began" in step) times[step.began] ??= startOf(step.began, machine, facts.now);
      const carried = await this.#carryOut(step, machine, observed, signal);
      if (carried.state === "passed") passed.add(carried.stage);
      else if (carried.state === "changed") observed = { ...observed, ...carried.observed };
      else {
        const { message, passing = false, retryAfterMs } = carried;
        const progress = { reason: step.reason, message, times, passing };
        return { finished: false, progress, observed, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
      }
    }
  }

  async #carryOut(
    step: Exclude<DeletionStep, { action: "finish" }>,
    machine: DeepReadonly<Machine>,
    observed: ObservedMachine,
    signal: AbortSignal,
  ): Promise<Carried> {
    switch (step.action) {
      case "cordonNode":
      case "drainNode":
      case "awaitVolumes":
        return this.#goThrough(step, machine, observed, signal);
      case "deleteInfrastructure":
        return (await this.#remove(observed.infrastructure, signal))
          ? { state: "changed", observed: { infrastructure: gone } }
          : { state: "waiting", message: step.message, passing: true };
      case "deleteBootstrapConfig":
        return (await this.#remove(observed.bootstrapConfig, signal))
          ? { state: "changed", observed: { bootstrapConfig: gone } }
          : { state: "waiting", message: step.message, passing: true };
      case "deleteNode":
        return this.#deleteNode(machine, step, signal);
      case "wait":
        return { state: "waiting", ...step };
    }
  }

  async #goThrough(
    step: Extract<DeletionStep, { action: "cordonNode" | StageName }>,
    machine: DeepReadonly<Machine>,
    { cluster }: ObservedMachine,
    signal: AbortSignal,
  ): Promise<Carried> {
    const outcome = await this.#stages.run({ machine, cluster }, step, signal);
    if (step.action !== "cordonNode") {
      this.#events.stage(machine, step.action, step.node.metadata.name, outcome);
    }
    if (outcome.state === "changed") return { state: "changed", observed: { node: outcome.node } };
    return outcome.state === "done" ? { state: "passed", stage: outcome.stage } : outcome;
  }

  /** Deletes the Node, or leaves it behind if that has failed for `nodeDeletionTimeoutSeconds`. */
  async #deleteNode(
    machine: DeepReadonly<Machine>,
    { name }: Extract<DeletionStep, { action: "deleteNode" }>,
    signal: AbortSignal,
  ): Promise<Carried> {
    try {
      const node = await this.#options.workloads.deleteNode(clusterOf(machine), name, signal);
      return { state: "changed", observed: { node } };
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = `Error deleting Node ${name}: ${error instanceof Error ? error.message : String(error)}`;
      this.#events.nodeNotDeleted(machine, failure);
      const remainingMs = nodeDeletionRemainingMs(machine, this.#options.clock.now());
      if (remainingMs <= 0) return { state: "changed", observed: { node: { state: "absent" } } };
      return { state: "waiting", message: failure, retryAfterMs: Math.min(remainingMs, failureRetryMs) };
    }
  }

  /** Forgets a deleted Machine. */
  forget(key: string): void {
    this.#stages.forget(key);
    this.#begun.delete(key);
  }

  /** Start times of stages that are not in the status yet, because writing it may be held back. */
  #begunBy(machine: DeepReadonly<Machine>): DeletionTimes {
    const { uid } = machine.metadata;
    const key = requestKey(requestFor(machine));
    const known = this.#begun.get(key);
    if (known !== undefined && known.uid === uid) return known.times;
    const times: DeletionTimes = {};
    this.#begun.set(key, { uid, times });
    return times;
  }

  /**
   * Requests the deletion of an object. If it has finalizers, its removal is an event, which enqueues the Machine again.
   *
   * @returns whether the object is deleted already, so that the next step can follow.
   */
  async #remove(observed: ObservedReference | undefined, signal: AbortSignal): Promise<boolean> {
    return observed?.state === "found" && deleteIfThere(this.#options.client, observed, signal);
  }

  #hasKubeconfig(machine: DeepReadonly<Machine>): boolean {
    const { name, namespace } = clusterOf(machine);
    const secretName = clusterSecretName(name, "kubeconfig");
    const key = { name: secretName, namespace };
    return this.#options.secrets.get(key) !== undefined;
  }

  #controlPlaneOf(cluster: MachineCluster | undefined): ControlPlaneState {
    const reference = cluster?.spec.controlPlaneRef;
    if (cluster === undefined || reference === undefined) return "ordinary";
    const { namespace } = cluster.metadata;
    return controlPlaneStateOf(
      this.#options.controlPlanes.resolve({ ...reference, path: "spec.controlPlaneRef" }, namespace),
    );
  }
}
