import { optional } from "@capstan/kube";
import { systemClock } from "@capstan/runtime";
import { loadManifests } from "../manifests/load-manifests.ts";
import { interruption } from "../terminal/interruption.ts";
import { runCourse } from "./course.ts";
import { serveDemoPage } from "./demo-page.ts";
import { listLocalLeftovers } from "./leftovers.ts";
import { resize } from "./manifests.ts";
import type { DemoNodes } from "./nodes/demo-nodes.ts";
import { dockerNodes } from "./nodes/docker-nodes.ts";
import { mockNodes } from "./nodes/mock-nodes.ts";
import type { DemoOptions } from "./options.ts";
import { createOutput, type DemoOutput } from "./output.ts";
import { startStack } from "./stack.ts";
import { type Course, summarize } from "./summarize.ts";

/** Conventional exit status of a process that SIGINT stopped. */
const interruptedStatus = 130;

/**
 * Runs the demo and reports the result.
 *
 * @returns the exit status: 0 all Machines were Running and nothing is left over, 1 otherwise, 130 interrupted.
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
  const nodes = nodesOf(options);
  const manifests = nodes.adapt(resize(await loadManifests(options.manifests), options));
  await nodes.check(signal);
  output.progress("starting the API server and the managers");
  const stack = await startStack(options, nodes, output.logger);
  const closing = new AsyncDisposableStack();
  closing.defer(() => stack.close());
  let course: Course;
  try {
    if (options.page) output.page(await serveDemoPage(stack, options, closing));
    course = await runCourse({ stack, manifests, options, output, signal, clock: systemClock });
  } finally {
    await closing.disposeAsync();
  }
  const allRunning = course.machines.running === course.machines.total;
  if (course.objectsLeft === null) return allRunning ? 0 : 1;
  const clusters = manifests.filter(({ kind }) => kind === nodes.kinds.cluster.kind);
  const ofNodes = await nodes.leftovers(
    clusters.map(({ metadata: { name } }) => ({ name, namespace: options.namespace })),
  );
  const leftovers = [...course.objectsLeft, ...ofNodes, ...(await listLocalLeftovers())];
  output.summary(summarize(course, leftovers.length, stack.counter.countedBy), leftovers);
  return allRunning && leftovers.length === 0 ? 0 : 1;
}

function nodesOf({ nodes, nodeImage, loadBalancerImage }: DemoOptions): DemoNodes {
  if (nodes === "mock") return mockNodes();
  return dockerNodes({ ...optional("node", nodeImage), ...optional("loadBalancer", loadBalancerImage) });
}
