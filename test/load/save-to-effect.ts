// npm run bench -- dev
import process from "node:process";
import type { Condition, KubernetesObject } from "@capstan/contract";
import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { createClient, defineKind } from "@capstan/runtime";
import { DevProcess } from "../e2e/dev/dev-process.ts";
import { DevProject } from "../e2e/dev/dev-project.ts";

const command = script(
  "Prints the time under `capstan dev` from saving a source file until an object on the server shows that the provider runs the new version.",
)
  .option("--changes <number>", "changes of the source file", wholeNumber(1), 20)
  .option(...jsonOption);
const { changes, json } = optionsOf(command);

const HelloMachine = defineKind<KubernetesObject & { status?: { conditions?: Condition[] } }>({
  group: "infrastructure.cluster.x-k8s.io",
  version: "v1beta2",
  kind: "HelloMachine",
  plural: "hellomachines",
  namespaced: true,
});

await using project = await DevProject.create();
await using dev = new DevProcess(project.folder);
const { kubeconfig } = await dev.next("started");
const client = createClient({ kubeconfig: { path: String(kubeconfig) }, userAgent: "bench/1" });
const seen = new Map<string, number>();
let wake: () => void = () => undefined;
const stopping = new AbortController();
/** Records the first time of each reason. */
async function follow(): Promise<void> {
  for await (const { object } of client.watch(HelloMachine, { namespace: "default", signal: stopping.signal })) {
    for (const { reason = "" } of object.status?.conditions ?? []) {
      if (!seen.has(reason)) seen.set(reason, performance.now());
    }
    wake();
  }
}

async function shown(reason: string): Promise<number> {
  for (;;) {
    const atMs = seen.get(reason);
    if (atMs !== undefined) return atMs;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

async function untilRunning(): Promise<void> {
  await dev.next("provider-running");
}

// The kind is served once the provider runs.
await untilRunning();
const following = follow().catch((error: unknown) => {
  if (!stopping.signal.aborted) throw error;
});
await shown("Step0");
const tookMs: number[] = [];
for (let change = 1; change <= changes; change += 1) {
  const savedMs = performance.now();
  await project.edit("src/reconciler.ts", `Step${change - 1}`, `Step${change}`);
  tookMs.push((await shown(`Step${change}`)) - savedMs);
  process.stderr.write(`change ${change}: ${(tookMs.at(-1) ?? 0).toFixed(0)} ms\n`);
  await untilRunning();
}
stopping.abort();
await following;
await client.close();

const sorted = tookMs.toSorted((left, right) => left - right);
const figures = { changes, medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0, worstMs: sorted.at(-1) ?? 0 };
process.stdout.write(
  json
    ? `${JSON.stringify(figures)}\n`
    : `${changes} changes, from saving to effect: median ${figures.medianMs.toFixed(0)} ms, worst ${figures.worstMs.toFixed(0)} ms\n`,
);
