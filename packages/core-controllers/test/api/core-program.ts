import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { flowServers } from "@capstan/harness/servers";
import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { runCore } from "../../src/index.ts";

/** The servers that are available for tests. */
export const servers = flowServers;

export async function startServer(name: string): Promise<AsyncDisposable & { readonly kubeconfig: string }> {
  return name === "real" ? RealApiServer.start() : ApiServer.start();
}

/** Runs `capstan-core --install` against a server until disposed. */
export async function startProgram(
  { kubeconfig }: { readonly kubeconfig: string },
  flags: readonly string[] = [],
): Promise<AsyncDisposable> {
  const closing = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-core-"));
  closing.defer(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "kubeconfig");
  await writeFile(file, kubeconfig, { mode: 0o600 });
  const ending = new AbortController();
  const argv = ["--kubeconfig", file, "--install", "--v", "-1", ...flags];
  const program = runCore({ argv, signal: ending.signal });
  closing.defer(async () => {
    ending.abort();
    await program;
  });
  return closing;
}
