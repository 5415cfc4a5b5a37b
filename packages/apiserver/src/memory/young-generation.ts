import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { after } from "../clock/clock.ts";

const mebibyte = 1024 * 1024;
/** As V8 makes it in the beginning. */
const smallestBytes = 2 * mebibyte;
/** More of it makes no write cheaper. */
const largestBytes = 16 * mebibyte;
/** After this long without a collection so little happens that nothing is gained by more than the smallest. */
const defaultRestMs = 3_000;

/** Keeps the part of the heap that new objects are in as small as it is: what loads modules survives, and would make it grow. */
export function holdYoungGeneration(): void {
  setGrowth(1);
}

/**
 * Lets the young generation grow while much is allocated, so that what ends with a request is gone before it is collected, and has it give
 * back what it has grown by when there is nothing to do. V8 does that with the next collection, which does not come while nothing is
 * allocated. Only for a process that does nothing else.
 */
export function adaptYoungGeneration(restMs = defaultRestMs): void {
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
    setGrowth(youngBytes() < largestBytes ? 2 : 1);
    cancel();
    cancel = after(restMs, shrink);
  }).observe({ entryTypes: ["gc"] });
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
