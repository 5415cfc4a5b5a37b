import { machineAddressTypes } from "@capstan/contract";
import { expect } from "vitest";
import { expectFailureStands } from "./bootstrap-config.ts";
import { expectUntouched } from "./every-kind.ts";
import { expectFinalizerFirst, expectMoveKeepsInfrastructure, expectNothingLeft } from "./infra-cluster.ts";
import type { RuleCase } from "./rule-case.ts";
import { objectName, type Scene } from "./scene.ts";
import { must, mustBeSet } from "./not-so.ts";

/** What holds for infra machines. */
export const infraMachine: readonly RuleCase[] = [
  {
    rules: ["IM-006", "IM-013", "IM-014", "IB-008", "IM-015"],
    sentence: "is provisioned when the machine exists, never without a providerID, and stays so",
    run: async (scene) => {
      await scene.provisioned();
      must(scene.outside.existing.size === 1, `${scene.outside.existing.size} machines exist outside for one`);
      for (let round = 0; round < 5; round += 1) await scene.touchOwner(round);
      const done = (await scene.allRevisions()).filter((revision) => scene.isDone(revision));
      for (const { spec } of done) mustBeSet(spec?.providerID, "spec.providerID");
      scene.expectDone(await scene.get());
    },
  },
  {
    rules: ["IM-005"],
    sentence: "has a providerID that no other machine has",
    run: async (scene) => {
      await scene.createCluster();
      const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
      for (const name of names) await scene.createObject(name, await scene.createMachine(name));
      const machines = [];
      for (const name of names) machines.push(await scene.untilDone(name));
      const ids = new Set(machines.map(({ spec }) => spec?.providerID));
      must(ids.size === names.length, `${names.length} machines have ${ids.size} different providerIDs`);
    },
  },
  {
    rules: ["IM-012"],
    sentence: "has only addresses that a Machine takes",
    run: async (scene) => {
      const { status } = await scene.provisioned();
      const addresses = (status?.addresses ?? []) as readonly { readonly type: string; readonly address: string }[];
      expect(addresses.length).toBeLessThanOrEqual(256);
      for (const { type, address } of addresses) {
        expect(machineAddressTypes).toContain(type);
        expect(address).toEqual(expect.stringMatching(/^.{1,256}$/));
      }
    },
  },
  {
    rules: ["IB-001", "BT-007", "BH-006"],
    sentence: "is left alone until a Machine owns it",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject();
      await scene.pass(30);
      await expectUntouched(scene);
      await scene.adopt(await scene.createMachine());
      await scene.untilDone();
    },
  },
  {
    rules: ["IB-003"],
    sentence: "is left alone until its Cluster exists",
    run: async (scene) => {
      await scene.createObject(objectName, await scene.createMachine());
      await scene.pass(30);
      await expectUntouched(scene);
      await scene.createCluster();
      await scene.untilDone();
    },
  },
  {
    rules: ["IB-004"],
    sentence: "has its finalizer before the machine exists",
    run: expectFinalizerFirst,
  },
  {
    rules: ["IB-005", "IB-012"],
    sentence: "waits for the Cluster's infrastructure, and can be deleted meanwhile",
    run: async (scene) => {
      await scene.createCluster({ provisioned: false });
      await scene.createObject(objectName, await scene.createMachine());
      await expectNothingAndDeletable(scene);
    },
  },
  {
    rules: ["IB-006", "IB-012"],
    sentence: "waits for the Machine's bootstrap data, and can be deleted meanwhile",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject(objectName, await scene.createMachine(objectName, { withData: false }));
      await expectNothingAndDeletable(scene);
    },
  },
  {
    rules: ["IB-007"],
    sentence: "gives the machine exactly the bootstrap data",
    run: async (scene) => {
      await scene.provisioned();
      const { bootstrapData = "#cloud-config\n{}\n" } = scene.subject;
      expect([...scene.outside.existing.values()]).toEqual([bootstrapData]);
    },
  },
  {
    rules: ["IB-010"],
    sentence: "stays until the machine is gone, though the infrastructure fails twice",
    run: expectStaysUntilNothingIsLeft,
  },
  {
    rules: ["IB-011"],
    sentence: "goes when it is deleted after it has lost its owner",
    run: expectGoesWithoutOwner,
  },
  {
    rules: ["CT-019"],
    sentence: "keeps its machine when clusterctl move takes the object away",
    run: expectMoveKeepsInfrastructure,
  },
  {
    rules: ["IB-002"],
    sentence: "stays as it is once it has failed (contract v1beta1)",
    run: (scene) => expectFailureStands(scene),
  },
];

/** Nothing is made outside for what waits; it can be deleted all the same. */
export async function expectNothingAndDeletable(scene: Scene): Promise<void> {
  await scene.pass(30);
  scene.expectDone(await scene.get(), false);
  expect(scene.outside.everCreated).toEqual([]);
  await scene.delete();
  await scene.until("it is gone", async () => !(await scene.exists()));
}

/** A failure of the infrastructure does not let the object go. */
export async function expectStaysUntilNothingIsLeft(scene: Scene): Promise<void> {
  await scene.provisioned();
  scene.outside.failNext(2);
  await scene.delete();
  await scene.until("it is gone", async () => {
    const exists = await scene.exists();
    if (!exists) expectNothingLeft(scene);
    return !exists;
  });
}

/** Deletion needs no owner. */
export async function expectGoesWithoutOwner(scene: Scene): Promise<void> {
  await scene.provisioned();
  await scene.patch({ metadata: { ownerReferences: null } });
  await scene.delete();
  await scene.until("it is gone", async () => !(await scene.exists()));
}
