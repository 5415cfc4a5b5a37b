import { ArgumentError } from "@capstan/kube";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { HelloMachineReconciler, machineOptions } from "./hello-machine.ts";

test("the core reconciles one object a step, and nothing by itself", async () => {
  // given an object that the core must reconcile
  await using env = await TestEnvironment.start({ byStep: ["core"] });
  await env.apply(cluster("c1"));
  await env.settled();
  await env.clock.advance({ minutes: 10 });
  expect(env.writes()).toEqual([]);
  // when the core takes three steps
  const steps = [await env.step(), await env.step(), await env.step()];
  // then each step is one reconcile
  expect(steps[0]).toMatchObject({ request: { namespace: "default", name: "c1" } });
  expect(steps.flatMap((step) => step?.writes ?? [])).toEqual(env.writes());
  expect(env.writes()).toContain("patch Cluster/c1");
});

test("all waiting steps are processed, then none is waiting", async () => {
  await using env = await TestEnvironment.start({ byStep: ["core"] });
  await env.apply(cluster("c1"));
  const steps = await untilNothingWaits(env);
  expect(steps.length).toBeGreaterThan(1);
  expect(await env.step()).toBeUndefined();
});

test("a test can observe the provider between two steps of the core", async () => {
  // given a provider whose Machine has no owner yet
  await using env = await TestEnvironment.start({ reconcilers: [new HelloMachineReconciler()], byStep: ["core"] });
  const machine = await env.createMachine(machineOptions);
  await env.settled();
  const infra = () => machine.infrastructure();
  expect((await infra()).metadata.ownerReferences ?? []).toEqual([]);
  // when the core has reconciled everything that waits
  await untilNothingWaits(env);
  // then it has an owner
  expect((await infra()).metadata.ownerReferences).toMatchObject([{ kind: "Machine" }]);
});

test("the provider runs by step while the core runs freely", async () => {
  await using env = await TestEnvironment.start({ reconcilers: [new HelloMachineReconciler()], byStep: ["provider"] });
  await env.createMachine(machineOptions);
  await env.settled();
  expect(env.writes({ by: "provider" })).toEqual([]);
  expect((await env.step("provider"))?.controller).toContain("hellomachine");
});

test("a reconciler that runs freely takes no step", async () => {
  await using env = await TestEnvironment.start();
  await expect(env.step()).rejects.toThrow(ArgumentError);
  await expect(env.step()).rejects.toThrow('byStep: ["core"]');
});

const cluster = (name: string): string => `
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: { name: ${name} }
spec: { controlPlaneEndpoint: { host: ${name}.example.com, port: 6443 } }`;

async function untilNothingWaits(env: TestEnvironment): Promise<readonly unknown[]> {
  const steps: unknown[] = [];
  for (;;) {
    await env.settled();
    const step = await env.step();
    if (step === undefined) return steps;
    steps.push(step);
  }
}
