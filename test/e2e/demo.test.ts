import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import type { DemoSummary } from "../../packages/cli/src/demo/summary.ts";
import { DemoProcess, runDemo } from "./demo-process.ts";

const timeout = 120_000;

function lastJson(stdout: string): DemoSummary {
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as DemoSummary;
}

describe("the demo on the embedded API server", () => {
  test("in a pipe: a line per transition, a table, one summary line, exit 0", { timeout }, async () => {
    const { status, stdout, stderr } = await runDemo("--idle-seconds", "0");
    expect(stderr).toBe("");
    expect(stdout).toMatch(/s {2}Machine\/quickstart-worker-2 {2}new → Pending {2}\(waits for .*bootstrap data/);
    expect(stdout).toMatch(/Machine\/quickstart-worker-2 {2}Provisioned → Running/);
    expect(stdout).toMatch(/^MACHINE +ROLE +PHASE/m);
    expect(stdout.trim().split("\n").at(-1)).toMatch(/^6 of 6 Machines Running .*0 left over$/);
    expect(status).toBe(0);
  });

  test("--json: every line is JSON, the last one the summary", { timeout }, async () => {
    const { status, stdout } = await runDemo(
      "--control-planes",
      "1",
      "--workers",
      "2",
      "--json",
      "--idle-seconds",
      "1",
    );
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines.length).toBeGreaterThan(3);
    const summary = lastJson(stdout);
    expect(summary).toMatchObject({ machines: { total: 3, running: 3 }, leftovers: 0 });
    expect(summary.requests).toMatchObject({ conflicts: 0, idlePerMinute: 0, countedBy: "apiserver" });
    expect(Object.keys(summary.requests.byManager).sort()).toEqual([
      "capstan-bootstrap-kubeadm",
      "capstan-core",
      "capstan-infrastructure-mock",
    ]);
    expect(status).toBe(0);
  });

  test(
    "53 Machines: all Running, at most 20 requests each with lists and watches, no leftovers",
    { timeout },
    async () => {
      const { status, stdout } = await runDemo(
        "--control-planes",
        "3",
        "--workers",
        "50",
        "--json",
        "--idle-seconds",
        "2",
      );
      const summary = lastJson(stdout);
      expect(summary).toMatchObject({ machines: { total: 53, running: 53 }, leftovers: 0 });
      expect(summary.requests.perMachine, JSON.stringify(summary.requests)).toBeLessThanOrEqual(20);
      expect(summary.requests.conflicts).toBeLessThanOrEqual(1);
      expect(summary.requests.idlePerMinute).toBe(0);
      expect(status).toBe(0);
    },
  );

  test.each([
    ["at the start", /./, [], 130],
    ["while Machines come up", /Provisioning → Provisioned/, [], 130],
    ["while it stays up, which is how that ends", /kubectl --kubeconfig/, ["--keep"], 0],
  ])("interrupted %s: no file left behind", { timeout }, async (_when, text, argv, expected) => {
    const demo = new DemoProcess("--control-planes", "1", "--workers", "2", "--idle-seconds", "0", ...argv);
    await demo.prints(text);
    demo.child.kill("SIGINT");
    const { status } = await demo.end();
    expect(await demo.temporaryFiles()).toEqual([]);
    expect(status).toBe(expected);
  });

  test("interrupted twice: it ends at once, and leaves no file behind", { timeout }, async () => {
    const demo = new DemoProcess("--control-planes", "1", "--workers", "1", "--idle-seconds", "0", "--keep");
    await demo.prints(/kubectl --kubeconfig/);
    demo.child.kill("SIGINT");
    demo.child.kill("SIGTERM");
    await demo.end();
    expect(await demo.temporaryFiles()).toEqual([]);
  });

  test("an invalid option is named, and nothing is started", { timeout }, async () => {
    const { status, stdout, stderr } = await runDemo("--workers", "-1");
    expect(stderr).toContain("--workers");
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });
});

describe.runIf(process.env.KUBEBUILDER_ASSETS)("the demo on the real API server", () => {
  test("--kubeconfig: the same result, requests counted in the server's audit log", { timeout }, async () => {
    await using cleanUp = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), "capstan-e2e-"));
    cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
    const server = cleanUp.use(await RealApiServer.start({ controllerManager: true, audit: true }));
    const kubeconfig = path.join(folder, "kubeconfig");
    await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
    const { status, stdout } = await runDemo(
      "--kubeconfig",
      kubeconfig,
      "--audit-log",
      server.auditLog,
      "--json",
      "--idle-seconds",
      "1",
    );
    expect(lastJson(stdout)).toMatchObject({
      machines: { total: 6, running: 6 },
      requests: { countedBy: "audit-log", conflicts: 0 },
      leftovers: 0,
    });
    expect(status).toBe(0);
  });
});
