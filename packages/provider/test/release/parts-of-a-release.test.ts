import { defineBootstrapConfig, defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";
import {
  metadataOf,
  readManifests,
  releasedProvider,
  releaseFiles,
  ReleaseError,
  yamlOf,
} from "@capstan/provider/release";
import { describe, expect, test } from "vitest";
import { mergedObjects, type ReleaseObject } from "../../src/release/merged-objects.ts";

const spec = Type.Object({});
const machineOf = (contract: "v1beta1" | "v1beta2", kind = "FooMachine") =>
  defineInfraMachine({ kind, versions: { v1: { contract, spec } } });

describe("a merge of objects", () => {
  const deployment = (more: object = {}): ReleaseObject => ({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "manager" },
    ...more,
  });
  const merged = (to: object, from: object) => mergedObjects([deployment(to)], [deployment(from)]);

  test("appends missing objects", () => {
    const other = { ...deployment(), metadata: { name: "other" } };
    expect(mergedObjects([deployment()], [other])).toEqual([deployment(), other]);
    expect(mergedObjects([], [deployment()])).toEqual([deployment()]);
  });

  test("identifies objects by group, kind and name, not by version", () => {
    const others = [
      { ...deployment(), apiVersion: "example.com/v1" },
      { ...deployment(), kind: "StatefulSet" },
      { ...deployment(), metadata: { name: "other" } },
    ];
    expect(mergedObjects([deployment()], others)).toEqual([deployment(), ...others]);
    const newer = { ...deployment(), apiVersion: "apps/v2", spec: { replicas: 2 } };
    expect(mergedObjects([deployment()], [newer])).toEqual([newer]);
  });

  test("merges each object into its counterpart among several", () => {
    const [first, second] = ["first", "second"].map((name) => ({ ...deployment(), metadata: { name } }));
    if (first === undefined || second === undefined) throw new Error("two are made");
    const change = { ...second, spec: { replicas: 2 } };
    expect(mergedObjects([first, second], [change])).toEqual([first, change]);
  });

  test("replaces fields, removes null fields, and merges nested objects", () => {
    expect(merged({ spec: { replicas: 1, paused: true, other: 1 } }, { spec: { replicas: 2, paused: null } })).toEqual([
      deployment({ spec: { replicas: 2, other: 1 } }),
    ]);
    expect(merged({ spec: { a: { b: 1 } } }, { spec: { a: "text" } })).toEqual([deployment({ spec: { a: "text" } })]);
    expect(merged({ spec: { a: "text" } }, { spec: { a: { b: 1 } } })).toEqual([deployment({ spec: { a: { b: 1 } } })]);
  });

  test("merges lists by the names of their items, and otherwise appends missing items", () => {
    const list = (items: unknown) => ({ spec: { list: items } });
    const result = (to: unknown, from: unknown) => merged(list(to), list(from));
    const is = (items: unknown) => [deployment(list(items))];
    expect(result(["a", "b"], ["b", "c"])).toEqual(is(["a", "b", "c"]));
    expect(result([{ name: "a", x: 1 }], [{ name: "b" }, { name: "a", y: 2 }])).toEqual(
      is([{ name: "a", x: 1, y: 2 }, { name: "b" }]),
    );
    expect(result([{ key: "a" }], [{ key: "a" }, { key: "b" }])).toEqual(is([{ key: "a" }, { key: "b" }]));
    expect(result([null], [{ name: "a" }, null])).toEqual(is([null, { name: "a" }]));
    expect(result(["a"], [{ name: "a" }])).toEqual(is(["a", { name: "a" }]));
    expect(result([{ name: "a" }], ["a"])).toEqual(is([{ name: "a" }, "a"]));
    expect(result([{ other: 1 }], [{ other: 2 }])).toEqual(is([{ other: 1 }, { other: 2 }]));
    expect(result(["a"], "text")).toEqual(is("text"));
    expect(result("text", ["a"])).toEqual(is(["a"]));
  });
});

