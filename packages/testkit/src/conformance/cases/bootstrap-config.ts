import { createHash } from "node:crypto";
import { type DynamicRuleId, labels, type OwnerReference } from "@capstan/contract";
import { ApiError, Secret } from "@capstan/runtime";
import { gunzipSync } from "node:zlib";
import { must, mustBeSet, mustCount, mustEqual, mustHave, NotObservable } from "../scene/not-so.ts";
import { objectName, type Scene } from "../scene/scene.ts";
import { conditionsOf, mustBeUntouched } from "./every-kind.ts";
import type { RuleCase } from "./rule-case.ts";
import { expectTopologyDryRun } from "./topology-dry-run.ts";

const base64Run = /[A-Za-z0-9+/]{16,}={0,2}/g;

/** All strings in bootstrap data, in any encoding: plain, in URLs (Ignition), in base64, compressed. */
function stringsWithin(data: Buffer): readonly string[] {
  const text = unpacked(data).toString("utf8");
  const encoded = [...text.matchAll(base64Run)].map(([run]) => unpacked(Buffer.from(run, "base64")).toString("utf8"));
  return [text, withoutEscapes(text), ...encoded];
}

function unpacked(data: Buffer): Buffer {
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  try {
    return gunzipSync(data);
  } catch {
    return data;
  }
}

