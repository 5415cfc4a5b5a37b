import { applyJSONPatch, applyMergePatch, isPatchInapplicable, type JsonObject } from "@capstan/kube";
import { describe, expect, test } from "vitest";

function thrownBy(document: unknown, operations: readonly JsonObject[]): unknown {
  try {
    return applyJSONPatch(document, operations);
  } catch (error) {
    return error;
  }
}

describe("a JSON patch", () => {
  test.each<[string, unknown, JsonObject, unknown]>([
    ["adds a member", {}, { op: "add", path: "/a", value: 1 }, { a: 1 }],
    ["adds an item before another", { l: [1, 3] }, { op: "add", path: "/l/1", value: 2 }, { l: [1, 2, 3] }],
    ["adds an item at the end", { l: [1] }, { op: "add", path: "/l/-", value: 2 }, { l: [1, 2] }],
    ["removes an item", { l: [1, 2] }, { op: "remove", path: "/l/0" }, { l: [2] }],
    ["replaces the document", { a: 1 }, { op: "replace", path: "", value: [] }, []],
    ["moves a member", { a: 1 }, { op: "move", from: "/a", path: "/b" }, { b: 1 }],
    ["copies a member", { a: [1] }, { op: "copy", from: "/a", path: "/b" }, { a: [1], b: [1] }],
    ["reads ~1 and ~0 in a path", { "a/~": 1 }, { op: "replace", path: "/a~1~0", value: 2 }, { "a/~": 2 }],
  ])("%s", (_what, document, operation, expected) => {
    const before = JSON.stringify(document);
    expect(applyJSONPatch(document, [operation])).toEqual(expected);
    expect(JSON.stringify(document)).toBe(before);
  });

  test("may name members as the prototype of objects does", () => {
    const patched = applyJSONPatch({}, [{ op: "add", path: "/__proto__", value: { polluted: true } }]);
    expect(Object.keys(patched as object)).toEqual(["__proto__"]);
    expect({}).not.toHaveProperty("polluted");
  });

  test.each<[string, JsonObject, RegExp]>([
    ["a parent that does not exist", { op: "add", path: "/a/b", value: 1 }, /parent of "b"/],
    ["a member that does not exist", { op: "remove", path: "/a" }, /"a" does not exist/],
    ["an index that does not exist", { op: "add", path: "/l/2", value: 1 }, /no index "2"/],
    ["an unknown operation", { op: "increment", path: "/l" }, /no operation "increment"/],
    ["no path", { op: "add", value: 1 }, /null is not the place/],
  ])("is refused for %s", (_what, operation, message) => {
    const error = thrownBy({ l: [] }, [operation]);
    expect(isPatchInapplicable(error) && error.isTest).toBe(false);
    expect(error).toMatchObject({ code: "PatchInapplicable", message: expect.stringMatching(message) as string });
  });

  test("replaces a member that does not exist as kube-apiserver does, or refuses to as Cluster API does", () => {
    const operations = [{ op: "replace", path: "/a", value: 1 }];
    expect(applyJSONPatch({}, operations)).toEqual({ a: 1 });
    expect(() => applyJSONPatch({}, operations, { replacesMissing: false })).toThrow(/"a" does not exist/);
  });

  test("reports a test that fails as such", () => {
    expect(thrownBy({ a: 1 }, [{ op: "test", path: "/a", value: 2 }])).toMatchObject({ isTest: true });
  });
});

test("a merge patch removes members that are null, and may name members as the prototype of objects does", () => {
  const patch = JSON.parse('{ "a": null, "b": { "c": 1 }, "__proto__": { "polluted": true } }') as object;
  const patched = applyMergePatch({ a: 1, b: { d: 2 } }, patch) as object;
  expect(JSON.parse(JSON.stringify(patched))).toEqual(
    JSON.parse('{ "b": { "d": 2, "c": 1 }, "__proto__": { "polluted": true } }'),
  );
  expect({}).not.toHaveProperty("polluted");
});
