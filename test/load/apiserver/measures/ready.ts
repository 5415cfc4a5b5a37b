import { execFile } from "node:child_process";
import https from "node:https";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { RealApiServer } from "@capstan/testkit";
import { kubeconfigClient } from "../../access/kubeconfig-client.ts";
import { EmbeddedProcess } from "../parts/embedded-process.ts";
import { type Figure, median, type Sizes, timed } from "../parts/figure.ts";

const run = promisify(execFile);
const freshProgram = path.join(import.meta.dirname, "../parts/fresh-server.js");

/** The time from the command, or the call, to the first response. */
export async function measureReady({ rounds }: Sizes): Promise<readonly Figure[]> {
  const found = { process: [] as number[], real: [] as number[], loading: [] as number[], within: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    found.process.push(await ready(() => EmbeddedProcess.start()));
    found.real.push(await ready(() => RealApiServer.start({ rbac: true })));
    const { stdout } = await run(process.execPath, [freshProgram]);
    const { loading, within } = JSON.parse(stdout) as { readonly loading: number; readonly within: number };
    found.loading.push(loading);
    found.within.push(within);
  }
  const unit = "ms";
  return [
    { what: "ready as a process", unit, embedded: median(found.process), real: median(found.real), aim: "≤ 250 ms" },
    { what: "ready in a process, the first", unit, embedded: median(found.within), aim: "≤ 100 ms" },
    { what: "to load the package before that", unit, embedded: median(found.loading), aim: "" },
  ];
}

async function ready(start: () => Promise<AsyncDisposable & { readonly kubeconfig: string }>): Promise<number> {
  const closing = new AsyncDisposableStack();
  const took = await timed(async () => {
    const server = closing.use(await start());
    const agent = new https.Agent();
    await kubeconfigClient(server.kubeconfig, agent)("GET", "/api/v1/namespaces/default", {});
    agent.destroy();
  });
  await closing.disposeAsync();
  return took;
}
