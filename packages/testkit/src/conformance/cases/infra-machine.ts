import { type DynamicRuleId, machineAddressTypes } from "@capstan/contract";
import { must, mustBeSet, mustCount, mustEqual } from "../scene/not-so.ts";
import { objectName, type Scene } from "../scene/scene.ts";
import { emptyCloudConfig } from "../scene/subject.ts";
import { expectFailureStands, expectToWaitForCluster, mustStayDone } from "./bootstrap-config.ts";
import { mustBeUntouched } from "./every-kind.ts";
import { expectFinalizerFirst, expectMoveKeepsInfrastructure, expectRemovedFirst } from "./infra-cluster.ts";
import type { RuleCase } from "./rule-case.ts";
import { expectTemplateCapacity } from "./template-capacity.ts";
import { expectTopologyDryRun } from "./topology-dry-run.ts";

/** Cases for infra machines. */
export const infraMachine: readonly RuleCase[] = [
  {
    rules: ["IM-006", "IM-013", "IM-014", "IB-008", "IM-015"],
    sentence: "is provisioned once the machine exists, never without a providerID, and stays provisioned",
    run: expectProvisionedForGood,
  },
  {
    rules: ["IM-005"],
    sentence: "has a providerID that no other machine has",
    run: async (scene) => {
      await scene.createCluster();
      const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
      for (const name of names) await scene.createObject(name, await scene.objects.createMachine(name));
      const machines = [];
      for (const name of names) machines.push(await scene.untilDone(name));
      scene.about("IM-005");
      const ids = new Set(machines.map(({ spec }) => spec?.providerID));
      must(ids.size === names.length, `${names.length} machines have ${ids.size} different providerIDs`);
    },
  },
  {
    rules: ["BT-010", "BT-011"],
    sentence: "has a Template that reports cpu and memory of its machines as quantities, and is not written again",
    run: expectTemplateCapacity,
  },
  {
    rules: ["BT-008"],
    sentence: "has a Template that takes the dry runs of a topology, and stays the same in them",
    hasAdmission: true,
    concerns: ({ templateKind }) => templateKind !== undefined,
    run: expectTopologyDryRun,
  },
  {
    rules: ["IM-012"],
    sentence: "reports only addresses that a Machine accepts",
    run: async (scene) => {
      const { status } = await scene.provisioned();
      scene.about("IM-012");
      const addresses = (status?.addresses ?? []) as readonly { readonly type: string; readonly address: string }[];
      must(addresses.length <= 256, `it has ${addresses.length} addresses, but a Machine accepts at most 256`);
      for (const { type, address } of addresses) {
        const isTaken = machineAddressTypes.some((known) => known === type) && /^.{1,256}$/.test(address);
        must(isTaken, `a Machine does not accept the address ${JSON.stringify({ type, address })}`);
      }
    },
  },
  {
    rules: ["IB-001", "BT-007", "BH-006"],
    sentence: "stays unchanged until a Machine owns it",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject();
      scene.about("IB-001", "BT-007");
      await scene.pass(30);
      await mustBeUntouched(scene);
      await scene.adopt(await scene.objects.createMachine());
      scene.about("BH-006");
      await scene.untilDone();
    },
  },
  {
    rules: ["IB-003"],
    sentence: "stays unchanged until its Cluster exists",
    run: async (scene) => {
      await scene.createObject(objectName, await scene.objects.createMachine());
      await expectToWaitForCluster(scene, "IB-003");
    },
  },
  {
    rules: ["IB-004"],
    sentence: "has its finalizer before the machine exists",
    run: (scene) => expectFinalizerFirst(scene, "IB-004"),
  },
  {
    rules: ["IB-005", "IB-012"],
    sentence: "waits for the Cluster's infrastructure, and can be deleted in the meantime",
    run: async (scene) => {
      await scene.createCluster({ provisioned: false });
      await scene.createObject(objectName, await scene.objects.createMachine());
      await expectToWaitAndGo(scene, "IB-005");
    },
  },
  {
    rules: ["IB-006", "IB-012"],
    sentence: "waits for the Machine's bootstrap data, and can be deleted in the meantime",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject(objectName, await scene.objects.createMachine(objectName, { withData: false }));
      await expectToWaitAndGo(scene, "IB-006");
    },
  },
  {
    rules: ["IB-007"],
    sentence: "passes exactly the bootstrap data to the machine",
    run: async (scene) => {
      const { outside } = scene;
      await scene.provisioned();
      scene.about("IB-007");
      const { bootstrapData = emptyCloudConfig } = scene.subject;
      mustEqual("the data of the machines outside", [...outside.existing.values()], [bootstrapData]);
    },
  },
  {
    rules: ["IB-010"],
    sentence: "exists until the machine is deleted, even if the infrastructure fails twice",
    run: (scene) => expectRemovedFirst(scene, "IB-010", 2),
  },
  {
    rules: ["IB-011"],
    sentence: "is deleted even if it has lost its owner",
    run: (scene) => expectToGoWithoutOwner(scene, "IB-011"),
  },
  {
    rules: ["BH-009"],
    sentence: "has one machine even if the response to its creation was lost",
    run: expectOneAfterLostAnswer,
  },
  {
    rules: ["CT-019"],
    sentence: "keeps its machine when clusterctl move deletes the object",
    run: expectMoveKeepsInfrastructure,
  },
  {
    rules: ["IB-002"],
    sentence: "stays unchanged after a terminal failure (contract v1beta1)",
    run: (scene) => expectFailureStands(scene, "IB-002"),
  },
];

async function expectProvisionedForGood(scene: Scene): Promise<void> {
  scene.about("IM-013", "IM-014");
  await scene.onceProvisioned();
  await scene.touchOwner(5);
  const done = (await scene.allRevisions()).filter((revision) => scene.isDone(revision));
  scene.about("IM-006", "IB-008");
  for (const { spec } of done) mustBeSet(spec?.providerID, "spec.providerID");
  const ids = new Set(done.map(({ spec }) => spec?.providerID));
  must(ids.size === 1, `it has had several providerIDs: ${[...ids].slice(0, 5).join(", ")}`);
  scene.about("IM-015");
  await mustStayDone(scene);
  scene.about("IM-013", "IM-014");
  scene.lookOutside(({ existing }) => {
    must(existing.size === 1, `${existing.size} machines exist outside for one object`);
  });
}

/** Nothing is created outside for a waiting object, and it can be deleted. */
export async function expectToWaitAndGo(scene: Scene, rule: DynamicRuleId): Promise<void> {
  scene.about(rule);
  await scene.pass(30);
  scene.expectDone(await scene.get(), false);
  scene.lookOutside(({ everCreated }) => {
    mustCount("things outside", everCreated, 0);
  });
  scene.about("IB-012");
  await scene.delete();
  await scene.until("it is deleted", async () => !(await scene.exists()));
}

/** Deletion needs no owner. */
export async function expectToGoWithoutOwner(scene: Scene, rule: DynamicRuleId): Promise<void> {
  await scene.provisioned();
  await scene.patch({ metadata: { ownerReferences: null } });
  scene.about(rule);
  await scene.delete();
  await scene.until("it is deleted", async () => !(await scene.exists()));
}

/** A provider finds the machine that it has requested, even if the answer was lost. */
export async function expectOneAfterLostAnswer(scene: Scene): Promise<void> {
  const { outside } = scene;
  outside.loseNextAnswer();
  await scene.provisioned();
  scene.about("BH-009");
  const made = outside.everCreated.join(", ");
  must(
    outside.existing.size === 1,
    `the response to a creation was lost, and now ${outside.existing.size} exist: ${made}`,
  );
}
