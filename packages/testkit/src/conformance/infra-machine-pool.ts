import { annotations, MachinePool } from "@capstan/contract";
import type { ProviderDefinition } from "@capstan/provider";
import { expect } from "vitest";
import { namespace } from "../builders/test-objects.ts";
import { expectFailureStands } from "./bootstrap-config.ts";
import { expectUntouched } from "./every-kind.ts";
import { expectFinalizerFirst, expectMoveKeepsInfrastructure } from "./infra-cluster.ts";
import { expectGoesWithoutOwner, expectNothingAndDeletable, expectStaysUntilNothingIsLeft } from "./infra-machine.ts";
import type { RuleCase } from "./rule-case.ts";
import { objectName, type Observed, type Scene } from "./scene.ts";
import { must } from "./not-so.ts";

/** What holds for pools of machines. */
export const infraMachinePool: readonly RuleCase[] = [
  {
    rules: ["MP-002", "IB-008"],
    sentence:
      "has the flag that core reads in addition to that of its contract, never without its machines, and keeps both",
    run: async (scene) => {
      await scene.provisioned();
      for (let round = 0; round < 5; round += 1) await scene.touchOwner(round);
      const revisions = await scene.allRevisions();
      const first = revisions.findIndex((revision) => scene.isDone(revision));
      must(first >= 0, "no revision of it says that it is done");
      for (const revision of revisions.slice(first)) {
        scene.expectDone(revision);
        must(revision.status?.ready === true, `status.ready is ${String(revision.status?.ready)}, though it is done`);
        expect(idsOf(revision)).not.toEqual([]);
      }
    },
  },
  {
    rules: ["MP-003", "MP-004"],
    sentence: "lists exactly the machines that there are, also after it was scaled from 3 to 1, and counts them",
    run: async (scene) => {
      await createPool(scene, { replicas: 3 });
      const before = idsOf(await scene.untilDone());
      await untilCounted(scene, 3);
      await scalePool(scene, 1);
      await untilCounted(scene, 1);
      for (const id of idsOf(await scene.get())) expect(before).toContain(id);
      await scalePool(scene, 2);
      await untilCounted(scene, 2);
    },
  },
  {
    rules: ["MP-010"],
    sentence: "is not scaled if something else manages its replicas, and the MachinePool follows it",
    concerns: mayWriteMachinePools,
    run: async (scene) => {
      await createPool(scene, { annotations: { [annotations.replicasManagedBy]: "conformance" } });
      await scene.untilDone();
      await scalePool(scene, 3);
      await scene.until("the MachinePool has one replica again", async () => (await poolOf(scene)).spec.replicas === 1);
      await scene.pass(30);
      expect(scene.outside.everCreated).toHaveLength(1);
      expect(idsOf(await scene.get())).toHaveLength(1);
    },
  },
  {
    rules: ["IB-001", "BH-006"],
    sentence: "is left alone until a MachinePool owns it",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject();
      await scene.pass(30);
      await expectUntouched(scene);
      await scene.adopt(await scene.createMachinePool());
      await scene.untilDone();
    },
  },
  {
    rules: ["IB-003"],
    sentence: "is left alone until its Cluster exists",
    run: async (scene) => {
      await scene.createObject(objectName, await scene.createMachinePool());
      await scene.pass(30);
      await expectUntouched(scene);
      await scene.createCluster();
      await scene.untilDone();
    },
  },
  { rules: ["IB-004"], sentence: "has its finalizer before the first machine exists", run: expectFinalizerFirst },
  {
    rules: ["IB-005", "IB-012"],
    sentence: "waits for the Cluster's infrastructure, and can be deleted meanwhile",
    run: async (scene) => {
      await scene.createCluster({ provisioned: false });
      await scene.createObject(objectName, await scene.createMachinePool());
      await expectNothingAndDeletable(scene);
    },
  },
  {
    rules: ["IB-006", "IB-012"],
    sentence: "waits for the bootstrap data of the MachinePool, and can be deleted meanwhile",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject(objectName, await scene.createMachinePool(objectName, { withData: false }));
      await expectNothingAndDeletable(scene);
    },
  },
  {
    rules: ["IB-007"],
    sentence: "gives each machine exactly the bootstrap data",
    run: async (scene) => {
      await createPool(scene, { replicas: 2 });
      await scene.untilDone();
      await untilCounted(scene, 2);
      const { bootstrapData = "#cloud-config\n{}\n" } = scene.subject;
      expect([...scene.outside.existing.values()]).toEqual([bootstrapData, bootstrapData]);
    },
  },
  {
    rules: ["IB-010"],
    sentence: "stays until its machines are gone, though the infrastructure fails twice",
    run: expectStaysUntilNothingIsLeft,
  },
  {
    rules: ["IB-011"],
    sentence: "goes when it is deleted after it has lost its owner",
    run: expectGoesWithoutOwner,
  },
  {
    rules: ["CT-019"],
    sentence: "keeps its machines when clusterctl move takes the object away",
    run: expectMoveKeepsInfrastructure,
  },
  {
    rules: ["MP-007"],
    sentence: "stays as it is once it has failed (contract v1beta1)",
    run: (scene) => expectFailureStands(scene),
  },
];

/** Only a provider that may write MachinePools can keep that rule, which is optional. */
function mayWriteMachinePools({ permissions }: ProviderDefinition): boolean {
  return permissions.some(
    ({ resources, verbs }) => resources.includes(MachinePool.plural) && verbs.some((verb) => verb === "patch"),
  );
}

async function createPool(scene: Scene, choices: Parameters<Scene["createMachinePool"]>[1]): Promise<void> {
  await scene.createCluster();
  await scene.createObject(objectName, await scene.createMachinePool(objectName, choices));
}

async function scalePool(scene: Scene, replicas: number): Promise<void> {
  const patch = { type: "merge", body: { spec: { replicas } } } as const;
  await scene.env.client.patch(MachinePool, { name: objectName, namespace }, patch);
}

function poolOf(scene: Scene): Promise<MachinePool> {
  return scene.env.client.get(MachinePool, { name: objectName, namespace });
}

/** As many machines outside as there are ids, each once, and as the count says. */
async function untilCounted(scene: Scene, replicas: number): Promise<void> {
  await scene.until(`it lists and counts ${replicas} machines`, async () => {
    const object = await scene.get();
    const ids = idsOf(object);
    const isWhole =
      ids.length === replicas && new Set(ids).size === replicas && scene.outside.existing.size === replicas;
    return isWhole && object.status?.replicas === replicas;
  });
}

function idsOf({ spec }: Observed): readonly string[] {
  const list = spec?.providerIDList;
  return Array.isArray(list) ? (list as string[]) : [];
}
