import { annotations, type KubernetesObject } from "@capstan/contract";
import { expect } from "vitest";
import { namespace } from "../builders/test-objects.ts";
import { moveAway, moveHere } from "./move.ts";
import type { RuleCase } from "./rule-case.ts";
import type { Observed, Scene } from "./scene.ts";

/** What holds for every kind of provider object. */
export const everyKind: readonly RuleCase[] = [
  {
    rules: ["BC-012"],
    sentence: "has only well-formed conditions, all its life",
    run: async (scene) => {
      await scene.provisioned();
      for (const revision of await scene.allRevisions()) expectWellFormed(conditionsOf(revision));
    },
  },
  {
    rules: ["BC-020", "CT-020"],
    sentence: "gets the same status again when it is lost, and creates nothing twice",
    run: async (scene) => {
      await scene.provisioned();
      await scene.pass(1);
      const before = await scene.get();
      const created = [...scene.outside.everCreated];
      const secret = await scene.publishedSecret();
      await scene.wipeStatus();
      const after = await scene.untilDone();
      expect(contractStatus(after)).toEqual(contractStatus(before));
      expect(scene.outside.everCreated).toEqual(created);
      expect((await scene.publishedSecret())?.metadata.uid).toBe(secret?.metadata.uid);
    },
  },
  {
    rules: ["CT-017"],
    sentence: "continues where it was after clusterctl move has recreated it, and creates nothing",
    run: async (scene) => {
      await scene.provisioned();
      await scene.pass(1);
      const before = await scene.get();
      const created = [...scene.outside.everCreated];
      const existing = [...scene.outside.existing.keys()];
      const secret = await scene.publishedSecret();
      await moveAway(scene);
      await moveHere(scene, before, secret);
      await scene.pauseCluster(false);
      const after = await scene.untilDone();
      expect(contractStatus(after)).toEqual(contractStatus(before));
      expect(after.spec).toEqual(before.spec);
      expect(scene.outside.everCreated).toEqual(created);
      expect([...scene.outside.existing.keys()]).toEqual(existing);
      expect((await scene.publishedSecret())?.data).toEqual(secret?.data);
    },
  },
  {
    rules: ["BH-008"],
    sentence: "is not written when it is reconciled twenty times and nothing has changed",
    run: async (scene) => {
      await scene.provisioned();
      await scene.pass(1);
      const { metadata } = await scene.get();
      const writes = scene.env.writes();
      for (let round = 0; round < 20; round += 1) await scene.touchOwner(round);
      expect((await scene.get()).metadata.resourceVersion).toBe(metadata.resourceVersion);
      expect(scene.env.writes()).toEqual(writes);
    },
  },
  {
    rules: ["BT-006"],
    sentence: "is provisioned as a clone of its Template, with the labels and annotations of one",
    run: async (scene) => {
      const { definition, spec = {} } = scene.subject;
      const { group, version, kind } = definition.templateKind;
      const metadata = { name: "template", namespace };
      const template = { apiVersion: `${group}/${version}`, kind, metadata, spec: { template: { spec } } };
      await scene.env.client.create<KubernetesObject>(definition.templateKind, template);
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
      await scene.untilDone();
    },
  },
  {
    rules: ["BC-021", "BC-022"],
    sentence: "is left alone while it is paused, whatever the annotation says, and goes on afterwards",
    run: async (scene) => {
      const pause = (value: string | null) =>
        scene.patch({ metadata: { annotations: { [annotations.paused]: value } } });
      const owner = await scene.createUnadopted();
      await pause("false");
      await scene.adopt(owner);
      await scene.pass(30);
      scene.expectDone(await scene.get(), false);
      expect(scene.outside.everCreated).toEqual([]);
      expect(conditionsOf(await scene.get())).toContainEqual(
        expect.objectContaining({ type: "Paused", status: "True" }),
      );
      await pause(null);
      const notPaused: unknown = expect.objectContaining({ type: "Paused", status: "False" });
      expect(conditionsOf(await scene.untilDone())).toContainEqual(notPaused);
    },
  },
];

/** The conditions in either form. */
function conditionsOf({ status }: Observed): readonly Readonly<Record<string, unknown>>[] {
  const conditions = status?.conditions;
  return Array.isArray(conditions) ? (conditions as Readonly<Record<string, unknown>>[]) : [];
}

function expectWellFormed(conditions: readonly Readonly<Record<string, unknown>>[]): void {
  for (const condition of conditions) {
    expect(condition).toEqual(
      expect.objectContaining({
        type: expect.stringMatching(/./) as string,
        status: expect.stringMatching(/^(True|False|Unknown)$/) as string,
      }),
    );
  }
  const types = conditions.map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
}

/** The status, of the conditions only Ready: those of the author's own may speak of work that is not done again. */
function contractStatus(object: Observed): object {
  const ready = conditionsOf(object).find(({ type }) => type === "Ready");
  // A generation counts the changes of one object in one place, and begins again with a move: wherever it was observed.
  const ofOnePlace: ReadonlySet<string> = new Set(["observedGeneration", "lastTransitionTime"]);
  const text = JSON.stringify({ ...object.status, conditions: [ready] }, (key, value: unknown) =>
    ofOnePlace.has(key) ? undefined : value,
  );
  return JSON.parse(text) as object;
}

/** Nothing has been done about the object: it is as it was created. */
export async function expectUntouched(scene: Scene): Promise<void> {
  const { metadata, status } = await scene.get();
  expect(metadata.finalizers ?? []).toEqual([]);
  expect(status ?? {}).toEqual({});
  expect(scene.outside.everCreated).toEqual([]);
  expect(scene.env.writes({ kind: "Secret" })).toEqual([]);
}
