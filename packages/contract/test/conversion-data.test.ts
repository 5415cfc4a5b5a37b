import { annotationBytes, mostAnnotationBytes } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { type KeptParts, readConversionData, withConversionData } from "../src/conversion/conversion-data.ts";
import { threeWayMerge } from "../src/conversion/three-way-merge.ts";

describe("a three-way merge", () => {
  test("keeps any restored value where nothing has changed", () => {
    expect(threeWayMerge({ a: 1, b: 2 }, { a: 1 }, { a: 1 })).toEqual({ a: 1, b: 2 });
    expect(threeWayMerge([1, 2], [1], [1])).toEqual([1, 2]);
    expect(threeWayMerge(7, "seven", "seven")).toBe(7);
  });

  test("applies a change field by field, at any depth", () => {
    const kept = { size: 16, disk: { name: "root", size: 10 } };
    const base = { size: "large", disk: { name: "root" } };
    expect(threeWayMerge(kept, base, { size: "small", disk: { name: "root" } })).toEqual({ ...kept, size: "small" });
    expect(threeWayMerge(kept, base, { size: "large", disk: { name: "data" } })).toEqual({
      size: 16,
      disk: { name: "data", size: 10 },
    });
  });

  test("adds a new field, and omits a removed one", () => {
    expect(threeWayMerge({ a: 1, kept: 2 }, { a: 1 }, { a: 1, b: 3 })).toEqual({ a: 1, kept: 2, b: 3 });
    expect(Object.keys(threeWayMerge({ a: 1, kept: 2 }, { a: 1 }, {}) as object)).toEqual(["kept"]);
  });

  test("applies the whole change if one of the three values is not an object", () => {
    expect(threeWayMerge("kept", { a: 1 }, { a: 2 })).toEqual({ a: 2 });
    expect(threeWayMerge({ a: 1, kept: 2 }, "base", { a: 2 })).toEqual({ a: 2 });
    expect(threeWayMerge({ a: 1, kept: 2 }, { a: 1 }, "changed")).toBe("changed");
    expect(threeWayMerge({ a: 1, kept: 2 }, undefined, { a: 2 })).toEqual({ a: 2 });
  });

  test("ignores properties that JavaScript objects inherit", () => {
    expect(threeWayMerge({ toString: "kept" }, { a: 1 }, { a: 2 })).toEqual({ toString: "kept", a: 2 });
    expect(Object.keys(threeWayMerge({ toString: 1 }, { toString: 2 }, {}) as object)).toEqual([]);
    const properties = { list: { "x-kubernetes-list-map-keys": ["name"] } };
    expect(threeWayMerge({ valueOf: 1 }, { valueOf: 2 }, { valueOf: 3 }, { properties })).toEqual({ valueOf: 3 });
  });
});

