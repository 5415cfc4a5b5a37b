import type { Clock, Timer } from "../clock/clock.ts";
import type { Request } from "../enqueue/request.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";
import type { Worker } from "../worker/workers.ts";

/** One reconcile from its start until it has returned. */
export class RunningReconcile {
  readonly request: Request;
  /** By the clock of the deadlines. */
  readonly startedMs: number;
  readonly worker: Worker;
  /** Created when the signal is first used: most reconciles wait for nothing, and an AbortController costs as much as a short reconcile. */
  #ending: AbortController | undefined;
  #endedBy: Error | undefined;
  #hasPassed = false;

  constructor(request: Request, startedMs: number, worker: Worker) {
    this.request = request;
    this.startedMs = startedMs;
    this.worker = worker;
  }

  /** Aborts at the deadline, or when all reconciles are stopped. */
  get signal(): AbortSignal {
    this.#ending ??= new AbortController();
    if (this.#endedBy !== undefined) this.#ending.abort(this.#endedBy);
    return this.#ending.signal;
  }

  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** @internal For {@link RunningReconciles}. */
  pass(error: TimedOutError): void {
    this.#hasPassed = true;
    this.stop(error);
  }

  /** @internal For {@link RunningReconciles}. */
  stop(reason: Error): void {
    this.#endedBy ??= reason;
    this.#ending?.abort(this.#endedBy);
  }
}

/**
 * The running reconciles of one controller, and their deadlines. All have the same time limit, so one timer serves them all. Each has its
 * own signal, because `AbortSignal.any` costs more than a short reconcile.
 */
export class RunningReconciles {
  readonly #clock: Pick<Clock, "monotonic" | "setTimer">;
  readonly #timeoutMs: number;
  readonly #onPassed: (reconcile: RunningReconcile, error: TimedOutError) => void;
  /** In the order of their starts, and so of their deadlines. */
  readonly #all = new Set<RunningReconcile>();
  /** Set for the first deadline, or for that of a reconcile that has ended since. */
  #timer: Timer | undefined;
  #onEmpty: (() => void)[] = [];

  /** @param onPassed - called for each reconcile that passes its deadline. */
  constructor(
    clock: Pick<Clock, "monotonic" | "setTimer">,
    timeoutMs: number,
    onPassed: (reconcile: RunningReconcile, error: TimedOutError) => void,
  ) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#onPassed = onPassed;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The reconcile that has run the longest. */
  get longest(): RunningReconcile | undefined {
    const [first] = this.#all;
    return first;
  }

  /** How long each reconcile has been running, in milliseconds. */
  get durationsMs(): readonly number[] {
    return [...this.#all].map((each) => this.durationMs(each));
  }

  durationMs({ startedMs }: RunningReconcile): number {
    return this.#clock.monotonic() - startedMs;
  }

  begin(request: Request, worker: Worker): RunningReconcile {
    const reconcile = new RunningReconcile(request, this.#clock.monotonic(), worker);
    this.#all.add(reconcile);
    if (this.#timer === undefined) this.#wait(this.#timeoutMs);
    return reconcile;
  }

  /** Removes a reconcile that has returned. */
  ended(reconcile: RunningReconcile): void {
    this.#all.delete(reconcile);
    if (this.#onEmpty.length === 0 || this.#all.size > 0) return;
    for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  /** Aborts the signals of all running reconciles. @returns a promise that resolves when all have returned. */
  async stop(reason: Error): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    for (const each of this.#all) each.stop(reason);
    if (this.#all.size > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }

  #wait(ms: number): void {
    this.#timer = this.#clock.setTimer(ms, () => {
      this.#timer = undefined;
      this.#pass();
    });
  }

  #pass(): void {
    const due = [...this.#all].filter((each) => !each.hasPassed && this.durationMs(each) >= this.#timeoutMs);
    for (const each of due) {
      const error = new TimedOutError(`The reconcile was ended at its deadline of ${this.#timeoutMs / 1_000} s`);
      each.pass(error);
      this.#onPassed(each, error);
    }
    // Others may have begun in the place of these, and wait longer than those that began before.
    this.#timer?.cancel();
    this.#timer = undefined;
    const next = [...this.#all].find(({ hasPassed }) => !hasPassed);
    if (next !== undefined) this.#wait(Math.ceil(this.#timeoutMs - this.durationMs(next)));
  }
}
