import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { type Answer, type Wire } from "./target.ts";

/** Pods and their PodDisruptionBudgets. */
export function evictionSuite(suite: Suite): void {
  async function scene(): Promise<Scene> {
    const { wire, namespace, path } = await suite.namespace();
    await wire.post(path("serviceaccounts"), { metadata: { name: "default" } });
    return { wire, namespace, path };
  }

  // Each test has its own namespace, and the real server retries conflicts for ten seconds.
  describe.concurrent("eviction", () => {
    test("a Pod with a Node gets its grace period; a Pod without one is deleted immediately", async () => {
      const { wire, path } = await scene();
      const { body: given } = await wire.post(path("pods"), pod("a"));
      expect(await evict(wire, path, "a")).toMatchObject({ status: 201, body: { kind: "Status", status: "Success" } });
      const { metadata, status } = (await wire.get(path("pods/a"))).body;
      expect(metadata).toMatchObject({ uid: given.metadata.uid, deletionGracePeriodSeconds: 30 });
      expect(metadata.deletionTimestamp).toMatch(/Z$/);
      expect(status.conditions).toContainEqual(
        expect.objectContaining({ type: "DisruptionTarget", status: "True", reason: "EvictionByEvictionAPI" }),
      );
      expect((await wire.patch(path("pods/a/status"), "merge", { status: { phase: "Running" } })).status).toBe(200);
      expect((await wire.get(path("pods/a"))).status).toBe(200);
      await wire.delete(path("pods/a"), { gracePeriodSeconds: 0 });
      expect((await wire.get(path("pods/a"))).status).toBe(404);

      const { nodeName, ...spec } = pod("b").spec;
      await wire.post(path("pods"), { ...pod("b"), spec });
      expect((await evict(wire, path, "b")).status).toBe(201);
      expect((await wire.get(path("pods/b"))).status).toBe(404);
      expect(await evict(wire, path, "b")).toMatchObject({ status: 404, body: { reason: "NotFound" } });
      expect(nodeName).toBe("n1");
    });

    test("a Pod with another uid is not evicted", async () => {
      const { wire, path } = await scene();
      await wire.post(path("pods"), pod("a"));
      const answer = await evict(wire, path, "a", { preconditions: { uid: "another" } });
      expect(answer).toMatchObject({ status: 409, body: { reason: "Conflict" } });
      expect((await wire.get(path("pods/a"))).body.metadata.deletionTimestamp).toBeUndefined();
    });

    test("a budget protects Running Pods, reports why, and counts the evicted Pods", async () => {
      const { wire, path, namespace } = await scene();
      const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
      await run(wire, path, "a");
      await run(wire, path, "b");
      const selector = { matchLabels: { app: "web" } };
      await wire.post(budgets, { metadata: { name: "web" }, spec: { minAvailable: 1, selector } });
      expect((await allow(wire, `${budgets}/web`, 0)).status).toBe(200);
      expect(await evict(wire, path, "a")).toMatchObject({
        status: 429,
        body: {
          reason: "TooManyRequests",
          message: "Cannot evict pod as it would violate the pod's disruption budget.",
          details: {
            causes: [
              {
                reason: "DisruptionBudget",
                message: "The disruption budget web needs 1 healthy pods and has 1 currently",
              },
            ],
          },
        },
      });
      await allow(wire, `${budgets}/web`, 1);
      expect((await evict(wire, path, "a")).status).toBe(201);
      const { status } = (await wire.get(`${budgets}/web`)).body;
      expect(status).toMatchObject({
        disruptionsAllowed: 0,
        disruptedPods: { a: expect.stringMatching(/Z$/) as string },
      });
      expect((await evict(wire, path, "b")).status).toBe(429);
    });

    test("a Pod with two budgets is not evicted", async () => {
      const { wire, path, namespace } = await scene();
      const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
      await run(wire, path, "a");
      for (const name of ["one", "two"]) {
        await wire.post(budgets, { metadata: { name }, spec: { minAvailable: 0, selector: {} } });
      }
      const answer = await evict(wire, path, "a");
      expect([answer.status, answer.body.status, answer.body.code]).toEqual([500, "Failure", 500]);
      expect((await wire.get(path("pods/a"))).body.metadata.deletionTimestamp).toBeUndefined();
    });
  });
}

interface Scene {
  readonly wire: Wire;
  readonly namespace: string;
  readonly path: (rest: string) => string;
}

function pod(name: string) {
  return {
    metadata: { name, labels: { app: "web" } },
    spec: { nodeName: "n1", containers: [{ name: "main", image: "example.io/main" }] },
  };
}

async function run(wire: Wire, path: (rest: string) => string, name: string): Promise<void> {
  await wire.post(path("pods"), pod(name));
  const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  await wire.patch(path(`pods/${name}/status`), "merge", { status });
}

function allow(wire: Wire, budget: string, disruptionsAllowed: number): Promise<Answer> {
  const counts = { currentHealthy: disruptionsAllowed + 1, desiredHealthy: 1, expectedPods: 2 };
  const status = { observedGeneration: 1, disruptionsAllowed, ...counts };
  return wire.patch(`${budget}/status`, "merge", { status });
}

function evict(wire: Wire, path: (rest: string) => string, name: string, deleteOptions?: object): Promise<Answer> {
  return wire.post(path(`pods/${name}/eviction`), {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name },
    ...(deleteOptions === undefined ? {} : { deleteOptions }),
  });
}
