import { defineAuxiliaryKind, defineIdentity, defineInfraMachine, DefinitionError, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { machineOptions, refusal } from "../refused-definitions.ts";

const text = Type.String();
const spec = Type.Object({});
const own = { contract: "v1beta2", spec };

/** Path and rule of the refusal of a plain JavaScript definition; empty if it is accepted. */
function refused(define: (options: never) => unknown, options: object): string[] {
  try {
    define(options as never);
    return [];
  } catch (error) {
    if (error instanceof DefinitionError) return error.violations.map(({ rule, path }) => `${path}: ${rule}`);
    throw error;
  }
}

const machine = (options: object) => refused(defineInfraMachine, machineOptions(options));
const auxiliary = (version: object) => refused(defineAuxiliaryKind, { kind: "FooNetwork", versions: { v1: version } });

describe("the schemas of a version", () => {
  const unsuitable: readonly (readonly [string, unknown])[] = [
    ["a string", text],
    ["nothing", undefined],
    ["null", null],
    ["text", "object"],
    ["an object without a type", { properties: {} }],
    ["an object without properties", { type: "object" }],
    ["an object whose properties are null", { type: "object", properties: null }],
    ["an object whose properties are text", { type: "object", properties: "size" }],
    ["a list", { type: "array", properties: {} }],
  ];

  test.each(unsuitable)("must not be %s, of a role or of an auxiliary kind", (_what, schema) => {
    expect(machine({ versions: { v1: { ...own, spec: schema } } })).toEqual(["versions.v1.spec: IM-001"]);
    expect(auxiliary({ spec: schema })).toEqual(["versions.v1.spec: auxiliary"]);
    if (schema === undefined) return;
    expect(machine({ versions: { v1: { ...own, status: schema } } })).toEqual(["versions.v1.status: IM-001"]);
    expect(auxiliary({ spec, status: schema })).toEqual(["versions.v1.status: auxiliary"]);
  });

  test("may omit status, and have any fields, which identities share", () => {
    const fields = Type.Object({ secretRef: text, size: text });
    expect(machine({ versions: { v1: own } })).toEqual([]);
    expect(auxiliary({ spec: fields, status: fields })).toEqual([]);
    const identity = (version: object) => refused(defineIdentity, { kind: "FooAccount", versions: { v1: version } });
    expect(identity({ spec: Type.Object({ size: text }) })).toEqual([]);
    expect(identity({ spec: fields })).toEqual(["versions.v1.spec.secretRef: auxiliary"]);
    expect(identity({ spec, status: fields })).toEqual([]);
  });
});

describe("the contracts of a version", () => {
  test.each<[unknown, string[]]>([
    ["v1beta1", []],
    [["v1beta1", "v1beta2"], []],
    [["v1beta2", "v1beta2"], []],
    [undefined, ["versions.v1.contract: AR-006"]],
    [[], ["versions.v1.contract: AR-006"]],
    [["v1beta2", "v1alpha4"], ["versions.v1.contract: AR-006"]],
  ])("%j: %j", (contract, expected) => {
    expect(machine({ versions: { v1: { spec, contract } } })).toEqual(expected);
  });

  test("with an unknown name do not hide a conflict of a field with the newest contract", () => {
    const version = { contract: "v1alpha4", spec: Type.Object({ providerID: text, failureDomain: text }) };
    expect(machine({ versions: { v1: version } })).toEqual([
      "versions.v1.contract: AR-006",
      "versions.v1.spec.providerID: IM-002",
      "versions.v1.spec.failureDomain: IM-010",
    ]);
  });
});

describe("a storage version", () => {
  test("must be one of several versions, and be served", () => {
    const versions = { v1: { ...own, served: false }, v2: own };
    expect(machine({ versions })).toEqual(["storage: AR-017", "versions.v1.served: AR-010"]);
    expect(machine({ versions, storage: "v2" })).toEqual([]);
    expect(machine({ versions, storage: "v1" })).toEqual(["versions.v1.served: AR-010"]);
    expect(machine({ versions: { v1: own }, storage: "v2" })).toEqual(["storage: AR-017"]);
    const { violations } = refusal("InfraMachine", machineOptions({ versions, storage: "v1" }));
    expect(violations.map(({ actual }) => actual)).toEqual([false]);
  });
});

describe("a finalizer", () => {
  test.each([
    ["foomachine.infrastructure.example.com", []],
    ["infrastructure.example.com/foo", []],
    ["a/b/c", ["finalizer: finalizer"]],
    ["two words", ["finalizer: finalizer"]],
    ["foregroundDeletion", ["finalizer: finalizer"]],
    ["orphan", ["finalizer: finalizer"]],
  ])("%j: %j", (finalizer, expected) => {
    expect(machine({ finalizer })).toEqual(expected);
  });

  test("is suggested in lower case", () => {
    const { violations } = refusal("InfraMachine", machineOptions({ finalizer: "orphan" }));
    expect(violations[0]?.expected).toContain("foomachine.infrastructure.example.com");
  });
});

describe("a column", () => {
  const fields = Type.Object({
    size: text,
    disks: Type.Array(text),
    network: Type.Object({ id: Type.Union([Type.Literal("a"), Type.Literal("b")]) }),
  });
  const column = (path: string) =>
    machine({ columns: [{ name: "One", path }], versions: { v1: { ...own, spec: fields, status: fields } } });

  test.each([["spec.size"], ["status.size"], ["spec.network.id"]])("may have %s", (path) => {
    expect(column(path)).toEqual([]);
  });

  test.each([["spec.color"], ["spec"], ["spec.disks"], ["spec.network"], ["metadata.name"], ["size"], ["spec.size.x"]])(
    "must not have %s",
    (path) => {
      expect(column(path)).toEqual(["columns[0].path: columns"]);
    },
  );
});

describe("permissions", () => {
  test("list all that they apply to", () => {
    const permission = { apiGroups: ["", "apps"], resources: ["configmaps", "pods"], verbs: ["get", "list"] };
    const of = (change: object) => machine({ permissions: [{ ...permission, ...change }] });
    expect(of({})).toEqual([]);
    expect(of({ apiGroups: ["", "*"] })).toEqual(["permissions[0].apiGroups: RB-011"]);
    expect(of({ resources: ["pods/*", "configmaps"] })).toEqual(["permissions[0].resources: RB-011"]);
    expect(of({ verbs: ["*"] })).toEqual(["permissions[0].verbs: RB-011"]);
  });
});

describe("versions with differing fields", () => {
  const sized = Type.Object({ size: Type.Optional(text) });
  const machineOf = (first: object, second: object, conversions?: object) =>
    machine({
      storage: "v2",
      versions: { v1: { ...own, ...first }, v2: { ...own, ...second } },
      ...(conversions === undefined ? {} : { conversions }),
    });
  const conversion = { toStorage: (fields: object) => fields, fromStorage: (fields: object) => fields };

  test("require a conversion of each differing section, if they are served", () => {
    expect(machineOf({ spec: sized }, {})).toEqual(["versions.v1.spec: AR-020"]);
    expect(machineOf({ status: sized }, {})).toEqual(["versions.v1.status: AR-020"]);
    expect(machineOf({ spec: sized }, { spec: sized })).toEqual([]);
    expect(machineOf({ spec: sized, served: false }, {})).toEqual([]);
    expect(machineOf({ spec: sized }, {}, { v1: { spec: conversion } })).toEqual([]);
    expect(machineOf({ spec: sized, status: sized }, {}, { v1: { spec: conversion } })).toEqual([
      "versions.v1.status: AR-020",
    ]);
  });

  test.each<[string, object, object]>([
    ["the type of a field", { a: text }, { a: Type.Integer() }],
    ["what is required", { a: text }, { a: Type.Optional(text) }],
    ["what items are", { a: Type.Array(text) }, { a: Type.Array(Type.Integer()) }],
    ["the keys of maps", { a: Type.Record(text, text) }, { a: Type.Record(text, Type.Integer()) }],
    ["the values that are allowed", { a: Type.Enum(["x"]) }, { a: Type.Enum(["x", "y"]) }],
    ["fields below", { a: Type.Object({ b: text }) }, { a: Type.Object({ c: text }) }],
    ["one of several forms", { a: Type.Union([text, Type.Null()]) }, { a: Type.Union([Type.Integer(), Type.Null()]) }],
  ])("differ in %s", (_what, first, second) => {
    const section = (fields: object) => ({ spec: Type.Object(fields as Record<string, typeof text>) });
    expect(machineOf(section(first), section(second))).toEqual(["versions.v1.spec: AR-020"]);
    expect(machineOf(section(first), section(first))).toEqual([]);
  });

  test("must not have null among the enum values of a field, as in a CRD: a union with null allows it", () => {
    const nullable = { spec: Type.Object({ a: Type.Unsafe({ enum: ["x", null] }) }) };
    expect(machineOf(nullable, nullable)).toEqual(["spec.a: AR-017"]);
    const union = { spec: Type.Object({ a: Type.Union([Type.Literal("x"), Type.Null()]) }) };
    expect(machineOf(union, union)).toEqual([]);
  });

  test("are equal if only limits, descriptions and field order differ", () => {
    const first = Type.Object({ a: Type.String({ maxLength: 5, description: "One." }), b: text });
    const second = Type.Object({ b: text, a: Type.String({ description: "The first." }) });
    expect(machineOf({ spec: first }, { spec: second })).toEqual([]);
  });

  test("must not have conversions of the storage version or of an unknown version", () => {
    const define = (name: string) => () => machineOf({}, {}, { [name]: { spec: conversion } });
    expect(define("v1")()).toEqual([]);
    expect(() => defineInfraMachine(machineOptions({ conversions: { v1: { spec: conversion } } }) as never)).toThrow(
      "The conversions of FooMachine must not include v1",
    );
    for (const name of ["v2", "v3"]) {
      const options = { storage: "v2", versions: { v1: own, v2: own }, conversions: { [name]: { spec: conversion } } };
      expect(() => defineInfraMachine(machineOptions(options) as never)).toThrow(
        `The conversions of FooMachine must not include ${name}`,
      );
    }
  });
});
