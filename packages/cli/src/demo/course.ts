import { Cluster, type KubernetesObject } from "@capstan/contract";
import { type Clock, systemClock } from "@capstan/runtime";
import { applyManifests } from "./cluster-objects.ts";
import { deleteClusters } from "./deletion.ts";
import { listObjects } from "./leftovers.ts";
import { Observer } from "./observer.ts";
import type { DemoOptions } from "./options.ts";
import type { DemoOutput } from "./output.ts";
import type { CountedRequest } from "./requests.ts";
import type { Stack } from "./stack.ts";

/** What was measured from apply to deletion. Times in milliseconds. */
export interface Course {
  readonly machines: { readonly total: number; readonly running: number };
  readonly toFirstRunningMs: number | null;
  readonly toAllRunningMs: number | null;
  readonly toDeletedMs: number | null;
  /** From apply to the last Machine Running. */
  readonly requests: readonly CountedRequest[];
  readonly idle: { readonly requests: number; readonly seconds: number };
  /** Objects left after the deletion; null if nothing was deleted (`--keep`). */
  readonly objectsLeft: readonly string[] | null;
}

/** Applies the manifests, watches until all Machines are Running, stands idle, deletes, and measures all of it. */
export async function runCourse(
  stack: Stack,
  manifests: readonly KubernetesObject[],
  options: DemoOptions,
  output: DemoOutput,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<Course> {
  const { client, counter } = stack;
  const before = await listObjects(client, options.namespace, signal);
  const total = manifests.filter((object) => object.kind === "Machine").length;
  await using observer = await Observer.start(client, { namespace: options.namespace, clock, output, signal });
  const requestsBefore = (await counter.read()).length;
  observer.begin();
  await applyManifests(client, manifests, { namespace: options.namespace, signal });
  const running = await observer.waitUntilRunning(total, { timeoutMs: options.timeoutSeconds * 1000, signal });
  const requests = (await counter.read()).slice(requestsBefore);
  output.table(observer.view());
  const idle = await countIdle(stack, options.idleSeconds, clock, signal);
  const measured = {
    machines: { total, running: running.count },
    toFirstRunningMs: running.firstMs,
    toAllRunningMs: running.allMs,
    requests,
    idle,
  };
  if (options.keep) {
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
    return { ...measured, toDeletedMs: null, objectsLeft: null };
  }
  const names = manifests.filter((object) => object.kind === Cluster.kind).map((object) => object.metadata.name);
  const deletion = await deleteClusters(client, {
    names,
    namespace: options.namespace,
    before,
    timeoutMs: options.timeoutSeconds * 1000,
    clock,
    signal,
  });
  return { ...measured, toDeletedMs: deletion.tookMs, objectsLeft: deletion.left };
}

// What is in flight when the last Machine turns Running still belongs to bringing it up, hence a pause before counting.
async function countIdle(stack: Stack, seconds: number, clock: Clock, signal: AbortSignal): Promise<Course["idle"]> {
  if (seconds === 0) return { requests: 0, seconds: 0 };
  await clock.sleep(1000, signal);
  const before = (await stack.counter.read()).length;
  await clock.sleep(seconds * 1000, signal);
  return { requests: (await stack.counter.read()).length - before, seconds };
}
