import type { Clock } from "../clock/clock.ts";
import type { EndedReconcile, LongRunningReconcile } from "../controller/reconcile-reports.ts";
import { requestKey } from "../enqueue/request.ts";

/** The parts of a controller that may keep its manager from settling. */
interface Restful {
  readonly name: string;
  readonly longestRunning: LongRunningReconcile | undefined;
  readonly pendingInSources: number;
}

/** More objects than this that are reconciled often are regular work; fewer are endless reconciles. */
const fewObjects = 10;
const often = 10;
/** The share of all reconciles that they must have. */
const most = 0.9;

/** Tracks what keeps a manager from settling, and for how long, to report it if it lasts. */
export class Unrest {
  readonly #clock: Clock;
  readonly #reconciles = new Map<string, number>();
  /** Current waits and their starts. */
  readonly #since = new Map<string, number>();
  readonly #behind = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a reconcile. */
  reconciled({ controller, kind = "", request }: EndedReconcile): void {
    const key = `${controller} reconciles ${`${kind} `.trimStart()}${requestKey(request)}`;
    this.#reconciles.set(key, (this.#reconciles.get(key) ?? 0) + 1);
  }

  /** Awaits `work`, and tracks the wait. */
  async during<T>(what: string, work: Promise<T>): Promise<T> {
    this.#since.set(what, this.#clock.monotonic());
    try {
      return await work;
    } finally {
      this.#since.delete(what);
    }
  }

  /** Sets the kinds whose watches are behind the server; kinds that were behind already keep their start. */
  behind(kinds: readonly string[]): void {
    const now = new Set(kinds.map((kind) => `the watch of ${kind} has not received the last change`));
    for (const known of this.#behind.keys()) if (!now.has(known)) this.#behind.delete(known);
    for (const what of now) if (!this.#behind.has(what)) this.#behind.set(what, this.#clock.monotonic());
  }

  /** The causes that have lasted for `patienceMs`, one line each; resets the count of reconciles. */
  lasting(controllers: readonly Restful[], patienceMs: number): readonly string[] {
    const now = this.#clock.monotonic();
    const waits = [...this.#since, ...this.#behind].map(([what, sinceMs]) => ({ what, lastsMs: now - sinceMs }));
    const found = [
      ...controllers.flatMap((controller) => hanging(controller, patienceMs)),
      ...this.#restless(patienceMs),
      ...waits
        .filter(({ lastsMs }) => lastsMs >= patienceMs)
        .map(({ what, lastsMs }) => `${what} for ${seconds(lastsMs)}`),
    ];
    this.#reconciles.clear();
    return found;
  }

  #restless(patienceMs: number): readonly string[] {
    const counts = [...this.#reconciles];
    const restless = counts.filter(([, count]) => count >= often);
    const sum = (of: typeof counts) => of.reduce((total, [, count]) => total + count, 0);
    if (restless.length > fewObjects || sum(restless) < sum(counts) * most) return [];
    return restless.map(
      ([who, count]) => `${who} continuously, ${count} times in ${seconds(patienceMs)}, each time after a write`,
    );
  }
}

function hanging({ name, longestRunning, pendingInSources }: Restful, patienceMs: number): readonly string[] {
  if (longestRunning === undefined)
    return pendingInSources === 0 ? [] : [`${name} waits for a function that maps events to requests`];
  const { kind = "", request, waitsFor } = longestRunning;
  const lastsMs = longestRunning.seconds * 1_000;
  if (lastsMs < patienceMs) return [];
  const wait =
    waitsFor.length === 0 ? "the reconciler's own code, not for a request to the API server" : waitsFor.join(", ");
  return [
    `${name} reconciles ${`${kind} `.trimStart()}${requestKey(request)} for ${seconds(lastsMs)}; it waits for ${wait}`,
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 1_000 ? 1 : 0)} s`;
}