describe("metadata.yaml", () => {
  const series = (major: number, minor: number, contract = "v1beta2") => ({ major, minor, contract });

  test("has the format that clusterctl reads", () => {
    expect(metadataOf("v1.2.3", "v1beta2")).toEqual({
      apiVersion: "clusterctl.cluster.x-k8s.io/v1alpha3",
      kind: "Metadata",
      releaseSeries: [series(1, 2)],
    });
  });

  test("lists the series of earlier releases, and the current one once", () => {
    const earlier = { releaseSeries: [series(1, 1, "v1beta1"), series(2, 2)] };
    expect(metadataOf("v1.2.0", "v1beta2", earlier).releaseSeries).toEqual([...earlier.releaseSeries, series(1, 2)]);
    expect(metadataOf("v2.2.9", "v1beta2", earlier).releaseSeries).toEqual(earlier.releaseSeries);
  });

  test("does not change the contract of a series", () => {
    const earlier = { releaseSeries: [series(1, 1, "v1beta1")] };
    expect(() => metadataOf("v1.1.4", "v1beta2", earlier)).toThrow(/increment the minor version/);
  });

  test("omits versions that are not a release series", () => {
    const { major, minor, contract } = series(1, 1);
    const releaseSeries = [null, "1.1", { major, minor }, { major, contract }, { minor, contract }];
    expect(metadataOf("v1.2.0", "v1beta2", { releaseSeries }).releaseSeries).toEqual([series(1, 2)]);
  });

  test.each([["1.2.3"], ["v1.2"], ["latest"], ["v01.2.3"]])(
    "is not created for %s, which is not a release",
    (version) => {
      expect(() => metadataOf(version, "v1beta2")).toThrow(ReleaseError);
    },
  );

  test("is written as YAML that repeats equal values, without references", () => {
    const definitions = [machineOf("v1beta2")];
    const files = releaseFiles({ definitions, version: "v1.2.3", image: "example.com/foo" });
    expect(files).toHaveLength(2);
    for (const { text } of files) expect(text).not.toMatch(/[&*]ref_/);
  });
});

describe("a released provider", () => {
  test("has the name of its first kind, without the suffix of its role", () => {
    const FooConfig = defineBootstrapConfig({ kind: "FooConfig", versions: { v1: { contract: "v1beta2", spec } } });
    const FooCluster = defineInfraCluster({ kind: "FooCluster", versions: { v1: { contract: "v1beta2", spec } } });
    expect(releasedProvider([FooConfig], {})).toMatchObject({ type: "bootstrap", name: "foo", label: "bootstrap-foo" });
    expect(releasedProvider([FooCluster, machineOf("v1beta2", "BarMachine")], {})).toMatchObject({
      type: "infrastructure",
      name: "foo",
      namespace: "infrastructure-foo-system",
    });
    expect(releasedProvider([FooCluster], { name: "bar" }).label).toBe("infrastructure-bar");
  });

  test("has the author's rules, or none by default", () => {
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
    expect(releasedProvider([machineOf("v1beta2")], { rules }).extraRules).toEqual(rules);
    expect(releasedProvider([machineOf("v1beta2")], {}).extraRules).toEqual([]);
  });

  test("fulfills the newest contract that all of its kinds support", () => {
    const both = defineInfraMachine({
      kind: "FooMachine",
      versions: { v1: { contract: ["v1beta1", "v1beta2"], spec } },
    });
    expect(releasedProvider([both], {}).contract).toBe("v1beta2");
    expect(releasedProvider([both, machineOf("v1beta1", "OldMachine")], {}).contract).toBe("v1beta1");
    expect(() => releasedProvider([machineOf("v1beta2"), machineOf("v1beta1", "OldMachine")], {})).toThrow(
      "The kinds have no contract version in common.",
    );
  });

  test.each([["cluster-api"], ["Foo"], ["foo_bar"], ["-foo"], ["f".repeat(64)], [""]])(
    "must not be named %j",
    (name) => {
      expect(() => releasedProvider([machineOf("v1beta2")], { name })).toThrow(/cannot be a provider's name/);
    },
  );

  test("has one type", () => {
    const FooConfig = defineBootstrapConfig({ kind: "FooConfig", versions: { v1: { contract: "v1beta2", spec } } });
    expect(() => releasedProvider([FooConfig, machineOf("v1beta2")], {})).toThrow("(bootstrap, infrastructure)");
    expect(() => releasedProvider([], {})).toThrow(/exports no provider definition/);
  });
});

describe("an author's manifests", () => {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "zones" } };
  const read = (documents: unknown) => readManifests({ "own.yaml": JSON.stringify(documents) });

  test("are read unchanged", () => {
    expect(read(object)).toEqual([object]);
    expect(readManifests({})).toEqual([]);
  });

  test("keep the values that kubectl would apply, through the file of the release", () => {
    const volume = `apiVersion: v1
kind: Pod
metadata: { name: zones }
spec:
  defaults: &defaults { defaultMode: 0400 }
  hostNetwork: yes
  secret: { <<: *defaults, secretName: "0400" }
`;
    const released = readManifests({ "released.yaml": yamlOf(readManifests({ "own.yaml": volume })) });
    expect(released).toMatchObject([
      { spec: { hostNetwork: true, secret: { defaultMode: 0o400, secretName: "0400" } } },
    ]);
  });

  test.each<[string, unknown]>([
    ["a string", "text"],
    ["an object without apiVersion", { ...object, apiVersion: undefined }],
    ["an object without kind", { ...object, kind: undefined }],
    ["an object whose kind is empty", { ...object, kind: "" }],
    ["an object whose kind is a number", { ...object, kind: 7 }],
    ["an object without metadata", { ...object, metadata: undefined }],
    ["an object without a name", { ...object, metadata: {} }],
  ])("must not have %s", (_what, document) => {
    expect(() => read(document)).toThrow(/^own.yaml has a document without apiVersion, kind or metadata.name/);
  });
});
