import { without } from "@capstan/kube";
import { type ConfigMap } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { type CacheEvent } from "../src/cache/cache-event.ts";
import { type ListedState, ObjectStore } from "../src/cache/object-store.ts";

const object = (name: string, resourceVersion: string, uid = `uid-${name}`): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", uid, resourceVersion },
});

const store = (...objects: ConfigMap[]): ObjectStore<ConfigMap> => {
  const made = new ObjectStore<ConfigMap>((error) => {
    throw error;
  });
  for (const each of objects) made.put(each);
  return made;
};

const list = (resourceVersion: string, changes: Partial<ListedState<ConfigMap>> = {}): ListedState<ConfigMap> => ({
  resourceVersion,
  covers: () => true,
  isConcurrent: () => false,
  ...changes,
});

/** Events as `deleted a@1`. */
const named = (events: readonly CacheEvent<ConfigMap>[]): string[] =>
  events.map(({ type, object: { metadata } }) => `${type} ${metadata.name}@${metadata.resourceVersion ?? ""}`);

describe("a list", () => {
  test("deletes missing objects, and reports the deletes before new objects", () => {
    const cache = store(object("a", "1"), object("b", "2"));
    expect(named(cache.replace([object("b", "2"), object("c", "3")], list("4")))).toEqual(["deleted a@1", "added c@3"]);
    expect([...cache.values()].map(({ metadata }) => metadata.name)).toEqual(["b", "c"]);
  });

  test("keeps an object written during the list if it is newer than the list", () => {
    const cache = store(object("written", "9"), object("before", "3"));
    const isConcurrent = (uid: string | undefined) => uid !== undefined;
    expect(named(cache.replace([], list("5", { isConcurrent })))).toEqual(["deleted before@3"]);
    expect(cache.get({ name: "written", namespace: "default" })?.metadata.resourceVersion).toBe("9");
  });

  test("from a restored server deletes newer objects, too", () => {
    const cache = store(object("a", "9"));
    expect(named(cache.replace([], list("5")))).toEqual(["deleted a@9"]);
  });

  test("keeps objects that it could not contain", () => {
    const cache = store(object("a", "1"), object("b", "1"));
    const covers = ({ metadata }: { readonly metadata: { readonly name: string } }) => metadata.name === "b";
    expect(named(cache.replace([], list("5", { covers })))).toEqual(["deleted b@1"]);
  });

  test("replaces older or newer objects, and an object that has taken the name", () => {
    const cache = store(object("same", "1"), object("older", "1"), object("newer", "9"), object("other", "1", "uid-1"));
    const events = cache.replace(
      [object("same", "1"), object("older", "2"), object("newer", "4"), object("other", "3", "uid-2")],
      list("5"),
    );
    expect(named(events)).toEqual(["deleted other@1", "updated older@2", "updated newer@4", "added other@3"]);
  });
});

describe("versions in any order of arrival", () => {
  test("an older or equal version changes nothing", () => {
    const cache = store(object("a", "5"));
    expect(cache.put(object("a", "4"))).toEqual([]);
    expect(cache.put(object("a", "5"))).toEqual([]);
    expect(named(cache.put(object("a", "6")))).toEqual(["updated a@6"]);
  });

  test("a version from before the delete does not restore the object", () => {
    const cache = store(object("a", "5"));
    expect(named(cache.remove(object("a", "5"), "7"))).toEqual(["deleted a@5"]);
    expect(cache.put(object("a", "7"))).toEqual([]);
    expect(named(cache.put(object("a", "8")))).toEqual(["added a@8"]);
  });

  test("a permanently deleted object stays deleted, whatever a watch delivers later", () => {
    const cache = store(object("a", "5"));
    cache.removeUid({ name: "a", namespace: "default" }, "uid-a");
    cache.remove(object("a", "6"), "6");
    expect(cache.put(object("a", "99"))).toEqual([]);
    expect(named(cache.put(object("a", "7", "uid-next")))).toEqual(["added a@7"]);
  });

  test("the delete of a predecessor keeps its successor", () => {
    const cache = store(object("a", "5", "uid-2"));
    expect(cache.remove(object("a", "3", "uid-1"), "4")).toEqual([]);
    expect(cache.removeUid({ name: "a", namespace: "default" }, "uid-1")).toEqual([]);
    expect(cache.size).toBe(1);
  });
});

test("a listed object with a concurrent write counts only if it is newer than the stored object", () => {
  const isConcurrent = (uid: string | undefined) => uid === "uid-2";
  const cache = store(object("a", "5", "uid-1"));
  expect(named(cache.replace([object("a", "3", "uid-2")], list("6", { isConcurrent })))).toEqual([]);
  expect(named(cache.replace([object("a", "7", "uid-2")], list("8", { isConcurrent })))).toContain("added a@7");
});

test("an object that left the scope twice may return in a later version, a deleted one may not", () => {
  const cache = store(object("a", "1"));
  for (const version of ["5", "7"]) cache.remove(object("a", version), version);
  expect(named(cache.put(object("a", "6")))).toEqual([]);
  expect(named(cache.put(object("a", "9")))).toEqual(["added a@9"]);
  cache.remove(object("a", "9"), undefined);
  cache.remove(object("a", "9"), "10");
  expect(named(cache.put(object("a", "11")))).toEqual([]);
});

describe("an index", () => {
  test("follows added, changed and removed objects", () => {
    const cache = store(object("a", "1"));
    const index = cache.addIndex("by version", ({ metadata }) => [metadata.resourceVersion ?? ""]);
    const under = (value: string) => index.in("default", value).map(({ metadata }) => metadata.name);
    cache.put(object("b", "1"));
    expect(under("1")).toEqual(["a", "b"]);
    cache.put(object("a", "2"));
    expect([under("1"), under("2")]).toEqual([["b"], ["a"]]);
    cache.remove(object("b", "1"), "3");
    expect([under("1"), under("2")]).toEqual([[], ["a"]]);
  });

  test("finds objects in the requested namespace, and cluster-scoped objects only on request", () => {
    const cache = store(object("a", "1"));
    const index = cache.addIndex("by version", ({ metadata }) => [metadata.resourceVersion ?? ""]);
    const ofTheCluster = without(object("c", "1").metadata, "namespace");
    cache.put({ ...object("b", "1"), metadata: { ...object("b", "1").metadata, namespace: "other" } });
    cache.put({ ...object("c", "1"), metadata: ofTheCluster });
    const names = (found: readonly { metadata: { name: string } }[]) => found.map(({ metadata }) => metadata.name);
    expect(names(index.in("default", "1"))).toEqual(["a"]);
    expect(names(index.in("other", "1"))).toEqual(["b"]);
    expect(names(index.in(undefined, "1"))).toEqual(["c"]);
    expect(names(index.in("a", "default/1"))).toEqual([]);
    expect(names(index.inAllNamespaces("1"))).toEqual(["a", "b", "c"]);
    cache.remove(object("a", "1"), "2");
    expect([names(index.in("default", "1")), names(index.inAllNamespaces("1"))]).toEqual([[], ["b", "c"]]);
  });
});
