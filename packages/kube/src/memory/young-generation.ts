import { PerformanceObserver } from "node:perf_hooks";
import process from "node:process";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export const mebibyte = 1024 * 1024;
/** The initial size in V8. */
const smallestBytes = 2 * mebibyte;
/** A larger size makes no write of the API server cheaper. */
const defaultLargestBytes = 16 * mebibyte;
/** After this long without a collection, so little is allocated that the smallest size is sufficient. */
const defaultRestMs = 3_000;

let isAdapting = false;

/** Options of {@link adaptYoungGeneration}. */
export interface YoungGenerationOptions {
  /** The time without a collection after which the young generation shrinks. Default: 3 s. */
  readonly restMs?: number;
  /** Returns the largest size; called after each collection. Default: 16 MiB. */
  readonly largestBytes?: () => number;
}

/** Keeps the young generation at its present size: the objects of loaded modules survive collections, and would make it grow. */
export function holdYoungGeneration(): void {
  setGrowth(1);
}

/**
 * Lets the young generation grow while much is allocated, so that objects of a request die before they are collected, and shrinks it again
 * when the process is idle. V8 alone shrinks it with the next collection, which does not happen while nothing is allocated. A size that an
 * operator has set with a flag of Node or in `NODE_OPTIONS` is unchanged. Use it only in a process of its own.
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
    // V8 does not shrink the heap while it remembers the load. This collection triggers the next attempt.
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

/** Uses real time, and does not keep the process alive. */
function after(delayMs: number, callback: () => void): () => void {
  // eslint-disable-next-line no-restricted-globals -- V8 has no other clock.
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

/** Node exposes the collector only after this flag is set. */
function collector(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}
