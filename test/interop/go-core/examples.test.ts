import {
  Cluster,
  type ContractVersion,
  isConditionTrue,
  type KubernetesObject,
  Machine,
  MachineDeployment,
} from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import type { AuditEntry } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ExampleScene } from "./example-scene.ts";
import { allRunning, scaleWorkers } from "@capstan/harness/scenes";
import {
  byResource,
  goCoreAvailable,
  GoManagementCluster,
  shownPerMachine,
  writesPerMachine,
} from "@capstan/harness/go";
import { expectEveryRightUsed } from "./rights.ts";
import { summarize } from "./summarize.ts";

/** Without the one-time cost of a Cluster, its RestCluster. The Go pair needs 21. */
const maxWritesPerMachine = 8;

const scenarios: readonly { readonly name: string; readonly contract?: ContractVersion }[] = [
  { name: "as they are" },
  { name: "as variants that declare contract v1beta1 only", contract: "v1beta1" },
  { name: "as variants that declare contract v1beta2 only", contract: "v1beta2" },
];

describe.runIf(goCoreAvailable)("the example providers under the Go core, with their generated roles", () => {
  let management: GoManagementCluster;
  beforeAll(async () => {
    management = await GoManagementCluster.start();
  });
  afterAll(() => management[Symbol.asyncDispose]());

  test.each(scenarios)(
    "$name: a MachineDeployment of 3 reaches Running, scales to 5, and is deleted; the Cluster, too",
    async ({ name, contract }) => {
      await using examples = await ExampleScene.start(management, contract);
      const { scene, pair } = examples;
      const coreWrites = () => management.writesOf(management.core.user).length;
      const before = { core: coreWrites(), time: performance.now() };

      await examples.apply(3);
      await examples.reached("4 Machines Running", () => allRunning(scene, 4));
      await examples.settled();
      const withFour = { writes: examples.writes(), seconds: secondsSince(before.time) };

      await scaleWorkers(scene, "md", 5);
      await examples.reached("6 Machines Running", () => allRunning(scene, 6));
      await examples.reached("all Available", () => scene.list(Machine).every(isWell));
      await examples.settled();
      const withSix = examples.writes();
      const forMachines = withSix.filter(({ objectRef }) => objectRef?.resource !== "restclusters");
      expect(writesPerMachine(forMachines, 6), byResource(withSix)).toBeLessThanOrEqual(maxWritesPerMachine);
      await expectEveryServerJoined(examples);
      expectContract(examples, contract);

      await deleteAll(examples);

      const users = [...pair.installed.map(({ user }) => user), management.core.user];
      const refusals = users.map((user) => `${user.split(":").at(-1) ?? ""} ${management.refusalsOf(user) || "none"}`);
      summarize(`Examples under the Go core, ${name}`, [
        "6 Machines (1 control plane, 3 then 5 workers)",
        `writes per Machine ${shownPerMachine(forMachines, 6)}, with those of the RestCluster ${shownPerMachine(withSix, 6)}: ` +
          byResource(withSix),
        `with 4 Machines ${shownPerMachine(withFour.writes, 4)}`,
        `for the deletion of all ${shownPerMachine(since(withSix, examples.writes()), 6)}`,
        `next to them ${examples.leaseWrites().length} writes of Leases`,
        `writes of the core: ${coreWrites() - before.core}`,
        `403s: ${refusals.join(", ")}`,
        `${withFour.seconds} s to 4 Running and settled, ${secondsSince(before.time)} s in all`,
      ]);
      for (const user of users) expect(management.refusalsOf(user), user).toBe("");
      for (const provider of pair.installed) {
        const unused = expectEveryRightUsed(management, provider);
        if (contract === undefined) summarize(`Rights of ${provider.user} that were not used`, unused);
      }
    },
  );
});

/** Each server has run the complete script of its ShellConfig, and is the Node of its Machine. */
async function expectEveryServerJoined({ scene, workload, machines }: ExampleScene): Promise<void> {
  expect(machines.failures).toEqual([]);
  const names = scene.list(Machine).map(({ metadata }) => metadata.name);
  expect(await workload.nodeNames()).toEqual(names.toSorted());
  expect(machines.joined.map(({ machine }) => machine).toSorted()).toEqual(names.toSorted());
  const said = { cluster: "c1", version: "v1.36.0", endpoint: "lb-1.cloud.example:6443" };
  for (const joining of machines.joined) expect(joining).toMatchObject(said);
}

/** Deletes the MachineDeployment, then the Cluster; the cloud is empty, and only the user's objects remain. */
async function deleteAll(examples: ExampleScene): Promise<void> {
  const { scene, workload, machines, kinds } = examples;
  await scene.client.delete(MachineDeployment, scene.key("md"));
  await examples.reached("workers gone", () => scene.list(Machine).length === 1);
  // The Go core removes the Node after the instance.
  expect(await workload.nodeNames()).toEqual(["cp"]);
  expect(machines.cloud.store.living.map(({ name }) => name)).toEqual(["cp"]);

  await scene.client.delete(Cluster, scene.key("c1"));
  await examples.reached("all gone", () => kinds.every((kind) => scene.list<KubernetesObject>(kind).length === 0));
  await examples.reached("bootstrap data gone", () => scene.list(Secret).length === 2);
  expect(machines.cloud.balancers).toEqual([]);
  expect(machines.cloud.store.living).toEqual([]);
  expect(machines.cloud.store.all).toHaveLength(6);
}

/** A variant has only the fields of its contract; the core reads the fields of the contract in the CRD's label. */
function expectContract({ scene, pair }: ExampleScene, contract?: ContractVersion): void {
  if (contract !== undefined) {
    expect(pair.contractLabels).toEqual([`cluster.x-k8s.io/${contract}`]);
    expect(pair.kind("RestMachine").group).toBe(`infrastructure.${contract}.example.com`);
    expect(pair.kind("ShellConfig").group).toBe(`bootstrap.${contract}.example.com`);
  }
  for (const name of ["ShellConfig", "RestCluster", "RestMachine"]) {
    const flag = name === "ShellConfig" ? "dataSecretCreated" : "provisioned";
    const objects = scene.list<KubernetesObject & { status?: object }>(pair.kind(name));
    expect(objects).not.toEqual([]);
    for (const { status } of objects) {
      if (contract !== "v1beta1") expect(status).toMatchObject({ initialization: { [flag]: true } });
      if (contract === "v1beta1") expect(status).toMatchObject({ ready: true });
      if (contract === "v1beta1") expect(status).not.toHaveProperty("initialization");
      if (contract === "v1beta2") expect(status).not.toHaveProperty("ready");
    }
  }
}

function isWell(machine: Machine): boolean {
  return isConditionTrue(machine, "Available") && isConditionTrue(machine, "Ready");
}

function since(before: readonly AuditEntry[], now: readonly AuditEntry[]): AuditEntry[] {
  const known = new Set(before.map(({ auditID }) => auditID));
  return now.filter(({ auditID }) => !known.has(auditID));
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 1000);
}
