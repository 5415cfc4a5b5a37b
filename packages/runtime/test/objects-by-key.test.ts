// Objects by namespace and name, and the order of their versions.
import type { ConfigMap } from "@capstan/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ObjectStore } from "../src/cache/object-store.ts";
import { ObjectMap } from "../src/watch/object-map.ts";
import { compareResourceVersions, laterVersion, nextVersion } from "../src/watch/resource-version.ts";

describe("a map of objects", () => {
  test("is a map whose keys are namespace and name", () => {
    const change = fc.record({
      does: fc.constantFrom("set", "delete", "clear"),
      namespace: fc.constantFrom(undefined, "", "a", "b"),
      name: fc.constantFrom("x", "y"),
      value: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const map = new ObjectMap<number>();
        const model = new Map<string, number>();
        for (const { does, namespace, name, value } of changes) {
          const key = namespace === undefined ? { name } : { namespace, name };
          const text = `${namespace ?? ""}/${name}`;
          if (does === "set") {
            map.set(key, value);
            model.set(text, value);
          } else if (does === "delete") {
            map.delete(key);
            model.delete(text);
          } else if (value % 5 === 0) {
            map.clear();
            model.clear();
          }
          expect([map.size, map.get(key), map.has(key)]).toEqual([model.size, model.get(text), model.has(text)]);
          expect([...map.values()].sort()).toEqual([...model.values()].sort());
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("versions", () => {
  test("are numbers of any length", () => {
    const version = fc.bigInt({ min: 0n, max: 10n ** 30n });
    fc.assert(
      fc.property(version, version, (left, right) => {
        const sign = Math.sign(compareResourceVersions(String(left), String(right)));
        expect(sign).toBe(left < right ? -1 : left > right ? 1 : 0);
        expect(laterVersion(String(left), String(right))).toBe(String(left < right ? right : left));
        expect(nextVersion(String(left))).toBe(String(left + 1n));
      }),
    );
  });

  test("that are empty are earlier than any other", () => {
    expect([laterVersion("", "1"), laterVersion("1", ""), laterVersion("", "")]).toEqual(["1", "1", ""]);
    expect([compareResourceVersions("", "0") < 0, compareResourceVersions("", "")]).toEqual([true, 0]);
    expect(["", "x", "1x", "x1", "-1"].map(nextVersion)).toEqual(["", "", "", "", ""]);
  });
});

describe("a store", () => {
  const object = (name: string, version?: string, uid: string | null = `uid-${name}`): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: {
      name,
      namespace: "default",
      ...(uid === null ? {} : { uid }),
      ...(version === undefined ? {} : { resourceVersion: version }),
    },
  });
  const key = (name: string) => ({ name, namespace: "default" });
  function world(...objects: readonly ConfigMap[]) {
    const errors: unknown[] = [];
    const store = new ObjectStore<ConfigMap>((error) => errors.push(error));
    for (const each of objects) store.put(each);
    return { store, errors };
  }
  const list = (resourceVersion: string, concurrent: readonly string[] = []) => ({
    resourceVersion,
    covers: () => true,
    isConcurrent: (uid: string | undefined) => uid !== undefined && concurrent.includes(uid),
  });

  test("reports the whole object, in its new and its old state", () => {
    const { store } = world();
    const [first, second, third] = [object("a", "1"), object("a", "2"), object("a", "3", "next")];
    expect(store.put(first)).toStrictEqual([{ type: "added", object: first }]);
    expect(store.put(second)).toStrictEqual([{ type: "updated", object: second, previous: first }]);
    expect(store.put(third)).toStrictEqual([
      { type: "deleted", object: second },
      { type: "added", object: third },
    ]);
    // and the deleted predecessor does not return, whatever its version
    expect(store.put(object("a", "99"))).toEqual([]);
    expect(store.get(key("a"))).toBe(third);
    const last = object("a", "4", "next");
    expect(store.remove(last, "4")).toStrictEqual([{ type: "deleted", object: last }]);
    expect([store.size, store.get(key("a"))]).toEqual([0, undefined]);
  });

  test("treats an object without a version as newer", () => {
    const { store } = world(object("a", "5"));
    const bare = object("a");
    expect(store.put(bare)).toMatchObject([{ type: "updated", object: bare }]);
    expect(store.put(object("a", "1"))).toMatchObject([{ type: "updated" }]);
  });

  test("removes by uid, or by name if no uid is given, permanently", () => {
    const { store } = world(object("a", "5"), object("b", "5"));
    expect(store.removeUid(key("a"), "other")).toEqual([]);
    expect(store.removeUid(key("none"), undefined)).toEqual([]);
    expect(store.removeUid(key("a"), "uid-a")).toStrictEqual([{ type: "deleted", object: object("a", "5") }]);
    expect(store.removeUid(key("b"), undefined)).toStrictEqual([{ type: "deleted", object: object("b", "5") }]);
    expect(store.put(object("a", "9"))).toEqual([]);
    expect(store.size).toBe(0);
  });

  test("remembers the delete of an object that it never had, but not of one without uid", () => {
    const { store } = world();
    expect(store.remove(object("a", "3"), "4")).toEqual([]);
    expect(store.put(object("a", "4"))).toEqual([]);
    expect(store.put(object("a"))).toEqual([]);
    expect(store.put(object("a", "5"))).toHaveLength(1);
    store.put(object("b", "1", null));
    expect(store.remove(object("b", "1", null), undefined)).toHaveLength(1);
    expect(store.put(object("b", "1", null))).toHaveLength(1);
  });

  test("remembers the last thousand deletes, and forgets earlier ones", () => {
    const { store } = world();
    for (let index = 0; index <= 1_000; index += 1) store.remove(object(`n${index}`, "1"), undefined);
    expect(store.put(object("n1", "2"))).toEqual([]);
    expect(store.put(object("n1000", "2"))).toEqual([]);
    expect(store.put(object("n0", "2"))).toHaveLength(1);
  });

  describe("replaced by a list", () => {
    const events = (store: ObjectStore<ConfigMap>, items: readonly ConfigMap[], state: ReturnType<typeof list>) =>
      store
        .replace(items, state)
        .map(({ type, object: { metadata } }) => `${type} ${metadata.name}@${metadata.resourceVersion ?? ""}`);

    test("and empty before, has the objects of the list", () => {
      const { store } = world();
      expect(events(store, [object("a", "1"), object("b", "2")], list("3"))).toEqual(["added a@1", "added b@2"]);
    });

    test("restores deleted objects, as after a restore of the server from a backup", () => {
      const { store } = world(object("a", "5"));
      store.removeUid(key("a"), "uid-a");
      expect(events(store, [object("a", "2")], list("3"))).toEqual(["added a@2"]);
      expect(store.put(object("a", "4"))).toHaveLength(1);
    });

    test("keeps an object deleted that its own write deleted while the list was read", () => {
      const { store } = world(object("a", "5"));
      store.removeUid(key("a"), "uid-a");
      expect(events(store, [object("a", "5")], list("6", ["uid-a"]))).toEqual([]);
    });

    test("keeps the later of a write response and the list", () => {
      const { store } = world(object("mine", "9"), object("theirs", "2"), object("name", "8", "new"));
      const items = [object("mine", "3"), object("theirs", "4"), object("name", "3", "old")];
      expect(events(store, items, list("5", ["uid-mine", "uid-theirs", "new"]))).toEqual(["updated theirs@4"]);
      expect(store.get(key("mine"))?.metadata.resourceVersion).toBe("9");
    });

    test("deletes objects of concurrent write responses from before the list, and remembers the deletes", () => {
      const { store } = world(object("a", "5"));
      expect(events(store, [], list("5", ["uid-a"]))).toEqual(["deleted a@5"]);
      expect(store.put(object("a", "5"))).toEqual([]);
      expect(store.put(object("a", "6"))).toHaveLength(1);
    });

    test("reports an object without version as changed, and the same version of another object as a different object", () => {
      const { store } = world(object("a"), object("b", "1"));
      expect(events(store, [object("a"), object("b", "1", "other")], list("5"))).toEqual([
        "deleted b@1",
        "updated a@",
        "added b@1",
      ]);
    });

    test("deletes objects without a version", () => {
      const { store } = world(object("a"), object("b", "1"));
      expect(events(store, [object("b", "1")], list("5", ["uid-a"]))).toEqual(["deleted a@"]);
    });
  });

  describe("with an index", () => {
    const byColor = ({ metadata }: { readonly metadata: { readonly labels?: Readonly<Record<string, string>> } }) =>
      (metadata.labels?.colors ?? "").split(",").filter((color) => color !== "");
    const colored = (name: string, version: string, colors: string): ConfigMap => {
      const { metadata, ...rest } = object(name, version);
      return { ...rest, metadata: { ...metadata, labels: { colors } } };
    };

    test("finds each object under each of its current values", () => {
      const { store } = world(colored("a", "1", "red,blue"));
      const colors = store.addIndex("color", byColor);
      // adding the object again changes nothing
      expect(store.addIndex("color", () => [])).toBe(colors);
      const names = store.addIndex("name", ({ metadata }) => [metadata.name]);
      const under = (value: string) => colors.in("default", value).map(({ metadata }) => metadata.name);
      store.put(colored("b", "1", "red"));
      expect([under("red"), under("blue"), under("green")]).toEqual([["a", "b"], ["a"], []]);
      store.put(colored("a", "2", "green"));
      expect([under("red"), under("blue"), under("green")]).toEqual([["b"], [], ["a"]]);
      expect(colors.in("default", "green")[0]?.metadata.resourceVersion).toBe("2");
      store.removeUid(key("b"), undefined);
      expect([under("red"), names.in("default", "a").length, names.in("default", "b").length]).toEqual([[], 1, 0]);
      store.replace([], list("9"));
      expect(under("green")).toEqual([]);
    });

    test("keeps an object under its original values, although the object was mutated in place", () => {
      const mutable = colored("a", "1", "red");
      const { store } = world();
      const colors = store.addIndex("color", byColor);
      store.put(mutable);
      mutable.metadata.labels = { colors: "blue" };
      store.put(colored("a", "2", "green"));
      expect([colors.in("default", "red"), colors.in("default", "blue")]).toEqual([[], []]);
    });

    test("whose function throws indexes the object under no value, reports the error, and keeps the object", () => {
      const { store, errors } = world();
      const error = new Error("no labels");
      const colors = store.addIndex("color", () => {
        throw error;
      });
      store.put(object("a", "1"));
      expect([errors, store.size, colors.in("default", "x")]).toEqual([[error], 1, []]);
      store.remove(object("a", "1"), "2");
      expect(store.size).toBe(0);
    });
  });
});
