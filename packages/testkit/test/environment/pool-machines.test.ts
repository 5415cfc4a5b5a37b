import { labelValue } from "@capstan/contract";
import { apiVersionOf, defineInfraMachine, defineInfraMachinePool, labels, Machine, Type } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { coreCRDsWithPools } from "../../src/environment/core-crds.ts";

const versions = { v1: { contract: "v1beta2", spec: Type.Object({}) } } as const;
const MemberPool = defineInfraMachinePool({ kind: "MemberMachinePool", versions });
const MemberMachine = defineInfraMachine({ kind: "MemberMachine", versions });
const namespace = "default";

test.each(["p1", `pool-${"of-a-long-name-".repeat(5)}1`])("MachinePool %s gets its Machines", async (name) => {
  // given a machine of a pool, with the label that its provider sets, next to another pool
  const crds = [...coreCRDsWithPools(), ...MemberPool.crds, ...MemberMachine.crds];
  await using env = await TestEnvironment.start({ core: false, crds });
  await env.createMachinePool({ infrastructure: MemberPool, name: "other" });
  const pool = await env.createMachinePool({ infrastructure: MemberPool, name });
  const createMember = (member: string, poolName: string) =>
    env.client.create(MemberMachine.kind, {
      apiVersion: apiVersionOf(MemberMachine.kind),
      kind: MemberMachine.kind.kind,
      metadata: { name: member, namespace, labels: { [labels.machinePoolName]: labelValue(poolName) } },
      spec: {},
    });
  await createMember("member", name);
  await createMember("orphan", "a-deleted-pool");

  // when the test plays the MachinePool controller
  await env.createPoolMachines(MemberMachine);

  // then the pool owns the Machine
  const { items } = await env.client.list(Machine);
  const { uid } = (await pool.get()).metadata;
  expect(items).toEqual([
    expect.objectContaining({
      metadata: expect.objectContaining({
        name: "member",
        ownerReferences: [expect.objectContaining({ kind: "MachinePool", name, uid })],
      }) as object,
      spec: expect.objectContaining({
        infrastructureRef: { apiGroup: MemberMachine.kind.group, kind: MemberMachine.kind.kind, name: "member" },
      }) as object,
    }),
  ]);
});
