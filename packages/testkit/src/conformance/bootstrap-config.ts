import { labels, type OwnerReference } from "@capstan/contract";
import { ApiError, Secret } from "@capstan/runtime";
import { expect } from "vitest";
import { expectUntouched } from "./every-kind.ts";
import type { RuleCase } from "./rule-case.ts";
import { objectName, type Scene } from "./scene.ts";
import { stringsWithin } from "./strings-within.ts";
import { must, mustBeSet } from "./not-so.ts";

const sentinelFiles = {
  linux: "/run/cluster-api/bootstrap-success.complete",
  windows: String.raw`C:\run\cluster-api\bootstrap-success.complete`,
};

/** What holds for bootstrap configs and their data Secrets. */
export const bootstrapConfig: readonly RuleCase[] = [
  {
    rules: ["BC-003", "BC-004", "BC-017", "BS-001"],
    sentence: "names its Secret, which exists, in the write that says that it is done",
    run: async (scene) => {
      await scene.provisioned();
      must((await scene.publishedSecret()) !== undefined, "the Secret that status.dataSecretName names does not exist");
      for (const revision of await scene.allRevisions()) {
        if (scene.isDone(revision)) mustBeSet(revision.status?.dataSecretName, "status.dataSecretName");
        else expect(revision.status?.dataSecretName).toBeUndefined();
      }
    },
  },
  {
    rules: ["BS-002", "BS-003", "BS-004", "BS-005"],
    sentence: "has a Secret in its namespace, with the Cluster's label, itself as controller and data under `value`",
    run: async (scene) => {
      const { metadata } = await scene.provisioned();
      const secret = await scene.publishedSecret();
      expect(secret?.metadata).toMatchObject({
        namespace: metadata.namespace,
        labels: { [labels.clusterName]: objectName },
      });
      expect(controllersOf(secret)).toEqual([expect.objectContaining({ kind: scene.kind.kind, uid: metadata.uid })]);
      must((secret?.data?.value ?? "") !== "", "the Secret has nothing under `value`");
      expect(["value", "format"]).toEqual(expect.arrayContaining(Object.keys(secret?.data ?? {})));
      const all = (await scene.env.client.list(Secret)).items.filter(
        ({ metadata: { name } }) => name === secret?.metadata.name,
      );
      expect(all).toHaveLength(1);
    },
  },
  {
    rules: ["BC-016", "BS-007"],
    sentence: "keeps its Secret, to the byte, when its status is lost",
    run: async (scene) => {
      await scene.provisioned();
      const before = await scene.publishedSecret();
      await scene.wipeStatus();
      await scene.untilDone();
      const after = await scene.publishedSecret();
      expect(after?.metadata).toMatchObject({ name: before?.metadata.name, uid: before?.metadata.uid });
      expect(after?.metadata.resourceVersion).toBe(before?.metadata.resourceVersion);
      expect(dataSecretsCreated(scene)).toHaveLength(1);
    },
  },
  {
    rules: ["BC-018"],
    sentence: "is not done before the Secret exists, and says what is wrong",
    run: async (scene) => {
      scene.interference.refuse = ({ verb, kind, name }) =>
        verb === "create" && kind === "Secret" && name === objectName ? forbidden() : undefined;
      await scene.createReady();
      await scene.pass(30);
      const waiting = await scene.get();
      scene.expectDone(waiting, false);
      expect(JSON.stringify(waiting.status ?? {})).toContain("the conformance suite refuses");
      delete scene.interference.refuse;
      await scene.untilDone();
      must((await scene.publishedSecret()) !== undefined, "the Secret that status.dataSecretName names does not exist");
    },
  },
  {
    rules: ["BH-005"],
    sentence: "adopts the Secret that it made just before it was stopped",
    run: async (scene) => {
      scene.interference.refuse = ({ kind, subresource }) =>
        kind === scene.kind.kind && subresource === "status" && dataSecretsCreated(scene).length > 0
          ? forbidden()
          : undefined;
      await scene.createReady();
      await scene.until("a Secret was created", () => dataSecretsCreated(scene).length === 1);
      scene.expectDone(await scene.get(), false);
      delete scene.interference.refuse;
      await scene.untilDone();
      expect(dataSecretsCreated(scene)).toHaveLength(1);
    },
  },
  {
    rules: ["BH-001", "BT-007", "BH-006"],
    sentence: "is left alone until a Machine owns it, and keeps that owner",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject();
      await scene.adopt(await scene.createMachineSet());
      await scene.pass(30);
      await expectUntouched(scene);
      const machine = await scene.createMachine();
      await scene.adopt(machine);
      const { metadata } = await scene.untilDone();
      expect(metadata.ownerReferences).toEqual([
        expect.objectContaining({ kind: "Machine", uid: machine.metadata.uid }),
      ]);
      expect(metadata.labels).toMatchObject({ [labels.clusterName]: objectName });
    },
  },
  {
    rules: ["BH-003"],
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
    rules: ["BH-004", "BC-019"],
    sentence: "makes its data once, however often it is reconciled",
    run: async (scene) => {
      await scene.provisioned();
      for (let round = 0; round < 10; round += 1) await scene.touchOwner(round);
      expect(dataSecretsCreated(scene)).toHaveLength(1);
      scene.expectDone(await scene.get());
    },
  },
  {
    rules: ["BH-011", "BH-012"],
    sentence: "makes data that leaves the sentinel file of the machine's system",
    run: async (scene) => {
      const { sentinelFile = "linux" } = scene.subject;
      if (sentinelFile === "none") return;
      await scene.provisioned();
      const data = Buffer.from((await scene.publishedSecret())?.data?.value ?? "", "base64");
      const writes = stringsWithin(data).some((text) => text.includes(sentinelFiles[sentinelFile]));
      must(writes, `the data does not name ${sentinelFiles[sentinelFile]}`);
    },
  },
  {
    rules: ["BH-002"],
    sentence: "stays as it is once it has failed (contract v1beta1)",
    run: (scene) => expectFailureStands(scene),
  },
];

/** A terminal failure of contract v1beta1 ends all work. */
export async function expectFailureStands(scene: Scene): Promise<void> {
  await scene.createCluster();
  await scene.createObject();
  const status = { failureReason: "Broken", failureMessage: "the conformance suite says so" };
  await scene.patchStatus(status);
  await scene.adopt(await scene.createOwner());
  await scene.pass(30);
  expect((await scene.get()).status).toMatchObject(status);
  scene.expectDone(await scene.get(), false);
  expect(scene.outside.everCreated).toEqual([]);
  expect(dataSecretsCreated(scene)).toEqual([]);
}

/** Creations of the object's data Secret; those of other Secrets, such as certificates, are the provider's business. */
function dataSecretsCreated(scene: Scene): readonly string[] {
  return scene.env.writes({ kind: "Secret" }).filter((write) => write === `create Secret/${objectName}`);
}

function controllersOf(secret: Secret | undefined): readonly OwnerReference[] {
  return (secret?.metadata.ownerReferences ?? []).filter(({ controller }) => controller === true);
}

function forbidden(): Error {
  return new ApiError("the conformance suite refuses this write", { status: 403, reason: "Forbidden" });
}
