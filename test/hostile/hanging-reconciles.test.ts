import { setTimeout as delay } from "node:timers/promises";
import { ApiServer } from "@capstan/apiserver";
import { KubeadmConfig, MockMachine, TestEnvironment } from "@capstan/testkit";
import { InfraMachineReconciler, outcome } from "@capstan/provider";
import {
  channelSource,
  Controller,
  createClient,
  createRequest,
  Manager,
  type ReconcileContext,
  type Request,
  Result,
} from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let server: ApiServer;

beforeAll(async () => {
  server = await ApiServer.start();
});

afterAll(async () => {
  await server.close();
});

const objects = 1_000;
const hanging = 10;
const never = (): Promise<never> => new Promise(() => undefined);

/** A manager with one controller, which reconciles the requests pushed into it. */
async function running(reconcile: (request: Request, context: ReconcileContext) => Promise<Result>) {
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hanging/1" });
  const manager = new Manager({ name: "hanging", client, stopTimeoutMs: 100 });
  const channel = channelSource();
  manager.add(
    new Controller({ name: "thing", reconciler: { reconcile }, sources: [channel], reconcileTimeoutMs: 300 }),
  );
  await manager.start();
  return {
    manager,
    push: (count: number) => {
      for (let index = 0; index < count; index += 1) channel.push(createRequest(`o${index}`, "default"));
    },
    async [Symbol.asyncDispose]() {
      await manager.stop();
      await client.close();
    },
  };
}

/** Milliseconds until every object that does not hang is reconciled. */
async function timeToServe(hangs: (index: number) => boolean, ignoresSignal: boolean): Promise<number> {
  const served = new Set<string>();
  await using env = await running(async ({ name }, { signal }) => {
    if (hangs(Number(name.slice(1)))) {
      if (ignoresSignal) await never();
      await delay(60_000, undefined, { signal });
    }
    await delay(8);
    served.add(name);
    return Result.awaitChange();
  });
  const startedAt = performance.now();
  env.push(objects);
  while (served.size < objects - hanging) await delay(5);
  return performance.now() - startedAt;
}

/** The minimum of three, because other programs may use the machine now and then. */
async function least(measure: () => Promise<number>): Promise<number> {
  return Math.min(await measure(), await measure(), await measure());
}

describe("the deadline of reconciles", () => {
  test.each([
    ["ignore their signal", true],
    ["heed their signal", false],
  ])(`${hanging} of ${objects} hanging reconciles that %s do not delay other objects`, async (_what, ignoresSignal) => {
    const undisturbedMs = await least(() => timeToServe((index) => index >= objects - hanging, ignoresSignal));
    const disturbedMs = await least(() => timeToServe((index) => index < hanging, ignoresSignal));
    expect(disturbedMs).toBeLessThan(2 * undisturbedMs);
  });

  test("an object that always fails and constantly changes does not delay other objects", async () => {
    const failed: number[] = [];
    const timeOf = async (poison: number): Promise<number> => {
      const served = new Set<string>();
      let failures = 0;
      await using env = await running(async ({ name }) => {
        if (name === `o${poison}`) {
          failures += 1;
          throw new Error("as asked");
        }
        await delay(8);
        served.add(name);
        return Result.awaitChange();
      });
      const startedAt = performance.now();
      env.push(objects);
      while (served.size < objects - 1) {
        env.push(1);
        await delay(5);
      }
      failed.push(failures);
      return performance.now() - startedAt;
    };
    // Without a poison object, the constantly changing object is reconciled like the others.
    const undisturbedMs = await least(() => timeOf(objects - 1));
    const disturbedMs = await least(() => timeOf(0));
    expect(disturbedMs).toBeLessThan(2 * undisturbedMs);
    // The failing object is queued behind the others each time.
    expect(Math.min(...failed.slice(3))).toBeGreaterThan(1);
  });

  test("a hanging reconcile appears in the metrics, and its object is not reconciled again meanwhile", async () => {
    let calls = 0;
    await using env = await running(async () => {
      calls += 1;
      return never();
    });
    env.push(1);
    const metrics = () => env.manager.metrics.registry.metrics();
    await expect.poll(metrics).toContain('controller_runtime_reconcile_timeouts_total{controller="thing"} 1');
    expect(await metrics()).toMatch(
      /workqueue_longest_running_processor_seconds\{controller="thing",name="thing"\} 0\.[3-9]/,
    );
    env.push(1);
    await delay(50);
    expect(calls).toBe(1);
  });

  test("a reconcile that returns in time is neither aborted nor counted", async () => {
    const signals: AbortSignal[] = [];
    await using env = await running(async (_request, { signal }) => {
      signals.push(signal);
      await delay(20);
      return Result.awaitChange();
    });
    env.push(3);
    await env.manager.settled();
    await delay(350);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
    const metrics = await env.manager.metrics.registry.metrics();
    expect(metrics).toContain('controller_runtime_reconcile_timeouts_total{controller="thing"} 0');
    expect(metrics).toContain('workqueue_longest_running_processor_seconds{controller="thing",name="thing"} 0');
  });

  test("a test environment names the object whose reconcile hangs", async () => {
    class Hanging extends InfraMachineReconciler<typeof MockMachine> {
      readonly definition = MockMachine;
      isStuck = true;
      async reconcileMachine() {
        while (this.isStuck) await delay(10);
        return outcome.pending("Waiting");
      }
      deleteMachine() {
        return outcome.deleted();
      }
    }
    const reconciler = new Hanging();
    await using env = await TestEnvironment.start({ reconcilers: [reconciler], crds: KubeadmConfig.crds });
    await env.createMachine({ name: "stuck", infrastructure: MockMachine, bootstrapData: "#cloud-config" });
    await expect(env.settled({ patienceMs: 2_000 })).rejects.toMatchObject({
      code: "TimedOut",
      message: expect.stringMatching(
        /^ {2}mockmachine reconciles MockMachine default\/stuck for \d.* s; it waits for the reconciler's own code/m,
      ) as string,
    });
    reconciler.isStuck = false;
    await env.settled({ patienceMs: 5_000 });
  });
});
