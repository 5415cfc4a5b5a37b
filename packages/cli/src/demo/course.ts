import { Cluster, type KubernetesObject } from "@capstan/contract";
import type { Client, Clock } from "@capstan/runtime";
import { applyManifests, type CreationOptions, ManifestsRefusedError } from "./cluster-objects.ts";
import { deleteClusters, type Deletion } from "./deletion.ts";
import { listObjects } from "./leftovers.ts";
import { Observer } from "./observer.ts";
import type { DemoOptions } from "./options.ts";
import type { DemoOutput } from "./output.ts";
import { type Course, summarize } from "./summarize.ts";
import type { Stack } from "./stack.ts";
import { writeWorkloadKubeconfigs } from "./workload-kubeconfigs.ts";

/** The context of a run. */
export interface CourseContext {
  readonly stack: Stack;
  readonly manifests: readonly KubernetesObject[];
  readonly options: DemoOptions;
  readonly output: DemoOutput;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Applies the manifests, watches until all Machines are Running, stays idle, deletes, and measures all of it. Objects that would outlive
 * this process, on an external server (`--kubeconfig`) or as containers, are always deleted again.
 */
export async function runCourse(context: CourseContext): Promise<Course> {
  const { stack, options, signal } = context;
  const before = await listObjects(stack.client, options.namespace, signal);
  try {
    const measured = await bringUp(context);
    if (options.keep) {
      await stayUp(context, measured);
      await cleanUp(context, before);
      return { ...measured, toDeletedMs: null, objectsLeft: null };
    }
    const deletion = await bringDown(context, before, { signal, timeoutMs: options.timeoutSeconds * 1000 });
    return { ...measured, toDeletedMs: deletion.tookMs, objectsLeft: deletion.left };
  } catch (error) {
    await cleanUp(context, before);
    throw error;
  }
}

type Measured = Omit<Course, "toDeletedMs" | "objectsLeft">;

async function bringUp({ stack, manifests, options, output, signal, clock }: CourseContext): Promise<Measured> {
  const { client, counter } = stack;
  const total = manifests.filter((object) => object.kind === "Machine").length;
  const { kinds } = stack.nodes;
  const { namespace } = options;
  await using observer = await Observer.start(client, { namespace, kinds, clock, output, signal });
  const requestsBefore = (await counter.read()).length;
  observer.begin();
  const refused = await apply(client, manifests, { namespace, kinds, signal }, output);
  const running = await observer.waitUntilRunning(total - refused, {
    timeoutMs: options.timeoutSeconds * 1000,
    signal,
  });
  const requests = (await counter.read()).slice(requestsBefore);
  output.table(observer.view());
  const idle = await countIdle(stack, options.idleSeconds, clock, signal);
  return {
    machines: { total, running: running.count },
    toFirstRunningMs: running.firstMs,
    toAllRunningMs: running.allMs,
    requests,
    idle,
  };
}

/** @returns the number of refused Machines. Each refusal is reported, and the other Machines continue. */
async function apply(
  client: Client,
  manifests: readonly KubernetesObject[],
  options: CreationOptions,
  output: DemoOutput,
): Promise<number> {
  try {
    await applyManifests(client, manifests, options);
    return 0;
  } catch (error) {
    if (!(error instanceof ManifestsRefusedError)) throw error;
    output.problem(error);
    return error.machines;
  }
}

function bringDown(
  context: CourseContext,
  before: ReadonlySet<string>,
  bounds: { signal: AbortSignal; timeoutMs: number },
): Promise<Deletion> {
  const { stack, options, clock } = context;
  return deleteClusters(stack.client, {
    names: clusterNames(context),
    namespace: options.namespace,
    before,
    clock,
    ...bounds,
  });
}

function clusterNames({ manifests }: CourseContext): readonly string[] {
  return manifests.filter((object) => object.kind === Cluster.kind).map((object) => object.metadata.name);
}

/** The time limit for cleaning up an external server after an interruption, in milliseconds. */
const cleanUpMs = 30_000;

/** Deletes what would outlive this process. */
async function cleanUp(context: CourseContext, before: ReadonlySet<string>): Promise<void> {
  const ofServer = context.options.kubeconfig === undefined ? 0 : cleanUpMs;
  const timeoutMs = Math.max(ofServer, context.stack.nodes.removalMs);
  if (timeoutMs === 0) return;
  context.output.progress("deleting the Cluster (press Ctrl-C again to keep it)");
  try {
    const { left } = await bringDown(context, before, { signal: AbortSignal.timeout(timeoutMs), timeoutMs });
    if (left.length > 0) context.output.progress(`left over: ${left.join(", ")}`);
  } catch (error) {
    context.output.problem(error);
  }
}

async function stayUp(context: CourseContext, measured: Measured): Promise<void> {
  const { stack, output, signal } = context;
  output.summary(summarize({ ...measured, toDeletedMs: null, objectsLeft: null }, null, stack.counter.countedBy), []);
  for (const file of await writeWorkloadKubeconfigs(stack, clusterNames(context), context.options.namespace, signal))
    output.progress(`kubectl --kubeconfig ${file} get nodes`);
  output.progress(`kubectl --kubeconfig ${stack.kubeconfigPath} get machines   (Ctrl-C ends everything)`);
  await new Promise<void>((resolve) => {
    signal.addEventListener(
      "abort",
      () => {
        resolve();
      },
      { once: true },
    );
  });
}

// Requests in flight when the last Machine becomes Running still belong to bringing it up, and so do the Cluster's sums within a second.
// Therefore the count starts after a pause.
async function countIdle(stack: Stack, seconds: number, clock: Clock, signal: AbortSignal): Promise<Course["idle"]> {
  if (seconds === 0) return { requests: 0, seconds: 0 };
  await clock.sleep(1500, signal);
  const before = (await stack.counter.read()).length;
  await clock.sleep(seconds * 1000, signal);
  return { requests: (await stack.counter.read()).length - before, seconds };
}
