import { annotations, MachinePool } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import { must, mustCount, mustEqual } from "../scene/not-so.ts";
import type { Observed } from "../scene/recording.ts";
import { playPoolMachines } from "../scene/played-pool-machines.ts";
import { objectName, type Scene } from "../scene/scene.ts";
import type { PoolChoices } from "../scene/scene-options.ts";
import { emptyCloudConfig, type TestedKind } from "../scene/subject.ts";
import { expectFailureStands, expectToWaitForCluster } from "./bootstrap-config.ts";
import { mustBeUntouched } from "./every-kind.ts";
import { expectFinalizerFirst, expectMoveKeepsInfrastructure, expectRemovedFirst } from "./infra-cluster.ts";
import { expectOneAfterLostAnswer, expectToGoWithoutOwner, expectToWaitAndGo } from "./infra-machine.ts";
import type { RuleCase } from "./rule-case.ts";

/** Cases for pools of machines. */
export const infraMachinePool: readonly RuleCase[] = [
  {
    rules: ["MP-002", "IB-008"],
    sentence:
      "sets the flag of its contract and the additional flag that core reads, never without its machines, and keeps both",
    run: expectFlagsForGood,
  },
  {
    rules: ["MP-003", "MP-004"],
    sentence: "lists and counts exactly the existing machines, also after it was scaled from 3 to 1",
    run: async (scene) => {
      await createPool(scene, { replicas: 3 });
      const before = idsOf(await scene.untilDone());
      scene.about("MP-003", "MP-004");
      await untilCounted(scene, 3);
      await scalePool(scene, 1);
      await untilCounted(scene, 1);
      for (const id of idsOf(await scene.get())) must(before.includes(id), `${id} was not one of ${before.join(", ")}`);
      await scalePool(scene, 2);
      await untilCounted(scene, 2);
    },
  },
  {
    rules: ["MP-003", "MP-004", "IB-007", "BC-020"],
    sentence: "lists its machines, shrinks and restores a lost status after its bootstrap data was deleted",
    run: expectToShrinkWithoutData,
  },
  {
    rules: ["MP-010"],
    sentence: "is not scaled if another system manages its replicas, and the MachinePool follows it",
    concerns: mayWriteMachinePools,
    run: async (scene) => {
      await createPool(scene, { annotations: { [annotations.replicasManagedBy]: "conformance" } });
      await scene.untilDone();
      scene.about("MP-010");
      await scalePool(scene, 3);
      await scene.until("the MachinePool has one replica again", async () => (await poolOf(scene)).spec.replicas === 1);
      await scene.pass(30);
      scene.lookOutside(({ everCreated }) => {
        mustCount("things outside", everCreated, 1);
      });
      mustCount("spec.providerIDList", idsOf(await scene.get()), 1);
    },
  },
  {
    rules: ["IB-001", "BH-006"],
    sentence: "stays unchanged until a MachinePool owns it",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject();
      scene.about("IB-001");
      await scene.pass(30);
      await mustBeUntouched(scene);
      await scene.adopt(await scene.objects.createMachinePool());
      scene.about("BH-006");
      await scene.untilDone();
    },
  },
  {
    rules: ["IB-003"],
    sentence: "stays unchanged until its Cluster exists",
    run: async (scene) => {
      await scene.createObject(objectName, await scene.objects.createMachinePool());
      await expectToWaitForCluster(scene, "IB-003");
    },
  },
  {
    rules: ["IB-004"],
    sentence: "has its finalizer before the first machine exists",
    run: (scene) => expectFinalizerFirst(scene, "IB-004"),
  },
  {
    rules: ["IB-005", "IB-012"],
    sentence: "waits for the Cluster's infrastructure, and can be deleted in the meantime",
    run: async (scene) => {
      await scene.createCluster({ provisioned: false });
      await scene.createObject(objectName, await scene.objects.createMachinePool());
      await expectToWaitAndGo(scene, "IB-005");
    },
  },
  {
    rules: ["IB-006", "IB-012"],
    sentence: "waits for the bootstrap data of the MachinePool, and can be deleted in the meantime",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject(objectName, await scene.objects.createMachinePool(objectName, { withData: false }));
      await expectToWaitAndGo(scene, "IB-006");
    },
  },
  {
    rules: ["IB-007"],
    sentence: "passes exactly the bootstrap data to each machine",
    run: async (scene) => {
      const { outside } = scene;
      await createPool(scene, { replicas: 2 });
      await scene.untilDone();
      await untilCounted(scene, 2);
      scene.about("IB-007");
      const { bootstrapData = emptyCloudConfig } = scene.subject;
      mustEqual("the data of the machines outside", [...outside.existing.values()], [bootstrapData, bootstrapData]);
    },
  },
  {
    rules: ["IB-010"],
    sentence: "exists until its machines are deleted, even if the infrastructure fails twice",
    run: (scene) => expectRemovedFirst(scene, "IB-010", 2),
  },
  {
    rules: ["IB-011"],
    sentence: "is deleted even if it has lost its owner",
    run: (scene) => expectToGoWithoutOwner(scene, "IB-011"),
  },
  {
    rules: ["BH-009"],
    sentence: "has one machine for one replica even if the response to its creation was lost",
    run: expectOneAfterLostAnswer,
  },
  {
    rules: ["CT-019"],
    sentence: "keeps its machines when clusterctl move deletes the object",
    run: expectMoveKeepsInfrastructure,
  },
  {
    rules: ["MP-007"],
    sentence: "stays unchanged after a terminal failure (contract v1beta1)",
    run: (scene) => expectFailureStands(scene, "MP-007"),
  },
];

