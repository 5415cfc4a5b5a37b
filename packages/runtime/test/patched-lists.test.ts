// Lists in metadata and status that several writers share.
import { addFinalizer, hasFinalizer, mergePatch, removeFinalizer, setOwnerReference } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { rebaseLists, replacesLists } from "../src/patch/rebase-lists.ts";

describe("a patch computed again for a later object", () => {
  const condition = (type: string, status: string) => ({ type, status });
  const [a, b, c] = [condition("A", "True"), condition("B", "True"), condition("C", "True")];
  const aFalse = condition("A", "False");
  const aUnknown = condition("A", "Unknown");

  test.each<[what: string, before: unknown, wanted: unknown, latest: unknown, rebased: unknown]>([
    ["nothing else changed", [a], [aFalse], [a], [aFalse]],
    ["another writer added an entry", [a], [aFalse], [a, b], [aFalse, b]],
    ["another writer removed an entry", [a, b], [aFalse, b], [a], [aFalse]],
    [
      "another writer changed another entry",
      [a, b],
      [aFalse, b],
      [a, condition("B", "False")],
      [aFalse, condition("B", "False")],
    ],
    ["we add an entry, and so does another writer", [a], [a, b], [a, c], [a, c, b]],
    ["we add the first entry, and so does another writer", undefined, [a], [b], [b, a]],
    ["we remove an entry that no one else changed", [a, b], [b], [a, b, c], [b, c]],
    ["both made the same change", [a], [aFalse], [aFalse, b], [aFalse, b]],
    ["both removed the same entry", [a, b], [b], [b, c], [b, c]],
    ["both changed the same entry", [a], [aFalse], [aUnknown], undefined],
    ["we changed what another writer removed", [a], [aFalse], [], undefined],
    ["we removed what another writer changed", [a], [], [aFalse], undefined],
    ["both added the same entry, differently", [], [a], [aFalse], undefined],
    ["the list has no keys", ["x"], ["x", "y"], ["x", "z"], undefined],
    ["the list has no keys, and nothing else changed", ["x"], ["x", "y"], ["x"], ["x", "y"]],
    ["the later list has no keys", [a], [aFalse], [{ status: "True" }], undefined],
    ["the wanted list has no keys", [a], [{ status: "True" }], [b], undefined],
    ["a key is not a string", [a], [aFalse], [a, { type: 7 }], undefined],
    ["the list had no keys before", [{ status: "True" }], [a], [b], undefined],
    ["an entry is null", [a], [aFalse], [a, null], undefined],
    ["a key is there twice", [a], [aFalse], [a, b, b], undefined],
    ["there is no list any more", [a], [aFalse], "none", undefined],
  ])("%s", (_what, before, wanted, latest, rebased) => {
    const patch = { status: { conditions: wanted, ready: true } };
    const result = rebaseLists({ status: { conditions: before } }, patch, { status: { conditions: latest } });
    expect(result).toEqual(rebased === undefined ? undefined : { status: { conditions: rebased, ready: true } });
  });

  test("is the same for any object where it has no lists", () => {
    const patch = { a: { b: null, c: 1 }, d: "x" };
    expect(rebaseLists(undefined, patch, "other")).toEqual(patch);
    expect(rebaseLists({ a: [1] }, { a: { b: [1] } }, { a: { b: [] } })).toBeUndefined();
  });

  test.each([
    [{ a: { b: [] } }, true],
    [[], true],
    [{ a: 1, b: { c: [1] } }, true],
    [{ a: { b: null } }, false],
    [{}, false],
    ["list", false],
    [null, false],
  ])("%j replaces a list: %s", (patch, replaces) => {
    expect(replacesLists(patch)).toBe(replaces);
  });
});

describe("a merge patch", () => {
  test.each<[before: unknown, after: unknown, patch: unknown]>([
    [undefined, { a: 1 }, { a: 1 }],
    [{ a: 1 }, undefined, { a: null }],
    [[1], { a: 1 }, { a: 1 }],
    [{ a: 1, b: 1 }, { a: undefined, b: 1 }, { a: null }],
    [{ a: undefined }, {}, undefined],
    [{ a: undefined }, { a: 1 }, { a: 1 }],
    [{ a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: { b: 1 } }, { a: [1] }, { a: [1] }],
    [{ a: { b: 1, c: 1 } }, { a: { b: 2, c: 1 } }, { a: { b: 2 } }],
    [{ a: null }, { a: null }, undefined],
  ])("from %j to %j is %j", (before, after, patch) => {
    expect(mergePatch(before, after)).toStrictEqual(patch);
  });
});

describe("finalizers", () => {
  const metadata = { name: "a", finalizers: ["x", "y", "x"] };

  test("are appended, and only once", () => {
    expect(addFinalizer({ name: "a" }, "x")).toEqual({ name: "a", finalizers: ["x"] });
    expect(addFinalizer(metadata, "z")).toEqual({ name: "a", finalizers: ["x", "y", "x", "z"] });
    expect(addFinalizer(metadata, "y")).toBe(metadata);
  });

  test("are removed at any position", () => {
    expect(removeFinalizer(metadata, "x")).toEqual({ name: "a", finalizers: ["y"] });
    expect(removeFinalizer(metadata, "z")).toBe(metadata);
    const bare = { name: "a" };
    expect(removeFinalizer(bare, "x")).toBe(bare);
  });

  test("are present or absent", () => {
    expect([hasFinalizer(metadata, "y"), hasFinalizer(metadata, "z"), hasFinalizer({ name: "a" }, "y")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("the reference to an owner", () => {
  const owner = {
    apiVersion: "g.io/v1",
    kind: "Thing",
    name: "t",
    uid: "1",
    controller: true,
    blockOwnerDeletion: true,
  };
  const others = [
    { ...owner, apiVersion: "h.io/v1" },
    { ...owner, kind: "Other" },
    { ...owner, name: "u" },
  ];

  test("is added to references of other owners", () => {
    expect(setOwnerReference({ name: "a" }, owner)).toEqual({ name: "a", ownerReferences: [owner] });
    expect(setOwnerReference({ name: "a", ownerReferences: others }, owner).ownerReferences).toEqual([
      ...others,
      owner,
    ]);
  });

  test.each([{ apiVersion: "g.io/v2" }, { uid: "2" }, { controller: false }, { blockOwnerDeletion: false }])(
    "replaces one to the same owner that differs in %j, at the same position",
    (change) => {
      const metadata = {
        name: "a",
        ownerReferences: [others[0], { ...owner, ...change }, others[1]].filter((each) => each !== undefined),
      };
      expect(setOwnerReference(metadata, owner).ownerReferences).toEqual([others[0], owner, others[1]]);
    },
  );

  test("changes nothing where it already exists", () => {
    const metadata = { name: "a", ownerReferences: [...others, owner] };
    expect(setOwnerReference(metadata, { ...owner })).toBe(metadata);
  });
});
