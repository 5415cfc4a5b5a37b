import process from "node:process";
import { type CountedRequest, summarizeRequests } from "./requests.ts";
import type { DemoSummary, RequestSummary } from "./summary.ts";

/** The measurements from apply to deletion. Times in milliseconds. */
export interface Course {
  readonly machines: { readonly total: number; readonly running: number };
  readonly toFirstRunningMs: number | null;
  readonly toAllRunningMs: number | null;
  readonly toDeletedMs: number | null;
  /** From apply to the last Machine Running. */
  readonly requests: readonly CountedRequest[];
  readonly idle: { readonly requests: number; readonly seconds: number };
  /** Objects left after the deletion; null if the demo continued instead (`--keep`). */
  readonly objectsLeft: readonly string[] | null;
}

/** Summarizes a run with the resource usage of this process. `leftovers` is null if nothing was deleted. */
export function summarize(
  course: Course,
  leftovers: number | null,
  countedBy: RequestSummary["countedBy"],
): DemoSummary {
  const { user, system } = process.cpuUsage();
  return {
    machines: course.machines,
    seconds: {
      toFirstRunning: inSeconds(course.toFirstRunningMs),
      toAllRunning: inSeconds(course.toAllRunningMs),
      toDeleted: inSeconds(course.toDeletedMs),
    },
    requests: summarizeRequests(course.requests, { machines: course.machines.total, idle: course.idle, countedBy }),
    rssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    cpuSeconds: Math.round((user + system) / 10_000) / 100,
    leftovers,
  };
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms) / 1000;
}
