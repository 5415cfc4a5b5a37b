import { PerformanceObserver } from "node:perf_hooks";
import process from "node:process";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { adaptYoungGeneration, isSetByOperator, mebibyte } from "./young-generation.ts";

/** What is beyond it is what a program knows, of which there would not be much more if it were collected more often. */
const smallHeapBytes = 64 * mebibyte;
/** Of a manager with a few hundred objects; one of 16 MiB is for those that have thousands. */
const youngBytesOfSmall = 4 * mebibyte;
const youngBytesOfLarge = 16 * mebibyte;

/** Before Node 24 what is busy would only be interpreted, or nearly so, without the last one. */
const hasTwoCompilers = Number.parseInt(process.versions.node, 10) >= 24;

let isKept = false;

/**
 * Has V8 collect what is no longer used before it takes more memory, as long as the heap is small; by default it lets a heap grow to a
 * multiple of what is used, which costs less time where there is much to look at. From Node 24 it does without the last of its compilers
 * until then, which takes more memory, and more time, than it saves a manager of a thousand Machines. Adapts the young generation, too. Only for a process
 * that does nothing else.
 *
 * @example
 * ```ts
 * import { keepHeapSmall } from "@capstan/kube/memory";
 *
 * keepHeapSmall(); // a flag of the operator's for the semi-space wins
 * ```
 */
export function keepHeapSmall(): void {
  if (isKept || isSetByOperator()) return;
  isKept = true;
  preferSize();
  new PerformanceObserver(preferSize).observe({ entryTypes: ["gc"] });
  adaptYoungGeneration({ largestBytes: () => (isSmall() ? youngBytesOfSmall : youngBytesOfLarge) });
}

function preferSize(): void {
  const isBySize = isSmall();
  setFlagsFromString(isBySize ? "--optimize-for-size" : "--no-optimize-for-size");
  if (hasTwoCompilers) setFlagsFromString(isBySize ? "--no-turbofan" : "--turbofan");
}

function isSmall(): boolean {
  return getHeapStatistics().used_heap_size < smallHeapBytes;
}
