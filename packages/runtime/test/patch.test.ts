import { applyMergePatch } from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addFinalizer,
  type Client,
  ConfigMap,
  mergePatch,
  type Patch,
  patchChanges,
  removeFinalizer,
  setOwnerReference,
} from "@capstan/runtime";

// null means absence in RFC 7386, so a merge patch cannot produce objects that contain null.
const tree = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.integer()),
    tie("object"),
  ),
  object: fc.dictionary(fc.constantFrom("a", "b", "c", "constructor"), tie("value"), { noNullPrototype: true }),
})).object;

test("the merge patch from one object to another turns the first into the second", () => {
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      const patch = mergePatch(before, after);
      expect(patch === undefined ? before : applyMergePatch(before, patch)).toEqual(after);
    }),
  );
});

test.each([
  ["nothing", { a: 1 }, { a: 1 }, undefined],
  ["a property that is undefined", { a: 1 }, { a: 1, b: undefined }, undefined],
  ["the order of keys", { a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, undefined],
  ["a removal", { a: 1, b: { c: 1 } }, { b: {} }, { a: null, b: { c: null } }],
  ["a list, as a whole", { a: [1, 2] }, { a: [1] }, { a: [1] }],
])("the difference of %s", (_name, before, after, expected) => {
  expect(mergePatch(before, after)).toEqual(expected);
});

const before: ConfigMap & { status?: { phase: string } } = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name: "a",
    namespace: "default",
    uid: "u",
    resourceVersion: "7",
    finalizers: ["theirs"],
    labels: { x: "1" },
  },
  status: { phase: "Old" },
};

/** A client that records the patches it is given. */
function recording(answers: Partial<ConfigMap["metadata"]>[] = []) {
  const patches: { patch: Patch; subresource: string | undefined }[] = [];
  const client = {
    patch: (_kind: unknown, _key: unknown, patch: Patch, options?: { subresource?: string }) => {
      patches.push({ patch, subresource: options?.subresource });
      return Promise.resolve({ ...before, metadata: { ...before.metadata, ...answers[patches.length - 1] } });
    },
  } as unknown as Client;
  return { client, patches };
}

test("nothing is written when nothing changed, whatever fields the server adds", async () => {
  const { client, patches } = recording();
  const after = { ...structuredClone(before), metadata: { ...before.metadata, resourceVersion: "9", generation: 3 } };
  expect(await patchChanges(client, ConfigMap, before, after)).toEqual({ object: before, written: 0, refused: [] });
  expect(patches).toEqual([]);
});

test("an empty list in place of an unset one is not written: items that another writer added meanwhile stay", async () => {
  const bare: ConfigMap = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", uid: "u", resourceVersion: "7" },
  };
  const lists = { finalizers: [], ownerReferences: [] };
  const { client, patches } = recording([]);
  await patchChanges(client, ConfigMap, bare, { ...bare, metadata: { ...bare.metadata, ...lists } });
  expect(patches).toEqual([]);
  const raced = recording([{}]);
  const metadata = { ...bare.metadata, ...lists, labels: { a: "b" } };
  await patchChanges(raced.client, ConfigMap, bare, { ...bare, metadata });
  expect(raced.patches.map(({ patch }) => patch.body)).toEqual([{ metadata: { uid: "u", labels: { a: "b" } } }]);
});

test("metadata and spec, then the status, are one write each, for the uid that was read", async () => {
  const { client, patches } = recording();
  const after = { ...structuredClone(before), data: { key: "value" }, status: { phase: "New" } };
  expect(await patchChanges(client, ConfigMap, before, after)).toMatchObject({ written: 2 });
  const metadata = { uid: "u" };
  expect(patches).toEqual([
    { patch: { type: "merge", body: { metadata, data: { key: "value" } } }, subresource: undefined },
    { patch: { type: "merge", body: { metadata, status: { phase: "New" } } }, subresource: "status" },
  ]);
});

test("a write that removes a finalizer follows the status write, and carries the version that was read", async () => {
  const { client, patches } = recording([{ resourceVersion: "8" }]);
  const after = {
    ...structuredClone(before),
    metadata: removeFinalizer(before.metadata, "theirs"),
    status: { phase: "Gone" },
  };
  await patchChanges(client, ConfigMap, before, after);
  expect(patches.map(({ subresource }) => subresource)).toEqual(["status", undefined]);
  expect(patches[1]?.patch.body).toEqual({ metadata: { finalizers: [], uid: "u", resourceVersion: "8" } });
  // and another writer's finalizer makes the write fail, so that it does not vanish
  const raced = recording([{ resourceVersion: "8", finalizers: ["theirs", "third"] }]);
  await patchChanges(raced.client, ConfigMap, before, after);
  expect(raced.patches[1]?.patch.body).toMatchObject({ metadata: { resourceVersion: "7" } });
});

test("finalizers and owner references mutate no object, and change nothing when already correct", () => {
  const metadata = Object.freeze({ name: "a", finalizers: ["x"] });
  expect(addFinalizer(metadata, "x")).toBe(metadata);
  expect(removeFinalizer(metadata, "y")).toBe(metadata);
  expect(removeFinalizer(metadata, "x").finalizers).toEqual([]);
  const owner = { apiVersion: "g.io/v1", kind: "Thing", name: "t", uid: "1", controller: true };
  const owned = setOwnerReference(metadata, owner);
  expect(setOwnerReference(owned, { ...owner })).toBe(owned);
  expect(setOwnerReference(owned, { ...owner, apiVersion: "g.io/v2", uid: "2" }).ownerReferences).toEqual([
    { ...owner, apiVersion: "g.io/v2", uid: "2" },
  ]);
});