/** Decodes percent escapes one by one, because the string may contain other percent signs. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const sentinelFiles = {
  linux: "/run/cluster-api/bootstrap-success.complete",
  windows: String.raw`C:\run\cluster-api\bootstrap-success.complete`,
};

/** Cases for bootstrap configs and their data Secrets. */
export const bootstrapConfig: readonly RuleCase[] = [
  {
    rules: ["BT-008"],
    sentence: "has a Template that takes the dry runs of a topology, and stays the same in them",
    hasAdmission: true,
    concerns: ({ templateKind }) => templateKind !== undefined,
    run: expectTopologyDryRun,
  },
  {
    rules: ["BC-003", "BC-004", "BC-017", "BS-001"],
    sentence: "names its existing Secret in the write that reports completion",
    run: async (scene) => {
      scene.about("BC-003", "BC-004");
      await scene.provisioned();
      scene.about("BC-017");
      for (const revision of await scene.allRevisions()) {
        const name = revision.status?.dataSecretName;
        if (scene.isDone(revision)) mustBeSet(name, "status.dataSecretName");
        else
          must(
            name === undefined,
            `status.dataSecretName is ${JSON.stringify(name)}, but the status does not report completion`,
          );
      }
      scene.about("BS-001");
      must((await scene.publishedSecret()) !== undefined, "the Secret that status.dataSecretName names does not exist");
    },
  },
  {
    rules: ["BS-002", "BS-003", "BS-004", "BS-005"],
    sentence: "has a Secret in its namespace, with the Cluster's label, itself as controller and data under `value`",
    run: expectSecretOfContract,
  },
  {
    rules: ["BC-016", "BS-007"],
    sentence: "keeps its Secret unchanged when its status is lost",
    run: async (scene) => {
      await scene.provisioned();
      const before = await scene.publishedSecret();
      await scene.wipeStatus();
      scene.about("BC-016");
      await scene.untilDone();
      const after = await scene.publishedSecret();
      mustEqual("the name of its Secret", after?.metadata.name, before?.metadata.name);
      scene.about("BS-007");
      mustEqual("the data of its Secret", hashesOf(after), hashesOf(before));
      mustEqual("the uid of its Secret", after?.metadata.uid, before?.metadata.uid);
    },
  },
  {
    rules: ["BC-018"],
    sentence: "does not report completion before the Secret exists, and reports the problem in a condition",
    run: async (scene) => {
      let refusals = 0;
      scene.traffic.refuse = ({ verb, kind, name }) => {
        if (verb === "delete" || kind !== "Secret" || name !== objectName) return undefined;
        refusals += 1;
        return refusal();
      };
      await scene.createReady();
      await scene.pass(30);
      if (refusals === 0) throw new NotObservable(`its Secret does not have the object's name, ${objectName}`);
      scene.about("BC-018");
      const waiting = await scene.get();
      scene.expectDone(waiting, false);
      mustHave("status.conditions", conditionsOf(waiting), "a condition that is False, with a reason", saysWhy);
      scene.traffic.refuse = undefined;
      await scene.untilDone();
      must((await scene.publishedSecret()) !== undefined, "the Secret that status.dataSecretName names does not exist");
    },
  },
  {
    rules: ["BH-005"],
    sentence: "adopts the Secret that it created just before the provider stopped",
    run: async (scene) => {
      scene.traffic.refuse = ({ kind, subresource }) =>
        kind === scene.kind.kind && subresource === "status" && dataSecretsCreated(scene).length > 0
          ? refusal()
          : undefined;
      await scene.createReady();
      await scene.until("a Secret was created", () => dataSecretsCreated(scene).length === 1);
      scene.about("BH-005");
      scene.expectDone(await scene.get(), false);
      scene.traffic.refuse = undefined;
      await scene.untilDone();
      mustCount("creations of its Secret", dataSecretsCreated(scene), 1);
    },
  },
  {
    rules: ["BH-001", "BT-007", "BH-006"],
    sentence: "stays unchanged until a Machine owns it, and keeps that owner",
    run: async (scene) => {
      await scene.createCluster();
      await scene.createObject();
      await scene.adopt(await scene.objects.createMachineSet());
      scene.about("BH-001");
      await scene.pass(30);
      await mustBeUntouched(scene);
      const machine = await scene.objects.createMachine();
      await scene.adopt(machine);
      scene.about("BH-006");
      const { metadata } = await scene.untilDone();
      scene.about("BT-007");
      const { ownerReferences = [] } = metadata;
      const isKept = ownerReferences.length === 1 && ownerReferences[0]?.uid === machine.metadata.uid;
      must(isKept, `the Machine is no longer its only owner: ${JSON.stringify(ownerReferences)}`);
      mustEqual(`its label ${labels.clusterName}`, metadata.labels?.[labels.clusterName], objectName);
    },
  },
  {
    rules: ["BH-003"],
    sentence: "stays unchanged until its Cluster exists",
    run: async (scene) => {
      await scene.createObject(objectName, await scene.objects.createMachine());
      await expectToWaitForCluster(scene, "BH-003");
    },
  },
  {
    rules: ["BH-004", "BC-019"],
    sentence: "generates its data once, for any number of reconciles",
    run: async (scene) => {
      await scene.onceProvisioned();
      scene.about("BH-004");
      const before = await scene.publishedSecret();
      await scene.touchOwner(10);
      mustEqual("the uid of its Secret", (await scene.publishedSecret())?.metadata.uid, before?.metadata.uid);
      scene.about("BC-019");
      await mustStayDone(scene);
    },
  },
  {
    rules: ["BH-011", "BH-012"],
    sentence: "generates data that creates the sentinel file of the machine's operating system",
    run: async (scene) => {
      const { sentinelFile = "linux" } = scene.subject;
      if (sentinelFile === "none") return;
      await scene.provisioned();
      scene.about(sentinelFile === "linux" ? "BH-011" : "BH-012");
      const data = Buffer.from((await scene.publishedSecret())?.data?.value ?? "", "base64");
      const writes = stringsWithin(data).some((text) => text.includes(sentinelFiles[sentinelFile]));
      must(writes, `the data does not name ${sentinelFiles[sentinelFile]}`);
    },
  },
  {
    rules: ["BH-002"],
    sentence: "stays unchanged after a terminal failure (contract v1beta1)",
    run: (scene) => expectFailureStands(scene, "BH-002"),
  },
];

