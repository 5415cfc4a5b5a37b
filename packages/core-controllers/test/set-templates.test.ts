import { type Machine, type MachineSet, withInPlaceFields, managedKeys, nextMap } from "@capstan/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  currentRevision,
  currentRevisionAnnotations,
  oldRevisionAnnotations,
  revisionOf,
} from "../src/replicas/revision.ts";
import { effectiveFields } from "../src/replicas/effective-fields.ts";
import { isRolloutDue, rolloutAfterMs, templateDifference } from "../src/replicas/template-difference.ts";
import { machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";
import { managed } from "./scene/managed-by.ts";

const revisionKey = "machinedeployment.clusters.x-k8s.io/revision";
const historyKey = "machinedeployment.clusters.x-k8s.io/revision-history";
const revised = (revision?: string, history?: string) => ({
  metadata: {
    annotations: {
      ...(revision === undefined ? {} : { [revisionKey]: revision }),
      ...(history === undefined ? {} : { [historyKey]: history }),
    },
  },
});
const clusterLabel = { "cluster.x-k8s.io/cluster-name": "c1" };
describe("the revision of a set", () => {
  test("is a number in an annotation, 0 without one", () => {
    const numbers = ["7", "0", "x", ""].map((text) => revisionOf(revised(text)));
    expect([...numbers, revisionOf(revised()), revisionOf({ metadata: {} })]).toEqual([7, 0, 0, 0, 0, 0]);
  });

  test.each([
    [undefined, [], 1],
    [undefined, ["3", "10", "9"], 11],
    ["2", ["1"], 2],
    ["2", ["4"], 5],
    ["9", ["4"], 9],
    [undefined, ["-3"], 1],
  ])("currently %j with %j besides: it becomes %d", (current, others, expected) => {
    const old = others.map((revision) => revised(revision));
    expect(currentRevision(current === undefined ? undefined : revised(current), old)).toBe(expected);
  });

  test("is appended to the history when it changes", () => {
    expect(currentRevisionAnnotations(undefined, 1)).toEqual({ [revisionKey]: "1" });
    expect(currentRevisionAnnotations(revised(), 1)).toEqual({ [revisionKey]: "1" });
    expect(currentRevisionAnnotations(revised("1"), 1)).toEqual({ [revisionKey]: "1" });
    expect(currentRevisionAnnotations(revised("1"), 3)).toEqual({ [revisionKey]: "3", [historyKey]: "1" });
    expect(currentRevisionAnnotations(revised("3", "1"), 5)).toEqual({ [revisionKey]: "5", [historyKey]: "1,3" });
    expect(currentRevisionAnnotations(revised("3", "1"), 3)).toEqual({ [revisionKey]: "3", [historyKey]: "1" });
    expect(currentRevisionAnnotations(revised("3", ""), 4)).toEqual({ [revisionKey]: "4", [historyKey]: "3" });
    expect(currentRevisionAnnotations({ metadata: {} }, 4)).toEqual({ [revisionKey]: "4" });
  });

  test("of an old set stays unchanged", () => {
    expect(oldRevisionAnnotations(revised("3", "1"))).toEqual({ [revisionKey]: "3", [historyKey]: "1" });
    expect(oldRevisionAnnotations(revised("3"))).toEqual({ [revisionKey]: "3" });
    expect(oldRevisionAnnotations({ metadata: {} })).toEqual({});
  });
});

describe("labels and annotations that are applied together", () => {
  const metadata = {
    name: "a",
    managedFields: [
      managed("ours", ["mark", "a", "b"], ["c"]),
      managed("ours, from before", ["mark", "d"]),
      managed("others", ["e"], ["f"]),
      { manager: "without fields" },
    ],
  };

  test("are those of every manager that applied the mark", () => {
    expect(managedKeys(metadata, "labels", "mark")).toEqual(new Set(["mark", "a", "b", "d"]));
    expect(managedKeys(metadata, "annotations", "mark")).toEqual(new Set(["c"]));
    expect(managedKeys(metadata, "labels", "other")).toEqual(new Set());
    expect(managedKeys({ name: "a" }, "labels", "mark")).toEqual(new Set());
  });

  test("replace their own previous values, and keep those of others", () => {
    const keys = fc.constantFrom("a", "b", "c", "d");
    const maps = fc.dictionary(keys, fc.constantFrom("1", "2"));
    fc.assert(
      fc.property(maps, maps, fc.uniqueArray(keys), (current, wanted, own) => {
        const next = nextMap(current, wanted, new Set(own));
        for (const key of ["a", "b", "c", "d"] as const) {
          expect(next[key]).toBe(wanted[key] ?? (own.includes(key) ? undefined : current[key]));
        }
      }),
    );
    expect(nextMap(undefined, { a: "1" }, new Set())).toEqual({ a: "1" });
  });
});

describe("the fields of a Machine that change in place", () => {
  const taints = [{ key: "a/b", effect: "NoSchedule", propagation: "Always" }] as NonNullable<
    Machine["spec"]["taints"]
  >;
  const all = {
    minReadySeconds: 3,
    readinessGates: [{ conditionType: "a/Gate" }],
    deletion: { nodeDrainTimeoutSeconds: 5, nodeDeletionTimeoutSeconds: 7 },
    taints,
  };
  const { spec } = machineObject();
  const defaulted = { nodeDeletionTimeoutSeconds: 10 };

  test("are those of the template; all other fields stay", () => {
    const template = machineTemplate("other", { ...all, version: "v1.36.0" }).spec;
    expect(withInPlaceFields(spec, template)).toEqual({ ...spec, ...all });
    expect(withInPlaceFields({ ...spec, ...all }, machineTemplate("other").spec)).toEqual(spec);
  });

  test.each([
    [defaulted, undefined, defaulted],
    [defaulted, { nodeDrainTimeoutSeconds: 5 }, { nodeDrainTimeoutSeconds: 5, ...defaulted }],
    [defaulted, { nodeDeletionTimeoutSeconds: 0 }, { nodeDeletionTimeoutSeconds: 0 }],
    [{ nodeDeletionTimeoutSeconds: 11 }, undefined, undefined],
    [{ nodeDrainTimeoutSeconds: 5, ...defaulted }, undefined, defaulted],
    [undefined, undefined, undefined],
  ])("a deletion timeout that the Go webhook sets is not a difference: %j, %j", (before, wanted, expected) => {
    const template = machineTemplate("t", wanted === undefined ? {} : { deletion: wanted }).spec;
    const machine = { ...spec, ...(before === undefined ? {} : { deletion: before }) };
    expect(withInPlaceFields(machine, template).deletion).toEqual(expected);
  });
});

describe("the defaults of a set with omitted fields", () => {
  const nameLabel = { name: "s" };
  const effective = (spec: Partial<MachineSet["spec"]>) => effectiveFields(machineSet("s", spec).spec, nameLabel);

  test("an empty selector selects by the set's name, any other is kept; both select the Cluster", () => {
    expect(effective({}).selector).toEqual({ matchLabels: { ...nameLabel, ...clusterLabel } });
    expect(effective({ selector: { matchLabels: { a: "b" } } }).selector).toEqual({
      matchLabels: { a: "b", ...clusterLabel },
    });
    const matchExpressions = [{ key: "a", operator: "Exists" as const }];
    expect(effective({ selector: { matchExpressions } }).selector).toEqual({
      matchExpressions,
      matchLabels: clusterLabel,
    });
    expect(effective({ selector: { matchLabels: { a: "b" }, matchExpressions } }).selector).toEqual({
      matchExpressions,
      matchLabels: { a: "b", ...clusterLabel },
    });
  });

  test("the template has the labels of the selector in addition to its own", () => {
    const template = { metadata: { labels: { a: "b" }, annotations: { c: "d" } }, ...machineTemplate() };
    expect(effective({ template }).template.metadata).toEqual({
      labels: { a: "b", ...nameLabel, ...clusterLabel },
      annotations: { c: "d" },
    });
    const selector = { matchLabels: { a: "b" } };
    expect(effective({ template, selector }).template.metadata?.labels).toEqual({ a: "b", ...clusterLabel });
  });

  test.each([
    ["1.36.0", "v1.36.0"],
    ["v1.36.0", "v1.36.0"],
    ["", ""],
    [undefined, undefined],
  ])("version %j becomes %j", (version, expected) => {
    const template = machineTemplate("t1", version === undefined ? {} : { version });
    expect(effective({ template }).template.spec.version).toBe(expected);
  });
});

describe("a template difference that requires a new Machine", () => {
  const withData = (dataSecretName?: string) => ({ bootstrap: dataSecretName === undefined ? {} : { dataSecretName } });
  const difference = (from: object, to: object) =>
    templateDifference(machineTemplate("t1", from), machineTemplate("t1", to));

  test.each<[object, object, string[]]>([
    [{}, {}, []],
    [{ version: "" }, {}, []],
    [{ version: "1.36.0" }, { version: "v1.36.0" }, []],
    [{ version: "1.35.0" }, { version: "1.36.0" }, ["Version v1.35.0, v1.36.0 required"]],
    [{ version: "v1.35.0" }, { version: "v1.36.0" }, ["Version v1.35.0, v1.36.0 required"]],
    [{}, { version: "v1.36.0" }, ["Version none, v1.36.0 required"]],
    [{ failureDomain: "a" }, { failureDomain: "b" }, ["Failure domain a, b required"]],
    [{ failureDomain: "" }, {}, []],
    [{ failureDomain: "a" }, {}, ["Failure domain a, none required"]],
    [withData("a"), withData("b"), ["spec.bootstrap.dataSecretName a, b required"]],
    [withData(), withData("b"), ["spec.bootstrap.dataSecretName none, b required"]],
    [withData("a"), {}, ["spec.bootstrap.dataSecretName a, none required"]],
    [{}, withData("a"), ["TestConfig is not up-to-date"]],
    [{ minReadySeconds: 1 }, { minReadySeconds: 2, deletion: { nodeDrainTimeoutSeconds: 1 } }, []],
  ])("from %j to %j: %j", (from, to, expected) => {
    expect(difference(from, to)).toEqual(expected);
  });

  test("compares the names of references, not their API version or other fields", () => {
    const reference = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestMachineTemplate", name: "t1" };
    const to = (changes: object) => ({ infrastructureRef: { ...reference, ...changes } });
    expect(difference(to({ namespace: "x" }), to({}))).toEqual([]);
    for (const change of [{ name: "t2" }, { kind: "OtherTemplate" }, { apiGroup: "example.com" }]) {
      expect(difference(to({}), to(change))).toEqual(["TestMachine is not up-to-date"]);
    }
  });

  test("a rollout is due once its time has passed, for older sets", () => {
    const after = "2030-01-01T00:00:00Z";
    const time = Date.parse(after);
    const rolled = machineDeployment("d", { rollout: { after } });
    const createdAt = (creationTimestamp: string) => ({ metadata: { creationTimestamp } });
    const old = createdAt("2029-12-31T23:59:59Z");
    expect([isRolloutDue(rolled, old, time - 1), isRolloutDue(rolled, old, time)]).toEqual([false, true]);
    expect(isRolloutDue(rolled, createdAt(after), time + 1)).toBe(false);
    expect(isRolloutDue(rolled, { metadata: {} }, time)).toBe(false);
    expect(isRolloutDue(machineDeployment("d"), old, time)).toBe(false);
    expect([rolloutAfterMs(rolled), rolloutAfterMs(machineDeployment("d"))]).toEqual([time, undefined]);
    expect(rolloutAfterMs(machineDeployment("d", { rollout: {} }))).toBeUndefined();
  });
});