describe("a three-way merge of lists", () => {
  const keyed = { "x-kubernetes-list-map-keys": ["name"] };
  const item = (name: string, more: object = {}) => ({ name, ...more });

  test("replaces a changed list if its items have no keys", () => {
    expect(threeWayMerge([item("a", { kept: 1 })], [item("a")], [item("a"), item("b")])).toEqual([
      item("a"),
      item("b"),
    ]);
  });

  test("merges keyed items one by one: kept ones in their order, then new ones, without removed ones", () => {
    const kept = [item("b", { kept: 1 }), item("a", { kept: 2 }), item("own")];
    const base = [item("a"), item("b")];
    const changed = [item("c"), item("a", { size: 1 })];
    expect(threeWayMerge(kept, base, changed, keyed)).toEqual([
      item("a", { kept: 2, size: 1 }),
      item("own"),
      item("c"),
    ]);
  });

  test("identifies items by all their keys, and replaces lists of items that are not objects", () => {
    const keys = { "x-kubernetes-list-map-keys": ["type", "address"] };
    const of = (address: string, more: object = {}) => ({ type: "IP", address, ...more });
    expect(threeWayMerge([of("1", { kept: 1 }), of("2")], [of("1"), of("2")], [of("1")], keys)).toEqual([
      of("1", { kept: 1 }),
    ]);
    expect(threeWayMerge(["a"], ["a"], ["b"], keyed)).toEqual(["b"]);
    expect(threeWayMerge([7], [null], ["text"], keyed)).toEqual(["text"]);
  });

  test.each([
    ["kept", [item("a"), item("a")], [item("a")], [item("b")]],
    ["the base", [item("a", { kept: 1 })], [item("a"), item("a")], [item("b")]],
    ["the change", [item("a", { kept: 1 })], [item("a")], [item("b"), item("b")]],
  ])("applies the whole change if a key is repeated in %s", (_where, kept, base, changed) => {
    expect(threeWayMerge(kept, base, changed, keyed)).toEqual(changed);
  });

  test.each([
    ["kept", item("a"), [item("a")], [item("b")]],
    ["the base", [item("a", { kept: 1 })], undefined, [item("b")]],
    ["the change", [item("a", { kept: 1 })], [item("a")], "text"],
  ])("applies the whole change if %s is not a list", (_where, kept, base, changed) => {
    expect(threeWayMerge(kept, base, changed, keyed)).toEqual(changed);
  });

  test("finds the keys of lists inside fields and items", () => {
    const schema = {
      properties: { disks: { ...keyed, items: { properties: { parts: keyed } } } },
    };
    const disks = (parts: object[]) => ({ disks: [item("root", { parts })] });
    const merged = threeWayMerge(
      disks([item("a", { kept: 1 })]),
      disks([item("a")]),
      disks([item("a"), item("b")]),
      schema,
    );
    expect(merged).toEqual(disks([item("a", { kept: 1 }), item("b")]));
  });
});

const annotation = "cluster.x-k8s.io/conversion-data";
const hub = { group: "infrastructure.example.com", kind: "BoxMachine", version: "v1beta2" };
const apiVersion = `${hub.group}/v1beta2`;
const spec = { cpus: 2 };

describe("the data in the annotation", () => {
  /** The entries by version, in the order of the annotation. */
  const read = (kept: unknown) => {
    const text = typeof kept === "string" ? kept : JSON.stringify(kept);
    return [...readConversionData({ annotations: { [annotation]: text } }, hub)];
  };

  test("is read in the format of the Go webhooks: the object without its metadata", () => {
    const status = { zones: ["z1"] };
    expect(read({ apiVersion, kind: "BoxMachine", spec, status })).toEqual([["v1beta2", { spec, status }]]);
    expect(read({ spec })).toEqual([["v1beta2", { spec }]]);
    expect(read({ status })).toEqual([["v1beta2", { status }]]);
  });

  test("is read for other versions by their names", () => {
    expect(read({ v1beta1: { spec }, v1alpha1: { status: {} } })).toEqual([
      ["v1beta1", { spec }],
      ["v1alpha1", { status: {} }],
    ]);
    // The storage version has a separate location.
    expect(read({ v1beta2: { spec } })).toEqual([]);
  });

  test("is ignored for the storage version if it is of another kind or version", () => {
    expect(read({ apiVersion, kind: "OtherMachine", spec })).toEqual([]);
    expect(read({ apiVersion: `${hub.group}/v1beta1`, kind: "BoxMachine", spec })).toEqual([]);
    expect(read({ apiVersion: "example.com/v1beta2", spec })).toEqual([]);
  });

  test.each([["not JSON"], ["7"], ["[]"], ["{}"], ["[".repeat(300)]])("is empty for the annotation %s", (text) => {
    expect(read(text)).toEqual([]);
  });

  test("is empty without an annotation", () => {
    expect([...readConversionData({}, hub)]).toEqual([]);
    expect([...readConversionData({ annotations: { other: "" } }, hub)]).toEqual([]);
  });
});

