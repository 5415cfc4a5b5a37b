import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { isCapstanError, runProvider } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { ShellConfigReconciler } from "./shell-config.ts";

/** The shortest possible program; its author catches no errors. */
const program = path.join(import.meta.dirname, "shortest-provider.ts");

describe("a provider process without error handling of its own", () => {
  test("prints the error in its command line, and exits with 2", async () => {
    const { code, output } = await run(["--concurency", "3"]);
    expect(output).toMatch(/^shell: unknown option '--concurency'.*\(see shell --help\)\n$/s);
    expect(code).toBe(2);
  });

  test("prints which CRDs do not match and the remedy, and exits with 1", async () => {
    await using server = await ApiServer.start();
    const { code, output } = await run(["--v=-1", "--health-addr=0", "--diagnostics-address=0"], server.kubeconfig);
    expect(output).toMatch(
      /^shell: The CRDs on the server do not match this provider:\n- CustomResourceDefinition shellconfigs/,
    );
    expect(output).toMatch(/AR-001.*\n- .*BT-001.*\nTo do: .*--install/);
    expect(output).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  });

  test("prints that its kubeconfig is unreadable, and exits with 1", async () => {
    const { code, output } = await run(["--kubeconfig", "/nowhere/kubeconfig"]);
    expect(output).toContain("/nowhere/kubeconfig");
    expect(output).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  });

  test("installs its CRDs on request, and then starts with them", async () => {
    await using server = await ApiServer.start();
    const { code, output } = await run(["--install"], server.kubeconfig, "The manager is running");
    expect(output).not.toContain("does not fit");
    expect(code).toBe(0);
  });
});

test("a test receives the error itself from onFailure", async () => {
  const errors: unknown[] = [];
  await runProvider({
    name: "shell",
    reconcilers: [new ShellConfigReconciler()],
    argv: ["--nonsense"],
    onFailure: (error) => errors.push(error),
  });
  expect(errors.map((error) => isCapstanError(error, "CommandLineInvalid"))).toEqual([true]);
});

/** Runs the program until it exits; with `until`, stops it once it has printed that. */
async function run(args: readonly string[], kubeconfig?: string, until?: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-run-provider-"));
  try {
    const file = path.join(folder, "kubeconfig");
    if (kubeconfig !== undefined) await writeFile(file, kubeconfig);
    const flags = kubeconfig === undefined ? [] : ["--kubeconfig", file];
    const child = spawn(process.execPath, ["--conditions=source", program, ...args, ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let isStopped = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (isStopped || until === undefined || !output.includes(until)) return;
        // A second signal would end the process immediately.
        isStopped = child.kill("SIGTERM");
      });
    }
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
