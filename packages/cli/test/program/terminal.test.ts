import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { renderKubeconfig } from "@capstan/kube";
import { TestEnvironment } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const main = join(import.meta.dirname, "../../src/main.ts");
const escape = String.fromCharCode(27);
/** Runs a command in a terminal. */
const script = "/usr/bin/script";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "capstan-terminal-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The output of a command until it exits or has printed `text`. */
async function printed(
  program: string,
  args: readonly string[],
  { env = {}, until }: { readonly env?: Record<string, string>; readonly until?: string } = {},
): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => name !== "NO_COLOR" && name !== "FORCE_COLOR");
  const child = spawn(program, args, {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (until !== undefined && output.includes(until)) child.kill("SIGKILL");
    });
  }
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}

describe("output to a terminal and to a pipe", () => {
  test("has no colors in a pipe or with NO_COLOR, except with FORCE_COLOR", async () => {
    // given
    await using env = await TestEnvironment.start();
    const { name } = await env.createCluster();
    await env.settled();
    const kubeconfig = join(folder, "kubeconfig");
    await writeFile(kubeconfig, env.kubeconfig);
    const args = ["--conditions=source", main, "describe", "cluster", name, "--kubeconfig", kubeconfig];
    const describeWith = (variables: Record<string, string>): Promise<string> =>
      printed(process.execPath, args, { env: variables });

    // when, then
    const [plain, none, forced] = await Promise.all([
      describeWith({}),
      describeWith({ NO_COLOR: "1" }),
      describeWith({ FORCE_COLOR: "1" }),
    ]);
    expect(plain).toContain(`Cluster/${name}`);
    expect(plain).not.toContain(escape);
    expect(none).not.toContain(escape);
    expect(forced).toContain(`${escape}[`);
  });

  test.runIf(existsSync(script))("reports progress after one second on a terminal only", async () => {
    // given an unresponsive server
    await using closing = new AsyncDisposableStack();
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    closing.defer(() => void silent.close());
    const server = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const kubeconfig = join(folder, "silent");
    const parts = { name: "silent", server, certificateAuthority: "", user: "jane", credentials: { token: "any" } };
    await writeFile(kubeconfig, renderKubeconfig(parts));
    const command = ["--conditions=source", main, "check", "--kubeconfig", kubeconfig];

    // when, then
    const line = "Reading the input … 1 s";
    const onTerminal = `"${process.execPath}" ${command.map((word) => `"${word}"`).join(" ")}`;
    expect(
      await printed(script, ["-qec", `stty cols 80 rows 24; ${onTerminal}`, "/dev/null"], { until: line }),
    ).toContain(line);
    const inPipe = await printed("timeout", ["4", process.execPath, ...command]);
    expect(inPipe).toBe("");
  });
});
