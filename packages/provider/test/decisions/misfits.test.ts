import type { ConvertedVersion, KubernetesObject } from "@capstan/contract";
import { Type } from "@capstan/provider";
import { expect, test } from "vitest";
import { newMisfits } from "../../src/admission/misfits.ts";

const kind = { group: "example.com", version: "v2", kind: "Box", plural: "boxes", namespaced: true } as const;
const spec = Type.Object({ name: Type.String({ minLength: 1 }), size: Type.Optional(Type.Enum(["small", "large"])) });
const v1: ConvertedVersion = { name: "v1", needsSpec: true, schemas: { spec } };
const v2: ConvertedVersion = { ...v1, name: "v2" };
const versions = [v1, v2];

/** An object in v2 whose annotation keeps data for other versions. */
function keeping(data: object): KubernetesObject {
  const annotations = { "cluster.x-k8s.io/conversion-data": JSON.stringify(data) };
  return { apiVersion: "example.com/v2", kind: "Box", metadata: { name: "b", annotations } };
}
const found = (object: KubernetesObject, previous?: KubernetesObject, of = versions) =>
  newMisfits(object, previous, { kind, versions: of }).map(({ path, message }) => `${path}: ${message}`);

test("a value that the written version refuses is reported by path, with the version", () => {
  expect(found(keeping({ v1: { spec: { name: "b", size: "huge" } } }))).toEqual([
    expect.stringMatching(/^spec\.size: must be .*small.*, as version v1 requires$/),
  ]);
  expect(found(keeping({ v1: { spec: { name: "b", size: "small" } } }))).toEqual([]);
});

test.each([
  ["a text", "text", /^spec: must be/],
  ["a list", Type.Array(Type.Integer()), /^spec\[0\]: must be/],
])("a spec that is %s is found", (_what, given, message) => {
  const ofList = typeof given === "string" ? versions : [{ ...v1, schemas: { spec: given } }];
  expect(found(keeping({ v1: { spec: typeof given === "string" ? given : ["x"] } }), undefined, ofList)).toEqual([
    expect.stringMatching(message),
  ]);
});

test("invalid values of the stored object do not block other changes", () => {
  const stored = keeping({ v1: { spec: { name: "b", size: "huge" } } });
  expect(found(stored, stored)).toEqual([]);
  expect(found(keeping({ v1: { spec: { name: "", size: "huge" } } }), stored)).toEqual([
    expect.stringMatching(/^spec\.name: /),
  ]);
});

test.each([
  ["of the storage version, which the API server validates", { spec: { name: "", size: "huge" } }],
  ["that lacks a field", { v1: { spec: { size: "small" } } }],
  ["that was missing", { v1: { spec: null } }],
  ["of an unknown version", { v0: { spec: 7 } }],
])("a spec %s is not checked", (_what, data) => {
  expect(found(keeping(data))).toEqual([]);
});

test("a version without a spec has no invalid values", () => {
  expect(found(keeping({ v1: { spec: 7 } }), undefined, [{ ...v1, schemas: {} }])).toEqual([]);
});
