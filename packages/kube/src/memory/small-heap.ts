import { PerformanceObserver } from "node:perf_hooks";
import process from "node:process";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { adaptYoungGeneration, isSetByOperator, mebibyte } from "./young-generation.ts";

/** Memory above this limit is data in use, and collecting more often would not reduce it much. */
const smallHeapBytes = 64 * mebibyte;
/** The size for a manager with a few hundred objects; 16 MiB is the size for thousands of objects. */
const youngBytesOfSmall = 4 * mebibyte;
const youngBytesOfLarge = 16 * mebibyte;

/** Before Node 24, V8 without its top compiler would run hot code in the interpreter, or nearly so. */
const hasTwoCompilers = Number.parseInt(process.versions.node, 10) >= 24;

let isKept = false;

/**
 * Makes V8 collect garbage before it takes more memory, as long as the heap is small. By default V8 lets a heap grow to a multiple of the
 * memory in use, which saves time when there is a lot to scan. From Node 24, the top compiler is off until then, because it takes more
 * memory and time than it saves in a manager of a thousand Machines. Also adapts the young generation. Use it only in a process of its own.
 *
 * @example
 * ```ts
 * import { keepHeapSmall } from "@capstan/kube/memory";
 *
 * keepHeapSmall(); // a semi-space flag set by the operator takes precedence
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