async function expectFlagsForGood(scene: Scene): Promise<void> {
  scene.about("MP-002");
  await scene.provisioned();
  await scene.touchOwner(5);
  const revisions = await scene.allRevisions();
  const first = revisions.findIndex((revision) => scene.isDone(revision));
  must(first >= 0, "no revision reports completion");
  for (const revision of revisions.slice(first)) {
    scene.about("MP-002");
    scene.expectDone(revision);
    must(
      revision.status?.ready === true,
      `status.ready is ${String(revision.status?.ready)}, but the status reports completion`,
    );
    scene.about("IB-008");
    must(idsOf(revision).length > 0, "spec.providerIDList is empty, but the status reports completion");
  }
}

/** The data is needed for new machines only, so that a pool without it does everything else. */
async function expectToShrinkWithoutData(scene: Scene): Promise<void> {
  const { client, namespace, outside, subject } = scene;
  await createPool(scene, { replicas: 3 });
  await scene.untilDone();
  await untilCounted(scene, 3);
  await client.delete(Secret, { name: objectName, namespace });
  scene.about("MP-003", "MP-004");
  await scalePool(scene, 2);
  await untilCounted(scene, 2);
  scene.about("BC-020");
  await scene.wipeStatus();
  await scene.untilDone();
  await untilCounted(scene, 2);
  scene.about("IB-007");
  await scalePool(scene, 3);
  await scene.pass(30);
  const { bootstrapData = emptyCloudConfig } = subject;
  for (const data of outside.existing.values()) mustEqual("the data of a machine outside", data, bootstrapData);
}

/** Only a provider with permission to write MachinePools can follow that optional rule. */
function mayWriteMachinePools({ permissions = [] }: TestedKind): boolean {
  return permissions.some(
    ({ resources, verbs }) => resources.includes(MachinePool.plural) && verbs.some((verb) => verb === "patch"),
  );
}

async function createPool(scene: Scene, choices: PoolChoices): Promise<void> {
  await scene.createCluster();
  await scene.createObject(objectName, await scene.objects.createMachinePool(objectName, choices));
}

async function scalePool({ client, namespace }: Scene, replicas: number): Promise<void> {
  const patch = { type: "merge", body: { spec: { replicas } } } as const;
  await client.patch(MachinePool, { name: objectName, namespace }, patch);
}

function poolOf({ client, namespace }: Scene): Promise<MachinePool> {
  return client.get(MachinePool, { name: objectName, namespace });
}

/** Waits until the number of machines outside, of distinct ids and the replica count agree. */
async function untilCounted(scene: Scene, replicas: number): Promise<void> {
  await scene.until(`it lists and counts ${replicas} machines`, async () => {
    const object = await scene.get();
    await playPoolMachines(scene.client, scene.namespace, object);
    const ids = idsOf(object);
    return ids.length === replicas && new Set(ids).size === replicas && object.status?.replicas === replicas;
  });
  scene.lookOutside(({ existing }) => {
    must(existing.size === replicas, `it counts ${replicas} machines, but ${existing.size} exist outside`);
  });
}

function idsOf({ spec }: Observed): readonly string[] {
  const list = spec?.providerIDList;
  return Array.isArray(list) ? (list as string[]) : [];
}
