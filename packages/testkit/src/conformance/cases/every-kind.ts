import { annotations, type DynamicRuleId, type KubernetesObject } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { Secret } from "@capstan/runtime";
import { must, mustCount, mustEqual, mustHave, NotObservable } from "../scene/not-so.ts";
import type { Observed } from "../scene/recording.ts";
import type { Scene } from "../scene/scene.ts";
import { moveAway, moveHere } from "./move.ts";
import type { RuleCase } from "./rule-case.ts";
import { templateObject } from "./template-object.ts";

/** Cases for every kind of provider object. */
export const everyKind: readonly RuleCase[] = [
  {
    rules: ["BC-012"],
    sentence: "always has well-formed conditions",
    run: async (scene) => {
      await scene.provisioned();
      scene.about("BC-012");
      for (const revision of await scene.allRevisions()) mustBeWellFormed(conditionsOf(revision));
    },
  },
  {
    rules: ["BC-020", "CT-020"],
    sentence: "restores a lost status, and creates nothing twice",
    run: async (scene) => {
      await scene.provisioned();
      await scene.pass(1);
      const kept = await keptThrough(scene, ["BC-020", "CT-020"]);
      await scene.wipeStatus();
      await kept.mustBeAgain();
    },
  },
  {
    rules: ["CT-017"],
    sentence: "continues after clusterctl move has recreated it, and creates nothing",
    run: async (scene) => {
      await scene.provisioned();
      await scene.pass(1);
      const kept = await keptThrough(scene, ["CT-017"]);
      await moveAway(scene);
      await moveHere(scene, kept.object, kept.secrets);
      await scene.pauseCluster(false);
      const after = await kept.mustBeAgain();
      mustEqual("its spec after the move", after.spec, kept.object.spec);
    },
  },
  {
    rules: ["BH-008"],
    sentence: "is not written by twenty reconciles without a change",
    run: async (scene) => {
      await scene.provisioned();
      await scene.pass(1);
      scene.about("BH-008");
      const { metadata } = await scene.get();
      const before = scene.world.traffic?.writes().length;
      await scene.touchOwner(20);
      const { resourceVersion } = (await scene.get()).metadata;
      must(resourceVersion === metadata.resourceVersion, "it was written without a change");
      const since = scene.world.traffic?.writes().slice(before) ?? [];
      mustEqual("the writes of the provider in the meantime", since, []);
    },
  },
  {
    rules: ["BT-006"],
    sentence: "is provisioned as a clone of its Template, with the labels and annotations of a clone",
    run: async (scene) => {
      const { templateKind } = scene.subject.definition;
      if (templateKind === undefined) throw new NotObservable("the kind has no Template");
      const { group, kind } = templateKind;
      const template = templateObject(scene.subject, templateKind, { name: "template", namespace: scene.namespace });
      await scene.client.create<KubernetesObject>(templateKind, template);
      const owner = await scene.createUnadopted();
      await scene.patch({
        metadata: {
          annotations: {
            "cluster.x-k8s.io/cloned-from-name": "template",
            "cluster.x-k8s.io/cloned-from-groupkind": `${kind}.${group}`,
          },
        },
      });
      await scene.adopt(owner);
      scene.about("BT-006");
      await scene.untilDone();
    },
  },
  {
    rules: ["BC-021", "BC-022"],
    sentence: "stays unchanged while it is paused, for any value of the annotation, and continues afterwards",
    run: async (scene) => {
      const pause = (value: string | null) =>
        scene.patch({ metadata: { annotations: { [annotations.paused]: value } } });
      const owner = await scene.createUnadopted();
      await pause("false");
      await scene.adopt(owner);
      scene.about("BC-021");
      await scene.pass(30);
      scene.expectDone(await scene.get(), false);
      scene.lookOutside(({ everCreated }) => {
        mustCount("things outside, while it is paused", everCreated, 0);
      });
      scene.about("BC-022");
      mustReportPaused(await scene.get(), "True");
      await pause(null);
      scene.about("BC-021");
      const after = await scene.untilDone();
      scene.about("BC-022");
      mustReportPaused(after, "False");
    },
  },
];

