import { story } from "@capstan/harness/scenes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reconcile } from "../../../packages/cli/src/page/protocol.ts";
import { PageReader } from "../../../packages/cli/test/page/page-reader.ts";
import { DevProcess } from "./dev-process.ts";
import { DevProject } from "./dev-project.ts";

const machine = "Machine.cluster.x-k8s.io/default/m1";
const hello = "HelloMachine.infrastructure.cluster.x-k8s.io/default/m1";

describe("the page of capstan dev", () => {
  const step = story();
  let project: DevProject;
  let dev: DevProcess;
  let reader: PageReader;

  beforeAll(async () => {
    project = await DevProject.create();
    dev = new DevProcess(project.folder);
    const { page } = await dev.next("started");
    reader = await PageReader.open(String(page));
  });
  afterAll(async () => {
    await reader[Symbol.asyncDispose]();
    await dev[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  /** The last matching reconcile of HelloMachine m1. */
  function reconcileOfHello(
    isMeant: (requests: Reconcile["requests"], reconcile: Reconcile) => boolean,
  ): Promise<Reconcile> {
    return reader.until(({ reconciles }) =>
      reconciles.findLast((each) => each.own && each.object === hello && isMeant(each.requests, each)),
    );
  }

  async function endFault(): Promise<void> {
    const { id } = await reader.until(({ faults }) => faults.find(({ happened }) => happened > 0));
    expect(await reader.act({ type: "end-fault", id })).toEqual({ status: 204 });
    await reader.until(({ faults }) => faults.length === 0);
  }

  /** Ends the pause, and waits until the provider has reported it. */
  async function resume(): Promise<void> {
    expect(await reader.act({ type: "resume", id: hello })).toEqual({ status: 204 });
    await reader.until(({ rows }) => rows.find(({ id, tone }) => id === hello && tone === "busy"));
  }

  step("shows the provider, the Machines, and what each waits for", async () => {
    const provider = await reader.until((state) => state.provider?.state === "running" && state.provider);
    expect(provider.startedMs).toBeGreaterThan(0);
    const row = await reader.until(({ rows }) => rows.find(({ id, says }) => id === hello && says?.includes("Step0")));
    expect(row).toMatchObject({ parent: machine, role: "infrastructure", tone: "busy" });
    const above = reader.row("Machine", "m1");
    expect(above).toMatchObject({ phase: "Provisioning", tone: "busy" });
    expect(above?.says).toMatch(/waits for infrastructure provisioned \(HelloMachine m1/);
  });

  step("shows each reconcile of the author's controllers, with its requests and its outcome", async () => {
    const reconcile = await reader.until(({ reconciles }) =>
      reconciles.find(({ own, object, requests }) => own && object === hello && requests.length > 0),
    );
    expect(reconcile).toMatchObject({
      manager: "hello",
      outcome: expect.stringMatching(/success|requeue_after/) as string,
    });
    expect(reconcile.ms).toBeGreaterThan(0);
    expect(reconcile.requests[0]?.what).toMatch(/^(GET|PATCH|POST|PUT) \/api/);
    const others = await reader.until(({ reconciles }) => reconciles.find(({ own }) => !own));
    expect(others.manager).toBe("capstan-core");
  });

  step("shows what author code throws, at its line, with the source around it", async () => {
    await project.edit("src/reconciler.ts", "    const { name }", "    if (true) this.missing();\n    const { name }");
    const { error } = await reader.until(({ reconciles }) =>
      reconciles.find(({ own, outcome, error: thrown }) => own && outcome === "error" && thrown !== undefined),
    );
    expect(error?.message).toMatch(/this\.missing is not a function/);
    expect(error?.source).toMatchObject({ file: "src/reconciler.ts" });
    const at = error?.source?.excerpt.find(({ line }) => line === error.source?.line);
    expect(at?.text).toContain("this.missing()");
    await dev.next("provider-running", ({ changed }) => (changed as string[]).length > 0);
    await project.edit("src/reconciler.ts", "    if (true) this.missing();\n", "");
    await dev.next("provider-running");
  });

  step("shows why it has ended, and which file has it started again", async () => {
    await project.edit("src/main.ts", "await runProvider", "missing();\nawait runProvider");
    const ended = await reader.until((state) => state.provider?.state === "ended" && state.provider);
    expect(ended).toMatchObject({ how: "exit status 1", changed: ["src/main.ts"] });
    expect(ended.lines.join("\n")).toContain("missing is not defined");
    expect(ended.error).toMatchObject({ name: "ReferenceError", source: { file: "src/main.ts", line: 4 } });
    await project.edit("src/main.ts", "missing();\n", "");
    await reader.until((state) => state.provider?.state === "running");
  });

  step("has a cloud in memory lose a server, which the provider notices at once", async () => {
    const before = await reader.until(
      ({ rows }) => rows.find(({ id, says }) => id === hello && says?.includes("made by"))?.says,
    );
    expect(await reader.act({ type: "inject-fault", fault: "machine-lost", id: machine })).toEqual({ status: 204 });
    // This provider creates another server, and its message names the provider.
    await reader.until(({ rows }) => rows.find(({ id, says }) => id === hello && says !== before));
    const refused = await reader.act({ type: "inject-fault", fault: "machine-lost", id: hello });
    expect(refused).toMatchObject({ status: 422, message: "only a Machine has a server to lose" });
  });

  step("lets requests of the provider fail, and no others", async () => {
    expect(await reader.act({ type: "inject-fault", fault: "api-errors" })).toEqual({ status: 204 });
    // Its provider reports that it is paused.
    expect(await reader.act({ type: "pause", id: hello })).toEqual({ status: 204 });
    const failed = await reader.until(({ reconciles }) =>
      reconciles.find(({ own, requests }) => own && requests.some(({ answer }) => answer === "503")),
    );
    expect(failed.outcome).toBe("error");
    const fault = await reader.until(({ faults }) => faults.find(({ happened }) => happened > 0));
    expect(await reader.act({ type: "end-fault", id: fault.id })).toEqual({ status: 204 });
    await resume();
  });

  step("makes requests of the provider slow, until that is ended", async () => {
    expect(await reader.act({ type: "inject-fault", fault: "slow-api" })).toEqual({ status: 204 });
    expect(await reader.act({ type: "pause", id: hello })).toEqual({ status: 204 });
    const slow = await reconcileOfHello((requests) => requests.some(({ ms }) => ms >= 1_000));
    await endFault();
    await resume();
    await reconcileOfHello(
      (requests, { number }) => number > slow.number && requests.length > 0 && requests.every(({ ms }) => ms < 1_000),
    );
  });

  step("loses answers to writes of the provider, which are done", async () => {
    expect(await reader.act({ type: "inject-fault", fault: "lost-answers" })).toEqual({ status: 204 });
    expect(await reader.act({ type: "pause", id: hello })).toEqual({ status: 204 });
    const lost = await reconcileOfHello((requests) => requests.some(({ answer }) => answer === "ConnectionFailed"));
    expect(lost.outcome).toBe("error");
    // The write took effect: the next reconcile finds nothing left to write.
    const next = await reconcileOfHello((_requests, { number }) => number > lost.number);
    expect([next.outcome, next.requests]).toEqual(["success", []]);
    const { conditions } = await reader.details(hello);
    expect(conditions.find(({ type }) => type === "Paused")?.status).toBe("True");
    await endFault();
    await resume();
  });

  step("breaks watches of the provider, which misses nothing", async () => {
    expect(await reader.act({ type: "inject-fault", fault: "watches-break" })).toEqual({ status: 204 });
    const once = await reader.until(({ faults }) => faults[0]?.happened);
    expect(once).toBeGreaterThan(0);
    // All of them have reconnected, and are disconnected again.
    await reader.until(({ faults }) => (faults[0]?.happened ?? 0) >= 2 * once);
    const { number } = await reconcileOfHello(() => true);
    expect(await reader.act({ type: "pause", id: hello })).toEqual({ status: 204 });
    await reconcileOfHello((_requests, reconcile) => reconcile.number > number);
    await endFault();
    await resume();
  });

  step("makes the cloud slow: what the provider calls other than its API server", async () => {
    expect(await reader.act({ type: "inject-fault", fault: "slow-cloud" })).toEqual({ status: 204 });
    await project.edit(
      "src/reconciler.ts",
      "    const { name }",
      '    await fetch("http://127.0.0.1:1").catch(() => undefined);\n    const { name }',
    );
    const slow = await reader.until(({ reconciles }) => reconciles.find(({ own, ms }) => own && ms > 1_900));
    expect(slow.requests.every(({ ms }) => ms < 1_900)).toBe(true);
    const fault = await reader.until(({ faults }) => faults.find(({ happened }) => happened > 0));
    expect(await reader.act({ type: "end-fault", id: fault.id })).toEqual({ status: 204 });
  });
});

test("--no-page serves no page", async () => {
  await using project = await DevProject.create();
  await using dev = new DevProcess(project.folder, "--no-page");
  expect(await dev.next("started")).not.toHaveProperty("page");
});
