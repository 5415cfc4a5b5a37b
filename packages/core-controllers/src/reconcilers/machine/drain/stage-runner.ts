import { type Cluster, type DeepReadonly, type Machine } from "@capstan/contract";
import { type Client, type Clock, requestFor, requestKey } from "@capstan/runtime";
import { type WorkloadConnections } from "../../../tracker/workload-connections.ts";
import { clusterOf } from "../machine-cache.ts";
import { drainNode, type Pass } from "./node-drain.ts";
import { type StageName, type StageStep } from "./stages.ts";
import { startOf } from "./time-limits.ts";
import { checkVolumes } from "./volume-wait.ts";

/** Options of {@link StageRunner}. */
export interface StageRunnerOptions {
  /** Of the management cluster. */
  readonly client: Client;
  readonly clock: Clock;
  readonly workloads: Pick<WorkloadConnections, "clientOf">;
}

/** Where a stage stands. */
export type StageOutcome =
  | { readonly state: "done" }
  | { readonly state: "waiting"; readonly message: string; readonly retryAfterMs: number }
  /** There is no connection to the workload cluster. */
  | { readonly state: "disconnected" };

interface Subject {
  readonly machine: DeepReadonly<Machine>;
  readonly cluster: DeepReadonly<Cluster> | undefined;
}

type Step = StageStep & { readonly action: StageName };

interface Paced {
  readonly uid: string | undefined;
  readonly action: StageName;
  readonly message: string;
  readonly dueMs: number;
}

/**
 * Between two looks at the Pods or volumes of a Node. Pods take their time to go, and the heartbeats of the Node bring
 * the Machine back far more often than it makes sense to ask for their eviction.
 */
const intervalMs = 20_000;

/** Goes through the stages that look at the workload cluster, each Machine's at a slow pace. */
export class StageRunner {
  readonly #options: StageRunnerOptions;
  readonly #paced = new Map<string, Paced>();

  constructor(options: StageRunnerOptions) {
    this.#options = options;
  }

  /** @param key - `requestKey` of a Machine that is gone. */
  forget(key: string): void {
    this.#paced.delete(key);
  }

  /** Looks at a stage, unless that was done a moment ago. */
  async run(subject: Subject, step: Step, signal: AbortSignal): Promise<StageOutcome> {
    const { clock, workloads } = this.#options;
    const { machine } = subject;
    const key = requestKey(requestFor(machine));
    const { uid } = machine.metadata;
    const last = this.#paced.get(key);
    if (last?.uid === uid && last?.action === step.action && last.dueMs > clock.now()) return this.#waiting(last, step);
    const workload = workloads.clientOf(clusterOf(machine));
    if (workload === undefined) return { state: "disconnected" };
    const pass = await this.#look(workload, subject, step, signal);
    this.#paced.delete(key);
    if (pass.done) return { state: "done" };
    const paced = { uid, action: step.action, message: pass.message, dueMs: clock.now() + intervalMs };
    this.#paced.set(key, paced);
    return this.#waiting(paced, step);
  }

  #waiting({ dueMs, message }: Paced, { remainingMs = Infinity }: Step): StageOutcome {
    return { state: "waiting", message, retryAfterMs: Math.min(dueMs - this.#options.clock.now(), remainingMs) };
  }

  /** What goes wrong is told on the Machine rather than thrown, so that the stage has a beginning and its limit an end. */
  async #look(workload: Client, subject: Subject, step: Step, signal: AbortSignal): Promise<Pass> {
    const { client, clock } = this.#options;
    const { node, nodeUnreachable } = step;
    const now = clock.now();
    const of = { ...subject, nodeName: node.metadata.name, nodeUnreachable, now };
    const startedAt = startOf(step.began, subject.machine, now);
    const options = { management: client, workload, clock, startedAt, signal };
    try {
      if (step.action === "drainNode") return await drainNode(of, options);
      return await checkVolumes(of, node.status?.volumesAttached ?? [], options);
    } catch (error) {
      if (signal.aborted) throw error;
      const what = step.action === "drainNode" ? "draining Node" : "waiting for volumes to be detached from Node";
      const why = error instanceof Error ? error.message : String(error);
      return { done: false, message: `Error ${what} ${of.nodeName}: ${why}` };
    }
  }
}
