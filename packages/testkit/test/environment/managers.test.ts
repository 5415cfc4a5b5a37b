import { ApiServer } from "@capstan/apiserver";
import { coreCRDs, Machine } from "@capstan/contract";
import { type Client, isNotFound, requestPath } from "@capstan/runtime";
import { TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { HelloMachine, HelloMachineReconciler, machineOptions } from "./hello-machine.ts";

async function isProvisioned(env: TestEnvironment, name: string): Promise<boolean> {
  await env.settled();
  const { status } = await env.client.get(HelloMachine.kind, { namespace: "default", name });
  return status?.initialization?.provisioned === true;
}

describe("the managers of a test environment", () => {
  test("count all their requests by manager, including reads", async () => {
    await using env = await TestEnvironment.start({ reconcilers: [new HelloMachineReconciler()] });
    await env.createMachine(machineOptions);
    await env.settled();
    const requests = env.requests({ by: "provider" });
    expect(requests).toContainEqual(expect.objectContaining({ verb: "watch", resource: "hellomachines", status: 200 }));
    expect(requests).toContainEqual(
      expect.objectContaining({ verb: "patch", resource: "hellomachines", subresource: "status", name: "m1" }),
    );
    expect(new Set(env.requests().map(({ by }) => by))).toEqual(new Set(["core", "provider"]));
  });

  test("stop one by one, and start again", async () => {
    await using env = await TestEnvironment.start({ reconcilers: [new HelloMachineReconciler()] });
    await env.stop();
    expect(() => env.manager()).toThrow("provider does not run");
    await env.createMachine(machineOptions);
    expect(await isProvisioned(env, "m1")).toBe(false);
    await env.restart([new HelloMachineReconciler()]);
    expect(await isProvisioned(env, "m1")).toBe(true);

    await env.stop("core");
    const before = env.requests({ by: "core" }).length;
    await env.createMachine(machineOptions);
    await env.settled();
    expect(env.requests({ by: "core" })).toHaveLength(before);
    await env.restartCore();
    expect(await isProvisioned(env, "m2")).toBe(true);
  });

  test("run as configured: with their watch filter, and the test's own client", async () => {
    const asked: string[] = [];
    const observed = (client: Client) =>
      new Proxy(client, {
        get: (target, property, receiver) => {
          asked.push(String(property));
          return Reflect.get(target, property, receiver) as unknown;
        },
      });
    await using env = await TestEnvironment.start({
      reconcilers: [new HelloMachineReconciler()],
      manager: { watchFilter: "blue", client: observed },
    });
    await env.createMachine(machineOptions);
    expect(await isProvisioned(env, "m1")).toBe(false);
    await env.client.patch(
      HelloMachine.kind,
      { namespace: "default", name: "m1" },
      { type: "merge", body: { metadata: { labels: { "cluster.x-k8s.io/watch-filter": "blue" } } } },
    );
    expect(await isProvisioned(env, "m1")).toBe(true);
    expect(asked).toContain("patch");
  });

  test("settle only once external resources have settled, too", async () => {
    let looked = 0;
    const idle = () => {
      looked += 1;
      return Promise.resolve();
    };
    await using env = await TestEnvironment.start({ core: false, idle });
    await env.settled();
    expect(looked).toBe(1);
  });
});

test("a test environment runs on an existing server, with the given core CRDs, and leaves it running", async () => {
  await using server = await ApiServer.start();
  const machinesOnly = coreCRDs.filter(({ spec }) => spec.names.kind === Machine.kind);
  {
    await using env = await TestEnvironment.start({ server, core: false, coreCRDs: machinesOnly });
    expect(env.kubeconfig).toBe(server.kubeconfig);
    expect((await env.client.list(Machine)).items).toEqual([]);
    await expect(env.client.request("GET", requestPath`/apis/cluster.x-k8s.io/v1beta2/clusters`)).rejects.toSatisfy(
      isNotFound,
    );
  }
  await using again = await TestEnvironment.start({ server, core: false });
  expect((await again.client.list(Machine)).items).toEqual([]);
});