describe("metadata with conversion data", () => {
  const others = { annotations: { other: "stays" }, labels: { a: "b" } };
  const keeping = (metadata: object, data: readonly (readonly [string, KeptParts])[]) =>
    withConversionData(metadata, new Map(data), hub);
  const written = (data: readonly (readonly [string, KeptParts])[], metadata: object = others) => {
    const { annotations, ...rest } = keeping(metadata, data).metadata as { annotations?: Record<string, string> };
    const { [annotation]: text, ...more } = annotations ?? {};
    return { kept: text === undefined ? undefined : (JSON.parse(text) as unknown), text, more, rest };
  };

  test("has the storage version in the format of the Go webhooks, and the others sorted by name", () => {
    const data = [
      ["v1beta1", { spec }],
      ["v1alpha1", { status: {} }],
      ["v1beta2", { spec }],
    ] as const;
    const { kept, text, more, rest } = written(data);
    expect(kept).toEqual({ apiVersion, kind: "BoxMachine", spec, v1alpha1: { status: {} }, v1beta1: { spec } });
    expect([more, rest]).toEqual([{ other: "stays" }, { labels: { a: "b" } }]);
    // The string is independent of the order of versions, so no redundant write follows.
    expect(written(data.toReversed()).text).toBe(text);
    expect(text).toMatch(/v1alpha1.*v1beta1/);
  });

  test("has no annotation without data, and no empty annotations", () => {
    expect(written([["v1beta1", {}]], { annotations: { [annotation]: "{}" } })).toEqual({
      kept: undefined,
      text: undefined,
      more: {},
      rest: {},
    });
    const before = { annotations: { [annotation]: "{}", other: "stays" } };
    expect(keeping(before, []).metadata).toEqual({ annotations: { other: "stays" } });
    expect(keeping({ labels: {}, annotations: { [annotation]: "{}" } }, []).metadata).toEqual({ labels: {} });
  });

  test("is the same object if no annotation is read or written", () => {
    expect(keeping(others, [["v1beta1", {}]]).metadata).toBe(others);
  });

  test("omits versions whose names are fields of the storage version", () => {
    const { kept } = written([
      ["kind", { spec }],
      ["v1beta1", { spec }],
    ]);
    expect(kept).toEqual({ v1beta1: { spec } });
  });

  describe("within the API server's limit for annotations", () => {
    /** Annotations that leave this many bytes. */
    const leaving = (bytes: number) => {
      const left = mostAnnotationBytes - annotation.length - "note".length - bytes;
      return { annotations: { note: "é".repeat(left / 2) + "x".repeat(left % 2) } };
    };
    const parts = { spec: { a: "x".repeat(100) }, status: { b: "é".repeat(100) } };
    const whole = Buffer.byteLength(JSON.stringify({ v1beta1: parts }));
    const specs = JSON.stringify({ v1beta1: { spec: parts.spec } }).length;

    test.each<[left: string, room: number, kept: object | undefined, leftOut: readonly string[]]>([
      ["nothing", whole, parts, []],
      ["status", whole - 1, { spec: parts.spec }, ["status"]],
      ["status", specs, { spec: parts.spec }, ["status"]],
      ["status and spec", specs - 1, undefined, ["status", "spec"]],
    ])("omits %s with room for %d bytes", (_what, room, kept, leftOut) => {
      const { metadata, leftOut: left } = keeping(leaving(room), [["v1beta1", parts]]);
      const { annotations = {} } = metadata as { annotations?: Record<string, string> };
      expect(annotationBytes(annotations)).toBeLessThanOrEqual(mostAnnotationBytes);
      expect(JSON.parse(annotations[annotation] ?? "{}")).toEqual(kept === undefined ? {} : { v1beta1: kept });
      expect(left).toEqual(leftOut.map((part) => ["v1beta1", part]));
    });

    test("reports only omitted parts that existed", () => {
      const { leftOut } = keeping(leaving(specs - 1), [
        ["v0", { status: parts.status }],
        ["v1beta1", { spec: parts.spec }],
      ]);
      expect(leftOut).toEqual([
        ["v0", "status"],
        ["v1beta1", "spec"],
      ]);
    });

    test("omits previous data before new data", () => {
      const { metadata } = keeping(leaving(specs), [
        ["v0", { spec, status: {} }],
        ["v1beta1", parts],
      ]);
      const { annotations = {} } = metadata as { annotations?: Record<string, string> };
      expect(JSON.parse(annotations[annotation] ?? "{}")).toEqual({ v1beta1: { spec: parts.spec } });
    });
  });
});
