import { expect, test } from "vitest";
import { allOf, hasLabel, specOrMetadataChanged, type CacheEvent } from "@capstan/runtime";

const metadata = {
  name: "a",
  namespace: "team",
  generation: 1,
  resourceVersion: "5",
  labels: { color: "red", empty: "" },
  annotations: { note: "n" },
  finalizers: ["example.io/cloud"],
  ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "1" }],
};

const object = { apiVersion: "v1", kind: "ConfigMap", metadata };

function update(changes: object): CacheEvent {
  return { type: "updated", previous: object, object: { ...object, metadata: { ...metadata, ...changes } } };
}

test.each<[what: string, changes: object, passes: boolean]>([
  ["nothing", {}, false],
  ["the version alone, as after a change of the status", { resourceVersion: "6" }, false],
  ["who wrote which field", { managedFields: [] }, false],
  ["the spec", { generation: 2 }, true],
  ["a deletion that has begun", { deletionTimestamp: "2026-01-01T00:00:00Z" }, true],
  ["a label", { labels: { color: "blue", empty: "" } }, true],
  ["an annotation", { annotations: {} }, true],
  ["a finalizer", { finalizers: [] }, true],
  ["an owner", { ownerReferences: [] }, true],
  ["equal labels that are another object", { labels: { ...metadata.labels } }, false],
])("specOrMetadataChanged, when an update changes %s", (_what, changes, passes) => {
  expect(specOrMetadataChanged(update(changes))).toBe(passes);
});

test.each(["added", "deleted"] as const)("specOrMetadataChanged passes an object that is %s", (type) => {
  expect(specOrMetadataChanged({ type, object })).toBe(true);
});

test.each<[name: string, value: string | undefined, passes: boolean]>([
  ["color", undefined, true],
  ["color", "red", true],
  ["color", "blue", false],
  ["empty", undefined, true],
  ["empty", "", true],
  ["size", undefined, false],
  ["size", "", false],
])("hasLabel(%j, %j)", (name, value, passes) => {
  expect(hasLabel(name, value)({ type: "added", object })).toBe(passes);
});

test("hasLabel passes no object without labels", () => {
  const bare = { ...object, metadata: { name: "a" } };
  expect(hasLabel("color")({ type: "added", object: bare })).toBe(false);
});

test("allOf passes objects that pass each predicate, and everything without predicates", () => {
  const event: CacheEvent = { type: "added", object };
  expect(allOf(hasLabel("color"), hasLabel("empty"))(event)).toBe(true);
  expect(allOf(hasLabel("color"), hasLabel("size"))(event)).toBe(false);
  expect(allOf()(event)).toBe(true);
});
