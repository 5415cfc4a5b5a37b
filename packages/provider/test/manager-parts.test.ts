import {
  defineCounter,
  type HealthCheck,
  type InfraClusterReconciler,
  type ManagerParts,
  runProvider,
  systemClock,
} from "@capstan/provider";
import { ApiServer } from "@capstan/apiserver";
import { createClient, requestPath } from "@capstan/runtime";
import { TestEnvironment } from "@capstan/testkit";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CloudClusterReconciler } from "./auxiliary/tenant-clouds.ts";
import type { cloudCluster } from "./auxiliary/tenant-clouds.ts";

type Cluster = ReturnType<typeof cloudCluster>;

/** A reconciler that adds parts to the manager, and records the order of its calls. */
function reconcilerWith(parts: ManagerParts, calls: string[] = []): InfraClusterReconciler<Cluster> {
  class Noting extends CloudClusterReconciler {
    override reconcileCluster(scope: this["Scope"]) {
      calls.push("reconcileCluster");
      return super.reconcileCluster(scope);
    }
  }
  return Object.assign(new Noting(), parts);
}

async function readyz(env: TestEnvironment, at = "readyz"): Promise<[number, string]> {
  const answer = await fetch(`http://${env.manager().addresses.health ?? ""}/${at}`);
  return [answer.status, (await answer.text()).trim()];
}

function start(reconciler: InfraClusterReconciler<Cluster>, leads = true) {
  const leaderElection = { namespace: "default" };
  return TestEnvironment.start({
    reconcilers: [reconciler],
    manager: { healthAddress: "127.0.0.1:0", ...(leads ? {} : { leaderElection }) },
  });
}

describe("the manager parts of a reconciler", () => {
  test.each([
    ["without leader election", true],
    ["with leader election", false],
  ])("run in order, %s", async (_, leads) => {
    const calls: string[] = [];
    const step = (name: string) => async () => {
      await systemClock.sleep(1);
      calls.push(name);
    };
    const reconciler = reconcilerWith({ beforeStart: step("beforeStart"), whenLeading: step("whenLeading") }, calls);
    await using env = await start(reconciler, leads);
    await env.createCluster({ infrastructure: reconciler.definition });
    await env.until("it has reconciled", () => calls.includes("reconcileCluster"));
    expect(calls.slice(0, 3)).toEqual(["beforeStart", "whenLeading", "reconcileCluster"]);
  });

  test("may write to the management cluster while leading", async () => {
    const reconciler = reconcilerWith({
      whenLeading: async ({ client }) => {
        const metadata = { name: "zones", namespace: "default" };
        await client.request("POST", requestPath`/api/v1/namespaces/default/configmaps`, { metadata });
      },
    });
    await using env = await start(reconciler);
    expect(await env.client.request("GET", requestPath`/api/v1/namespaces/default/configmaps/zones`)).toMatchObject({
      kind: "ConfigMap",
    });
  });

  test.each(["beforeStart", "whenLeading"] as const)("prevent the start of the manager if %s throws", async (part) => {
    const calls: string[] = [];
    const refused = () => Promise.reject(new Error("the cloud is not reached"));
    await expect(start(reconcilerWith({ [part]: refused }, calls))).rejects.toThrow("the cloud is not reached");
    expect(calls).toEqual([]);
  });

  test("appear in the metrics", async () => {
    const requests = defineCounter({ name: "hello_requests_total", help: "Requests." });
    await using env = await start(reconcilerWith({ metrics: [requests] }));
    requests.count();
    expect(await env.manager().metrics.registry.metrics()).toContain("hello_requests_total 1");
  });

  test("decide readiness and health of the Pod; their errors are logged, and not returned", async () => {
    const trouble: Error[] = [];
    const check: HealthCheck = () => {
      for (const error of trouble) throw error;
    };
    await using env = await start(reconcilerWith({ readyChecks: { cloud: check }, healthChecks: { memory: check } }));
    expect(await readyz(env)).toEqual([200, "ok"]);
    expect(await readyz(env, "healthz")).toEqual([200, "ok"]);
    trouble.push(new Error("no route to 192.0.2.1"));
    expect(await readyz(env)).toEqual([503, "failing, see the log: cloud"]);
    expect(await readyz(env, "healthz")).toEqual([503, "failing, see the log: memory"]);
  });

  test("fail if they take too long, and run one at a time", async () => {
    let asked = 0;
    const check: HealthCheck = (signal) => {
      asked += 1;
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reject(new Error("given up"));
        });
      });
    };
    await using env = await start(reconcilerWith({ readyChecks: { cloud: check } }));
    const answers = await Promise.all([readyz(env), readyz(env)]);
    expect(answers).toEqual(Array(2).fill([503, "failing, see the log: cloud"]));
    expect(asked).toBe(1);
  });

  test("must have valid and unique names", async () => {
    const twice = reconcilerWith({ readyChecks: { "Cloud API": () => undefined } });
    await expect(start(twice)).rejects.toThrow(/"Cloud API" cannot be the name of a health check/);
  });
});

test("runProvider accepts the same parts, and an operator allows namespaces for Secrets by its flag", async () => {
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-parts-"));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig);
  const requests = defineCounter({ name: "hello_requests_total", help: "Requests." });
  const ending = new AbortController();
  const calls: string[] = [];
  const diagnostics = `127.0.0.1:${await freePort()}`;
  const flags = ["--kubeconfig", kubeconfig, "--install", "--v=-1", "--secret-namespaces=accounts,more"];
  await runProvider({
    name: "hello",
    reconcilers: [new CloudClusterReconciler()],
    argv: [...flags, "--diagnostics-address", diagnostics, "--insecure-diagnostics"],
    signal: ending.signal,
    metrics: [requests],
    beforeStart: async () => {
      await Promise.resolve();
      calls.push("beforeStart");
    },
    whenLeading: async () => {
      requests.count();
      calls.push(await (await fetch(`http://${diagnostics}/metrics`)).text());
      ending.abort();
    },
    onFailure: (error) => {
      throw error;
    },
  });
  await client.close();
  await rm(folder, { recursive: true });
  expect(calls).toEqual(["beforeStart", expect.stringContaining("hello_requests_total 1")]);
});

test("a flag without a namespace is refused", async () => {
  const errors: unknown[] = [];
  await runProvider({
    name: "hello",
    reconcilers: [new CloudClusterReconciler()],
    argv: ["--secret-namespaces=Accounts"],
    onFailure: (error) => errors.push(error),
  });
  expect(errors).toMatchObject([{ message: expect.stringContaining('"Accounts"') as string }]);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("there is no port");
  return address.port;
}
