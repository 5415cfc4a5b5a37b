import type { RequestFault } from "@capstan/apiserver";
import { type RunningServer, TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { HelloMachine, HelloMachineReconciler, machineOptions } from "./hello-machine.ts";

test.each<[string, RequestFault]>([
  ["are refused", { type: "error", code: 503, reason: "ServiceUnavailable" }],
  ["are cut off before they are done", { type: "reset", when: "before" }],
  ["are done, but their answers are lost", { type: "reset", when: "after" }],
  ["meet an API server that goes away", { type: "outage", when: "after", ms: 10 }],
])("an infra machine is provisioned although writes of its provider %s", async (_title, fault) => {
  // given that every second write of the provider fails
  await using env = await TestEnvironment.start({ reconcilers: [new HelloMachineReconciler()] });
  let count = 0;
  const failing = env.faults.add(fault, {
    on: { product: "capstan-test-provider", group: HelloMachine.kind.group, verbs: ["patch", "update"] },
    share: 0.5,
    random: () => count++ % 2,
  });
  // when a Machine is created
  const machine = await env.createMachine(machineOptions);
  const isProvisioned = async () => (await machine.infrastructure()).status?.initialization?.provisioned === true;
  await env.until("provisioned", isProvisioned);
  // then its infra machine is provisioned, and faults occurred
  expect(failing.happened).toBeGreaterThan(0);
});

test("an infra machine is provisioned although its provider sees changes out of order", async () => {
  await using env = await TestEnvironment.start({ reconcilers: [new HelloMachineReconciler()] });
  env.faults.reorderWatches(20, { product: "capstan-test-provider" });
  const machine = await env.createMachine(machineOptions);
  const isProvisioned = async () => (await machine.infrastructure()).status?.initialization?.provisioned === true;
  // The environment does not settle while the last delivered change is not the latest change.
  await expect.poll(isProvisioned).toBe(true);
});

test("only the embedded server offers faults", async () => {
  await using other = await TestEnvironment.start();
  const server: RunningServer = { kubeconfig: other.kubeconfig };
  await using env = await TestEnvironment.start({ server, core: false });
  expect(() => env.faults).toThrow('start with server: "embedded"');
});
