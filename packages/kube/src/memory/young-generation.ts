import { PerformanceObserver } from "node:perf_hooks";
import process from "node:process";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export const mebibyte = 1024 * 1024;
/** As V8 makes it in the beginning. */
const smallestBytes = 2 * mebibyte;
/** More of it makes no write of the API server cheaper. */
const defaultLargestBytes = 16 * mebibyte;
/** After this long without a collection so little happens that nothing is gained by more than the smallest. */
const defaultRestMs = 3_000;

let isAdapting = false;

/** Options of {@link adaptYoungGeneration}. */
export interface YoungGenerationOptions {
  /** After how long without a collection it is made small. Default: 3 s. */
  readonly restMs?: number;
  /** Up to how much it grows; asked after each collection. Default: 16 MiB. */
  readonly largestBytes?: () => number;
}

/** Keeps the part of the heap that new objects are in as small as it is: what loads modules survives, and would make it grow. */
export function holdYoungGeneration(): void {
  setGrowth(1);
}

/**
 * Lets the young generation grow while much is allocated, so that what ends with a request is gone before it is collected, and has it give
 * back what it has grown by when there is nothing to do. V8 does that with the next collection, which does not come while nothing is
 * allocated. What an operator has set by a flag of Node or in `NODE_OPTIONS` stays as it is. Only for a process that does nothing else.
 */
export function adaptYoungGeneration({
  restMs = defaultRestMs,
  largestBytes = () => defaultLargestBytes,
}: YoungGenerationOptions = {}): void {
  if (isAdapting || isSetByOperator()) return;
  isAdapting = true;
  let collect: Collect | undefined;
  const shrink = (): void => {
    if (youngBytes() <= smallestBytes) return;
    collect ??= collector();
    // V8 gives back nothing as long as it remembers the load. Since this is a collection, too, it is tried again then.
    collect({ type: "minor" });
  };
  let cancel = after(restMs, shrink);
  setGrowth(2);
  new PerformanceObserver(() => {
    setGrowth(youngBytes() < largestBytes() ? 2 : 1);
    cancel();
    cancel = after(restMs, shrink);
  }).observe({ entryTypes: ["gc"] });
}

export function isSetByOperator(): boolean {
  return [...process.execArgv, process.env.NODE_OPTIONS ?? ""].some((flags) => /semi[-_]space/.test(flags));
}

/** In real time, and without keeping the process alive. */
function after(delayMs: number, callback: () => void): () => void {
  // eslint-disable-next-line no-restricted-globals -- What V8 does has no other clock.
  const timer = setTimeout(callback, delayMs).unref();
  return () => {
    clearTimeout(timer);
  };
}

function setGrowth(factor: 1 | 2): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;
}

type Collect = (options: { readonly type: "minor" }) => void;

/** Node has it only where it is started with a flag. */
function collector(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}
