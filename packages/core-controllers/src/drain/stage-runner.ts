import { type Cluster, type DeepReadonly, type Machine } from "@capstan/contract";
import { type Client, type Clock, isNotFound, requestFor, requestKey } from "@capstan/runtime";
import { type ObservedNode } from "../workload/observed-node.ts";
import { type WorkloadConnections } from "../workload/workload-connections.ts";
import { clusterOf } from "../kit/machine-cache.ts";
import { drainNode, type Pass } from "./node-drain.ts";
import { type StageName, type StageStep } from "./stages.ts";
import { startOf } from "./time-limits.ts";
import { checkVolumes } from "./volume-wait.ts";

/** Options of {@link StageRunner}. */
export interface StageRunnerOptions {
  /** Client of the management cluster. */
  readonly client: Client;
  readonly clock: Clock;
  readonly workloads: Pick<WorkloadConnections, "clientOf" | "patchNode">;
}

/** The result of a step. */
export type StageOutcome =
  | { readonly state: "done"; readonly stage: StageName }
  | {
      readonly state: "waiting";
      readonly message: string;
      readonly retryAfterMs: number;
      /** The failure of this step, if any. */
      readonly failure?: string;
    }
  /** The Node has changed or is unreachable. */
  | { readonly state: "changed"; readonly node: ObservedNode };

interface Subject {
  readonly machine: DeepReadonly<Machine>;
  readonly cluster: DeepReadonly<Cluster> | undefined;
}

type Cordon = StageStep & { readonly action: "cordonNode" };
type Step = StageStep & { readonly action: StageName };

type Look =
  | Extract<Pass, { readonly done: true }>
  | (Extract<Pass, { readonly done: false }> & { readonly retryMs: number; readonly failure?: string });

interface Paced {
  readonly uid: string | undefined;
  readonly action: StageName;
  readonly message: string;
  readonly dueMs: number;
}

/**
 * Time between two checks of the Pods or volumes of a Node. Pods take a while to terminate, and the heartbeats of the Node enqueue the
 * Machine far more often than evictions make sense.
 */
const intervalMs = 20_000;

/** Time until a failed step is retried. */
const failureRetryMs = 5_000;

const disconnected = "Remote connection lost";

/** Runs the stages that read the workload cluster, at a slow pace for each Machine. */
export class StageRunner {
  readonly #options: StageRunnerOptions;
  readonly #paced = new Map<string, Paced>();

  constructor(options: StageRunnerOptions) {
    this.#options = options;
  }

  /** @param key - `requestKey` of a deleted Machine. */
  forget(key: string): void {
    this.#paced.delete(key);
  }

  /** Carries out a step. Failures are returned rather than thrown, so that the time limit of the stage starts. */
  async run(subject: Subject, step: Cordon | Step, signal: AbortSignal): Promise<StageOutcome> {
    return step.action === "cordonNode" ? this.#cordon(subject, step, signal) : this.#pass(subject, step, signal);
  }

  async #cordon({ machine }: Subject, { message, name }: Cordon, signal: AbortSignal): Promise<StageOutcome> {
    try {
      const body = { spec: { unschedulable: true } };
      const node = await this.#options.workloads.patchNode(clusterOf(machine), name, body, signal);
      return { state: "changed", node };
    } catch (error) {
      if (signal.aborted) throw error;
      if (isNotFound(error)) return { state: "changed", node: { state: "absent" } };
      const failure = `* Error cordoning Node ${name}: ${textOf(error)}`;
      return { state: "waiting", message: `${message}\n${failure}`, retryAfterMs: failureRetryMs };
    }
  }

  /** Checks a stage, unless it was checked a moment ago. */
  async #pass(subject: Subject, step: Step, signal: AbortSignal): Promise<StageOutcome> {
    const { clock, workloads } = this.#options;
    const { machine } = subject;
    const key = requestKey(requestFor(machine));
    const { uid } = machine.metadata;
    const last = this.#paced.get(key);
    if (last?.uid === uid && last?.action === step.action && last.dueMs > clock.monotonic())
      return this.#waiting(last, step);
    const workload = workloads.clientOf(clusterOf(machine));
    if (workload === undefined) return { state: "changed", node: { state: "connecting", message: disconnected } };
    const pass = await this.#look(workload, subject, step, signal);
    this.#paced.delete(key);
    if (pass.done) return { state: "done", stage: step.action };
    const paced = { uid, action: step.action, message: pass.message, dueMs: clock.monotonic() + pass.retryMs };
    this.#paced.set(key, paced);
    const { failure } = pass;
    return { ...this.#waiting(paced, step), ...(failure === undefined ? {} : { failure }) };
  }

  #waiting({ dueMs, message }: Paced, { remainingMs = Infinity }: Step): Extract<StageOutcome, { state: "waiting" }> {
    return { state: "waiting", message, retryAfterMs: Math.min(dueMs - this.#options.clock.monotonic(), remainingMs) };
  }

  async #look(workload: Client, subject: Subject, step: Step, signal: AbortSignal): Promise<Look> {
    const { client, clock } = this.#options;
    const { node, nodeUnreachable } = step;
    const now = clock.now();
    const of = { ...subject, nodeName: node.metadata.name, nodeUnreachable, now };
    const startedAt = startOf(step.began, subject.machine, now);
    const options = { management: client, workload, clock, startedAt, signal };
    try {
      const pass =
        step.action === "drainNode"
          ? await drainNode(of, options)
          : await checkVolumes(of, node.status?.volumesAttached ?? [], options);
      return pass.done ? pass : { ...pass, retryMs: intervalMs };
    } catch (error) {
      if (signal.aborted) throw error;
      const what = step.action === "drainNode" ? "draining Node" : "waiting for volumes to be detached from Node";
      const failure = `Error ${what} ${of.nodeName}: ${textOf(error)}`;
      return { done: false, retryMs: failureRetryMs, message: failure, failure };
    }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
