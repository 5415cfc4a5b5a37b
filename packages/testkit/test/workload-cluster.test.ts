import { getCondition } from "@capstan/provider";
import { MockMachine, TestEnvironment } from "@capstan/testkit";
import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
import { expect, test } from "vitest";

const SlowMachine = defineInfraMachine({
  kind: "SlowMachine",
  versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
});

/** Servers that exist once the test creates them. */
class SlowMachineReconciler extends InfraMachineReconciler<typeof SlowMachine> {
  readonly definition = SlowMachine;
  exists = false;

  reconcileMachine({ object }: this["Scope"]) {
    return this.exists
      ? outcome.provisioned({ providerID: `slow://${object.metadata.name}` })
      : outcome.pending("Starting", { retryAfterMs: 1_000 });
  }

  deleteMachine() {
    return outcome.deleted();
  }
}

test("Machines become Nodes of their workload cluster once their servers exist, are Running, and are deleted with their Nodes", async () => {
  // given a Cluster whose servers start slowly
  const reconciler = new SlowMachineReconciler();
  await using env = await TestEnvironment.start({ reconcilers: [reconciler], crds: MockMachine.crds });
  const cluster = await env.createCluster({ name: "c1" });
  const workload = await env.startWorkloadCluster(cluster);
  const create = (name: string, controlPlane: boolean) =>
    env.createMachine({ name, cluster, controlPlane, infrastructure: SlowMachine, bootstrapData: "#cloud-config" });
  const first = await create("cp", true);
  const worker = await create("worker", false);
  await env.settled();
  expect(await workload.nodeNames()).toEqual([]);

  // when the servers exist
  reconciler.exists = true;
  const isRunning = async (machine: typeof first) => (await machine.get()).status?.phase === "Running";
  await env.until("both Running", async () => (await isRunning(first)) && (await isRunning(worker)));

  // then they are Nodes
  expect(await workload.nodeNames()).toEqual(["cp", "worker"]);
  expect((await worker.get()).status?.nodeRef).toEqual({ name: "worker" });
  expect(getCondition(await cluster.get(), "ControlPlaneInitialized")).toMatchObject({ status: "True" });

  // and deleting a Machine deletes its Node
  await worker.delete();
  await env.until("the Node gone", async () => !(await workload.nodeNames()).includes("worker"));
  expect(await workload.nodeNames()).toEqual(["cp"]);
});
