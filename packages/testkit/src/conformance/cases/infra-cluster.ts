import { type DynamicRuleId, fieldOf, schemaValidator } from "@capstan/contract";
import { must, mustBeSet, mustEqual } from "../scene/not-so.ts";
import type { Observed } from "../scene/recording.ts";
import { objectName, type Scene } from "../scene/scene.ts";
import { mustBeUntouched } from "./every-kind.ts";
import { moveAway } from "./move.ts";
import type { RuleCase } from "./rule-case.ts";

/** Cases for infra clusters. */
export const infraCluster: readonly RuleCase[] = [
  {
    rules: ["IC-002", "IC-008", "IC-009", "IC-010", "IC-011"],
    sentence: "reports its endpoint no later than it is provisioned, and failure domains in the contract's form",
    run: async (scene) => {
      scene.about("IC-009", "IC-010");
      const object = await scene.provisioned();
      scene.about("IC-002");
      mustHaveEndpoint(object);
      for (const revision of await scene.allRevisions()) {
        if (!scene.isDone(revision)) continue;
        scene.about("IC-011");
        mustHaveEndpoint(revision);
        scene.about("IC-008");
        mustHaveFailureDomains(scene, revision);
      }
    },
  },
  {
    rules: ["IC-017", "BH-006"],
    sentence: "stays unchanged until a Cluster owns it",
    run: async (scene) => {
      await scene.createObject();
      scene.about("IC-017");
      await scene.pass(30);
      await mustBeUntouched(scene);
      await scene.adopt(await scene.objects.createCluster());
      scene.about("BH-006");
      await scene.untilDone();
    },
  },
  {
    rules: ["IC-018"],
    sentence: "finds the Cluster among its owners even if the Cluster is not the controller",
    run: async (scene) => {
      await scene.createObject();
      await scene.adopt(await scene.objects.createCluster(), false);
      scene.about("IC-018");
      await scene.untilDone();
    },
  },
  {
    rules: ["IC-019"],
    sentence: "has its finalizer before anything is created outside",
    run: (scene) => expectFinalizerFirst(scene, "IC-019"),
  },
  {
    rules: ["IC-020", "IB-012"],
    sentence:
      "exists until its infrastructure is deleted, even if that deletion fails once; without an owner, it is deleted immediately",
    run: async (scene) => {
      await scene.createObject("nobodys");
      await scene.pass(1);
      scene.about("IC-020", "IB-012");
      await scene.delete("nobodys");
      await scene.until("the object without an owner is deleted", async () => !(await scene.exists("nobodys")));
      scene.about();
      await expectRemovedFirst(scene, "IC-020");
    },
  },
  {
    rules: ["BH-009"],
    sentence: "leaves nothing outside if the response to a creation was lost",
    run: expectNothingLeftOfLostAnswer,
  },
  {
    rules: ["CT-019"],
    sentence: "keeps its infrastructure when clusterctl move deletes the object",
    run: expectMoveKeepsInfrastructure,
  },
];

/** @throws NotSo the endpoint is missing. */
export function mustHaveEndpoint({ spec }: Observed): void {
  const { host, port } = (spec?.controlPlaneEndpoint ?? {}) as { readonly host?: string; readonly port?: number };
  mustBeSet(host, "spec.controlPlaneEndpoint.host");
  must((port ?? 0) > 0, `spec.controlPlaneEndpoint.port is ${String(port)}`);
}

/** Infrastructure stays after a move deletes its object. */
export async function expectMoveKeepsInfrastructure(scene: Scene): Promise<void> {
  const { outside } = scene;
  await scene.provisioned();
  const existing = [...outside.existing.keys()];
  scene.about("CT-019");
  await moveAway(scene);
  mustEqual("everything that exists outside", [...outside.existing.keys()], existing);
}

/** The object is removed once nothing is left outside, even if the removal fails at first. */
export async function expectRemovedFirst(scene: Scene, rule: DynamicRuleId, failures = 1): Promise<void> {
  const { outside } = scene;
  await scene.provisioned();
  must(outside.existing.size > 0, "it is provisioned, but nothing was created outside");
  outside.failNext(failures);
  scene.about(rule);
  await scene.delete();
  await scene.until("it is deleted", async () => {
    const exists = await scene.exists(objectName);
    if (!exists) mustLeaveNothing(scene);
    return !exists;
  });
}

/** A provider cannot know what it created before the answer was lost, unless it can derive the identity. */
export async function expectNothingLeftOfLostAnswer(scene: Scene): Promise<void> {
  scene.outside.loseNextAnswer();
  await scene.provisioned();
  scene.about("BH-009");
  await scene.delete();
  await scene.until("it is deleted", async () => !(await scene.exists()));
  mustLeaveNothing(scene);
}

/** @throws NotSo the object is deleted while something outside still exists. */
function mustLeaveNothing({ outside }: Scene): void {
  const left = [...outside.existing.keys()];
  must(left.length === 0, `it is deleted, but this still exists outside: ${left.join(", ")}`);
}

/** The first write of the object precedes the first creation outside, and adds the finalizer. */
export async function expectFinalizerFirst(scene: Scene, rule: DynamicRuleId): Promise<void> {
  let before: readonly string[] | undefined;
  scene.outside.onFirstCreation = () => {
    before = scene.traffic.writes({ kind: scene.kind.kind });
  };
  const { metadata } = await scene.provisioned();
  if (scene.machines !== undefined) before = writesBeforeMachines(scene);
  scene.about(rule);
  const [first] = before ?? [];
  const found = first === undefined ? "it had not been written" : `its first write was ${first}`;
  must(first === `patch ${scene.kind.kind}/${objectName}`, `when the first thing was created outside, ${found}`);
  must((metadata.finalizers ?? []).length > 0, "it has no finalizer");
}

/** The writes of the object before its provider created a Machine. */
function writesBeforeMachines({ traffic, kind }: Scene): readonly string[] {
  const writes = traffic.writes();
  const first = writes.findIndex((write) => write.startsWith("create Machine/"));
  return writes.slice(0, first).filter((write) => write.includes(` ${kind.kind}/`));
}

function mustHaveFailureDomains(scene: Scene, { status }: Observed): void {
  const domains = status?.failureDomains;
  if (domains === undefined) return;
  const { schema } = fieldOf("InfraCluster", "failureDomains", scene.subject.definition.contract).place;
  must(schemaValidator(schema).accepts(domains), `status.failureDomains is ${JSON.stringify(domains)}`);
}
