import { type Cluster, type DeepReadonly, type Machine } from "@capstan/contract";
import { type Client, type Clock, type EventRecorder, isNotFound, type Request, requestKey } from "@capstan/runtime";
import { type FoundReference, type ObservedReference } from "../../references/reference.ts";
import { type ObservedNode } from "../../tracker/observed-node.ts";
import { type ReferenceTracker } from "../../tracker/reference-tracker.ts";
import { type WorkloadConnections } from "../../tracker/workload-connections.ts";
import { type ControlPlaneState, controlPlaneStateOf } from "./control-plane-state.ts";
import { type DeletionStep, nextDeletionStep, nodeDeletionRemainingMs } from "./deletion.ts";
import { DeletionEvents } from "./deletion-events.ts";
import { StageRunner } from "./drain/stage-runner.ts";
import { type StageName } from "./drain/stages.ts";
import { type DeletionTimes, startOf } from "./drain/time-limits.ts";
import { clusterOf, type MachineCache } from "./machine-cache.ts";
import { type ObservedMachine } from "./observed.ts";
import { type DeletionProgress } from "./status.ts";

/** Options of {@link MachineDeletion}. */
export interface MachineDeletionOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly machines: MachineCache;
  readonly references: ReferenceTracker<Machine>;
  readonly workloads: WorkloadConnections;
}

/** Where a deletion stands after everything that could be done now was done. */
export type DeletionOutcome =
  | { readonly finished: true }
  | {
      readonly finished: false;
      readonly progress: DeletionProgress;
      readonly node: ObservedNode;
      readonly retryAfterMs?: number;
    };

type NodeDeletion =
  | { readonly failure?: undefined; readonly node: ObservedNode }
  | { readonly failure: string; readonly retryAfterMs: number };

/** Until a Node that could not be deleted is tried again. */
const failureRetryMs = 5_000;

/** Carries the steps of {@link nextDeletionStep} out, until one has to be waited for. */
export class MachineDeletion {
  readonly #options: MachineDeletionOptions;
  readonly #stages: StageRunner;
  readonly #events: DeletionEvents;

  constructor(options: MachineDeletionOptions) {
    this.#options = options;
    this.#stages = new StageRunner(options);
    this.#events = new DeletionEvents(options.recorder);
  }

  async advance(
    machine: DeepReadonly<Machine>,
    observed: ObservedMachine,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> {
    const facts = {
      machine,
      ...observed,
      siblings: this.#options.machines.ofCluster(clusterOf(machine)),
      controlPlane: this.#controlPlaneOf(observed.cluster),
      now: this.#options.clock.now(),
    };
    let node = observed.node;
    const times: DeletionTimes = {};
    const passed = new Set<StageName>();
    for (;;) {
      const step = nextDeletionStep({ ...facts, node, passed });
      if (step.action === "finish") return { finished: true };
      if ("began" in step) times[step.began] = startOf(step.began, machine, facts.now);
      if (step.action === "deleteNode") {
        const deleted = await this.#deleteNode(machine, step, signal);
        if (deleted.failure === undefined) {
          node = deleted.node;
          continue;
        }
        const { retryAfterMs } = deleted;
        const progress = { reason: step.reason, message: deleted.failure, times };
        return { finished: false, progress, node, retryAfterMs };
      }
      if (step.action === "cordonNode" || step.action === "drainNode" || step.action === "awaitVolumes") {
        const outcome = await this.#stages.run(facts, step, signal);
        if (step.action !== "cordonNode") {
          this.#events.stage(machine, step.action, step.node.metadata.name, outcome);
        }
        if (outcome.state === "waiting") {
          const { message, retryAfterMs } = outcome;
          return { finished: false, progress: { reason: step.reason, message, times }, node, retryAfterMs };
        }
        if (outcome.state === "done") passed.add(outcome.stage);
        else node = outcome.node;
        continue;
      }
      if (step.action === "deleteInfrastructure") await this.#remove(facts.infrastructure, signal);
      if (step.action === "deleteBootstrapConfig") await this.#remove(facts.bootstrapConfig, signal);
      const { reason, message } = step;
      const retryAfterMs = step.action === "wait" ? step.retryAfterMs : undefined;
      return {
        finished: false,
        progress: { reason, message, times },
        node,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
    }
  }

  /** A Node that cannot be deleted is left behind when `nodeDeletionTimeoutSeconds` have passed. */
  async #deleteNode(
    machine: DeepReadonly<Machine>,
    { name }: Extract<DeletionStep, { action: "deleteNode" }>,
    signal: AbortSignal,
  ): Promise<NodeDeletion> {
    try {
      return { node: await this.#options.workloads.deleteNode(clusterOf(machine), name, signal) };
    } catch (error) {
      if (signal.aborted) throw error;
      const failure = `Error deleting Node ${name}: ${error instanceof Error ? error.message : String(error)}`;
      this.#events.nodeNotDeleted(machine, failure);
      const remainingMs = nodeDeletionRemainingMs(machine, this.#options.clock.now());
      if (remainingMs <= 0) return { node: { state: "absent" } };
      return { failure, retryAfterMs: Math.min(remainingMs, failureRetryMs) };
    }
  }

  /** The Machine is gone. */
  forget(machine: Request): void {
    this.#stages.forget(requestKey(machine));
  }

  /** The deletion is only asked for: its end comes as an event, which brings the Machine back. */
  async #remove(observed: ObservedReference | undefined, signal: AbortSignal): Promise<void> {
    if (observed?.state !== "found") return;
    await deleteIfThere(this.#options.client, observed, signal);
  }

  #controlPlaneOf(cluster: DeepReadonly<Cluster> | undefined): ControlPlaneState {
    const reference = cluster?.spec.controlPlaneRef;
    if (cluster === undefined || reference === undefined) return "ordinary";
    const { namespace } = cluster.metadata;
    return controlPlaneStateOf(
      this.#options.references.resolve({ ...reference, path: "spec.controlPlaneRef" }, namespace),
    );
  }
}

/** Deletes exactly the object that was found, not one that has taken its name since. */
export async function deleteIfThere(
  client: Client,
  { kind, object }: Pick<FoundReference, "kind" | "object">,
  signal: AbortSignal,
): Promise<void> {
  const { name, namespace, uid } = object.metadata;
  const key = { name, ...(namespace === undefined ? {} : { namespace }) };
  try {
    await client.delete(kind, key, { signal, ...(uid === undefined ? {} : { preconditions: { uid } }) });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