async function expectSecretOfContract(scene: Scene): Promise<void> {
  const { metadata } = await scene.provisioned();
  const secret = await scene.publishedSecret();
  const { name, labels: given = {} } = secret?.metadata ?? {};
  scene.about("BS-003");
  mustEqual(`the label ${labels.clusterName} of its Secret`, given[labels.clusterName], objectName);
  scene.about("BS-004");
  const controllers = controllersOf(secret).map(({ kind, uid }) => ({ kind, uid }));
  mustEqual("the controllers of its Secret", controllers, [{ kind: scene.kind.kind, uid: metadata.uid }]);
  scene.about("BS-005");
  must((secret?.data?.value ?? "") !== "", "the Secret has no data under `value`");
  const others = Object.keys(secret?.data ?? {}).filter((key) => key !== "value" && key !== "format");
  mustEqual("the other keys of the Secret", others, []);
  scene.about("BS-002");
  const all = (await scene.client.list(Secret)).items.filter(
    (found) => found.metadata.name === name && !scene.world.isElsewhere(found.metadata.namespace ?? ""),
  );
  mustEqual(
    `the namespaces with a Secret ${String(name)}`,
    all.map((found) => found.metadata.namespace),
    [metadata.namespace],
  );
}

/** An object with an owner waits for its Cluster. */
export async function expectToWaitForCluster(scene: Scene, rule: DynamicRuleId): Promise<void> {
  scene.about(rule);
  await scene.pass(30);
  await mustBeUntouched(scene);
  await scene.createCluster();
  await scene.untilDone();
}

/** A terminal failure of contract v1beta1 ends all work. */
export async function expectFailureStands(scene: Scene, rule: DynamicRuleId): Promise<void> {
  await scene.createCluster();
  await scene.createObject();
  const status = { failureReason: "Broken", failureMessage: "set by the conformance suite" };
  await scene.patchStatus(status);
  await scene.adopt(await scene.createOwner());
  scene.about(rule);
  await scene.pass(30);
  const { failureReason, failureMessage } = (await scene.get()).status ?? {};
  mustEqual("its failure", { failureReason, failureMessage }, status);
  scene.expectDone(await scene.get(), false);
  scene.lookOutside(({ everCreated }) => {
    mustCount("things outside", everCreated, 0);
  });
  if (scene.role !== "BootstrapConfig") return;
  const made = (await scene.client.list(Secret, { namespace: scene.namespace })).items;
  must(!made.some(({ metadata }) => metadata.name === objectName), "it created its Secret");
}

/** Once a revision says that the object is done, all later ones do. */
export async function mustStayDone(scene: Scene): Promise<void> {
  const revisions = await scene.allRevisions();
  const first = revisions.findIndex((revision) => scene.isDone(revision));
  must(first >= 0, "no revision reports completion");
  for (const revision of revisions.slice(first)) scene.expectDone(revision);
}

/** Creations of the object's data Secret; creations of other Secrets, such as certificates, are the provider's own business. */
function dataSecretsCreated(scene: Scene): readonly string[] {
  return scene.traffic.writes({ kind: "Secret" }).filter((write) => write === `create Secret/${objectName}`);
}

function controllersOf(secret: Secret | undefined): readonly OwnerReference[] {
  return (secret?.metadata.ownerReferences ?? []).filter(({ controller }) => controller === true);
}

/** Hashes of a Secret's values, for comparisons whose messages must not show them. */
function hashesOf(secret: Secret | undefined): Readonly<Record<string, string>> {
  const entries = Object.entries(secret?.data ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, createHash("sha256").update(value).digest("hex")]));
}

/** Whether a condition explains why an object that is not paused does not progress. */
function saysWhy({ type, status, reason }: ReturnType<typeof conditionsOf>[number]): boolean {
  return type !== "Paused" && status === "False" && typeof reason === "string" && reason !== "";
}

/** The error for a refused write. */
export function refusal(): ApiError {
  return new ApiError("the conformance suite rejected this write", { status: 403, reason: "Forbidden" });
}