/** Records values that must not change; from then on, the scene is about these rules. */
async function keptThrough(scene: Scene, rules: readonly DynamicRuleId[]) {
  const object = await scene.get();
  const secret = await scene.publishedSecret();
  const secrets = await secretsOf(scene, object);
  if (secret !== undefined && scene.role === "BootstrapConfig") await scene.objects.takeOver(secret);
  const created = [...(scene.seenOutside?.everCreated ?? [])];
  const existing = [...(scene.seenOutside?.existing.keys() ?? [])];
  scene.about(...rules);
  return {
    object,
    secrets,
    mustBeAgain: async (): Promise<Observed> => {
      const after = await scene.untilDone();
      mustEqual("its status", contractStatus(after), contractStatus(object));
      scene.lookOutside((outside) => {
        mustEqual("everything ever created outside", outside.everCreated, created);
        mustEqual("everything that exists outside", [...outside.existing.keys()], existing);
      });
      const data = (await scene.publishedSecret())?.data;
      must(jsonEqual(data, secret?.data), "the data of its Secret has changed");
      return after;
    },
  };
}

type Condition = Readonly<Record<string, unknown>>;

/** The conditions in either format. */
export function conditionsOf({ status }: Observed): readonly Condition[] {
  const conditions = status?.conditions;
  return Array.isArray(conditions) ? (conditions as Condition[]) : [];
}

function mustReportPaused(object: Observed, status: "False" | "True"): void {
  mustHave("status.conditions", conditionsOf(object), `a condition Paused that is ${status}`, (condition) => {
    return condition.type === "Paused" && condition.status === status;
  });
}

function mustBeWellFormed(conditions: readonly Condition[]): void {
  for (const condition of conditions) {
    const { type, status } = condition;
    const isWellFormed =
      typeof type === "string" && type !== "" && ["True", "False", "Unknown"].includes(String(status));
    must(isWellFormed, `a condition is not well-formed: ${JSON.stringify(condition)}`);
  }
  const types = conditions.map(({ type }) => type);
  must(new Set(types).size === types.length, `two conditions have the same type: ${JSON.stringify(types)}`);
}

/** The status with only the condition Ready, because the author's own conditions may describe work that is not repeated. */
function contractStatus({ status }: Observed): object {
  // A generation counts the changes of one object and restarts after a move, at any depth.
  const ofOnePlace: ReadonlySet<string> = new Set(["observedGeneration", "lastTransitionTime"]);
  const text = JSON.stringify(status ?? {}, (key, value: unknown) => {
    if (ofOnePlace.has(key)) return undefined;
    // Also filters conditions of an older contract, next to the newer ones.
    return key === "conditions" && Array.isArray(value) ? (value as Condition[]).filter(isReady) : value;
  });
  return JSON.parse(text) as object;
}

function isReady({ type }: Condition): boolean {
  return type === "Ready";
}

/** The object is unchanged since its creation. */
export async function mustBeUntouched(scene: Scene): Promise<void> {
  const { metadata, status } = await scene.get();
  mustEqual("metadata.finalizers", metadata.finalizers ?? [], []);
  mustEqual("its status", status ?? {}, {});
  scene.lookOutside(({ everCreated }) => {
    mustCount("things outside", everCreated, 0);
  });
  const owned = await secretsOf(scene, await scene.get());
  mustEqual(
    "the Secrets that it owns",
    owned.map((secret) => secret.metadata.name),
    [],
  );
}

/** The Secrets that an object owns. */
async function secretsOf({ client, namespace }: Scene, { metadata }: Observed): Promise<readonly Secret[]> {
  const { items } = await client.list(Secret, { namespace });
  return items.filter((secret) => secret.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid));
}
