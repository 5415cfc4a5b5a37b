import type { Clock, Timer } from "../clock/clock.ts";
import type { Request } from "../enqueue/request.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";

/** One reconcile from its beginning until it has returned. */
export class RunningReconcile {
  readonly request: Request;
  /** On the clock of the deadlines. */
  readonly startedMs: number;
  /** What it waits for now, as far as that is known. */
  readonly waitsFor: () => readonly string[];
  /** Of a signal that has been asked for: most reconciles wait for nothing, and one costs as much as a short reconcile. */
  #ending: AbortController | undefined;
  #endedBy: Error | undefined;
  readonly #onPassed: (error: TimedOutError) => void;
  #hasPassed = false;

  /** @param onPassed - called once its deadline has passed. */
  constructor(
    request: Request,
    startedMs: number,
    onPassed: (error: TimedOutError) => void,
    waitsFor: () => readonly string[],
  ) {
    this.request = request;
    this.waitsFor = waitsFor;
    this.startedMs = startedMs;
    this.#onPassed = onPassed;
  }

  /** Aborts at the deadline, or when all are to stop. */
  get signal(): AbortSignal {
    this.#ending ??= new AbortController();
    if (this.#endedBy !== undefined) this.#ending.abort(this.#endedBy);
    return this.#ending.signal;
  }

  get hasPassed(): boolean {
    return this.#hasPassed;
  }

  /** @internal Of {@link RunningReconciles}. */
  pass(error: TimedOutError): void {
    this.#hasPassed = true;
    this.stop(error);
    this.#onPassed(error);
  }

  /** @internal Of {@link RunningReconciles}. */
  stop(reason: Error): void {
    this.#endedBy ??= reason;
    this.#ending?.abort(this.#endedBy);
  }
}

/**
 * The reconciles of one controller that run, and their deadlines. All have the same time, so that one timer serves them all; and each has
 * a signal of its own: one made of two (`AbortSignal.any`) costs more than a short reconcile.
 */
export class RunningReconciles {
  readonly #clock: Pick<Clock, "monotonic" | "setTimer">;
  readonly #timeoutMs: number;
  /** In the order in which they began, which is that of their deadlines. */
  readonly #all = new Set<RunningReconcile>();
  /** Set for the first deadline, or for one that was; the reconcile has ended since. */
  #timer: Timer | undefined;
  #onEmpty: (() => void)[] = [];

  constructor(clock: Pick<Clock, "monotonic" | "setTimer">, timeoutMs: number) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The one that has run for the longest. */
  get longest(): RunningReconcile | undefined {
    const [first] = this.#all;
    return first;
  }

  /** For how long each has been running, in milliseconds. */
  get durationsMs(): readonly number[] {
    return [...this.#all].map((each) => this.durationMs(each));
  }

  durationMs({ startedMs }: RunningReconcile): number {
    return this.#clock.monotonic() - startedMs;
  }

  begin(
    request: Request,
    onPassed: (error: TimedOutError) => void,
    waitsFor: () => readonly string[] = () => [],
  ): RunningReconcile {
    const reconcile = new RunningReconcile(request, this.#clock.monotonic(), onPassed, waitsFor);
    this.#all.add(reconcile);
    if (this.#timer === undefined) this.#wait(this.#timeoutMs);
    return reconcile;
  }

  /** It has returned. */
  ended(reconcile: RunningReconcile): void {
    this.#all.delete(reconcile);
    if (this.#all.size > 0) return;
    for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  /** Aborts the signals of all that run. @returns when they have all returned. */
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
      each.pass(new TimedOutError(`The reconcile was ended at its deadline of ${this.#timeoutMs / 1_000} s`));
    }
    // Others may have begun in the place of these, and wait longer than those that began before.
    this.#timer?.cancel();
    this.#timer = undefined;
    const next = [...this.#all].find(({ hasPassed }) => !hasPassed);
    if (next !== undefined) this.#wait(Math.ceil(this.#timeoutMs - this.durationMs(next)));
  }
}
