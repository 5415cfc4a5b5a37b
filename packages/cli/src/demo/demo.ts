import { listLocalLeftovers } from "./leftovers.ts";
import { type Course, runCourse } from "./course.ts";
import { interruption } from "./interruption.ts";
import { loadManifests, resize } from "./manifests.ts";
import type { DemoOptions } from "./options.ts";
import { createOutput, type DemoOutput } from "./output.ts";
import { summarizeRequests } from "./requests.ts";
import { startStack } from "./stack.ts";
import type { DemoSummary, RequestSummary } from "./summary.ts";
import process from "node:process";

/** Conventional exit status of a process that was ended by SIGINT. */
const interruptedStatus = 130;

/**
 * Runs the demo and says how it went.
 *
 * @returns the exit status: 0 all Machines were Running and nothing is left over, 1 not so, 130 interrupted.
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  using interrupt = interruption();
  const output = createOutput(options.json);
  try {
    return await bringUpAndDown(options, output, interrupt.signal);
  } catch (error) {
    if (interrupt.signal.aborted) return interruptedStatus;
    output.problem(error);
    return 1;
  } finally {
    output.close();
  }
}

async function bringUpAndDown(options: DemoOptions, output: DemoOutput, signal: AbortSignal): Promise<number> {
  const manifests = resize(await loadManifests(options.manifests), options);
  output.progress("starting the API server and the managers");
  const stack = await startStack(options, output.logger);
  let course: Course;
  try {
    course = await runCourse(stack, manifests, options, output, signal);
  } finally {
    await stack.close();
  }
  const leftovers = course.objectsLeft === null ? null : [...course.objectsLeft, ...(await listLocalLeftovers())];
  const summary = summarize(course, leftovers, stack.counter.countedBy);
  output.summary(summary, leftovers ?? []);
  return summary.machines.running === summary.machines.total && (leftovers ?? []).length === 0 ? 0 : 1;
}

function summarize(
  course: Course,
  leftovers: readonly string[] | null,
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
    leftovers: leftovers === null ? null : leftovers.length,
  };
}

function inSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms) / 1000;
}
