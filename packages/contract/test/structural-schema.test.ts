import { ArgumentError } from "@capstan/kube";
import {
  contractFields,
  customResourceDefinition,
  SchemaNotStructural,
  templateCustomResourceDefinition,
} from "@capstan/contract";
import Type from "typebox";
import { describe, expect, test } from "vitest";
import { structuralSchema } from "../src/schema/structural-schema.ts";

const preserved = { "x-kubernetes-preserve-unknown-fields": true };

describe("from TypeBox to a structural schema", () => {
  test.each([
    [
      "literals",
      Type.Union([Type.Literal("a"), Type.Literal("b")], { default: "a" }),
      { type: "string", enum: ["a", "b"], default: "a" },
    ],
    ["a literal", Type.Literal(3), { type: "integer", enum: [3] }],
    ["an enum", Type.Enum(["a", "b"]), { type: "string", enum: ["a", "b"] }],
    ["a nullable value", Type.Union([Type.String(), Type.Null()]), { type: "string", nullable: true }],
    [
      "nullable literals",
      Type.Union([Type.Literal("a"), Type.Literal("b"), Type.Null()]),
      { type: "string", enum: ["a", "b"], nullable: true },
    ],
    [
      "integer or string",
      Type.Union([Type.Integer(), Type.String()]),
      { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
    ],
    [
      "a map",
      Type.Record(Type.String(), Type.Integer()),
      { type: "object", additionalProperties: { type: "integer" } },
    ],
    ["any value", Type.Unknown(), { "x-kubernetes-preserve-unknown-fields": true }],
    ["exclusive bounds", Type.Number({ exclusiveMinimum: 1 }), { type: "number", minimum: 1, exclusiveMinimum: true }],
    [
      "a set",
      Type.Array(Type.String(), { uniqueItems: true }),
      { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
    ],
    [
      "a keyed list",
      Type.Array(Type.Object({ name: Type.String() }), {
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
      }),
      {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
      },
    ],
    [
      "an intersection",
      Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Optional(Type.Boolean()) })]),
      { type: "object", properties: { a: { type: "string" }, b: { type: "boolean" } }, required: ["a"] },
    ],
    [
      "a closed object, since the server prunes by itself",
      Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false }),
      { type: "object", properties: { a: { type: "string" } } },
    ],
    [
      "an object that admits any field",
      { type: "object", properties: { a: { type: "string" } }, additionalProperties: true },
      { type: "object", properties: { a: { type: "string" } }, "x-kubernetes-preserve-unknown-fields": true },
    ],
    [
      "bounds as OpenAPI has them",
      { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
      { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
    ],
    [
      "an exclusive maximum",
      Type.Number({ exclusiveMaximum: 1 }),
      { type: "number", maximum: 1, exclusiveMaximum: true },
    ],
    ["bounds that are not exclusive", { type: "number", exclusiveMinimum: false }, { type: "number" }],
    ["no required fields", { type: "object", required: [] }, { type: "object" }],
    [
      "an enum of booleans",
      Type.Union([Type.Literal(true), Type.Literal(false)]),
      { type: "boolean", enum: [true, false] },
    ],
    ["an enum of numbers", { enum: [1, 1.5] }, { type: "number", enum: [1, 1.5] }],
    ["a list that may repeat", { type: "array", items: {}, uniqueItems: false }, { type: "array", items: preserved }],
    [
      "literals and an enum",
      { anyOf: [{ const: "a" }, { enum: ["b", "c"] }] },
      { type: "string", enum: ["a", "b", "c"] },
    ],
    [
      "string or integer, in the other order",
      { anyOf: [{ type: "string" }, { type: "integer" }], description: "how many" },
      {
        "x-kubernetes-int-or-string": true,
        anyOf: [{ type: "string" }, { type: "integer" }],
        description: "how many",
      },
    ],
    [
      "integer, string or null",
      Type.Union([Type.Integer(), Type.String(), Type.Null()]),
      { "x-kubernetes-int-or-string": true, nullable: true, anyOf: [{ type: "integer" }, { type: "string" }] },
    ],
    [
      "an intersection of intersections, with what is said of the whole",
      {
        allOf: [
          { allOf: [Type.Object({ a: Type.String() }), { type: "object", required: ["a"] }] },
          { type: "object", title: "part", properties: { b: { type: "boolean" } }, required: ["b", "a"] },
        ],
        description: "both",
      },
      {
        ...{ type: "object", title: "part", description: "both", required: ["a", "b"] },
        properties: { a: { type: "string" }, b: { type: "boolean" } },
      },
    ],
    [
      "restrictions of every kind",
      {
        type: "object",
        properties: { a: { type: "array", items: { type: "string" } } },
        allOf: [{ required: ["a"] }],
        oneOf: [{ properties: { a: { minItems: 1, items: { pattern: "^a" } } } }, { allOf: [{ maxProperties: 0 }] }],
        not: { not: { oneOf: [{ required: ["a"] }] }, anyOf: [{ minProperties: 2 }] },
      },
      {
        type: "object",
        properties: { a: { type: "array", items: { type: "string" } } },
        allOf: [{ required: ["a"] }],
        oneOf: [{ properties: { a: { minItems: 1, items: { pattern: "^a" } } } }, { allOf: [{ maxProperties: 0 }] }],
        not: { not: { oneOf: [{ required: ["a"] }] }, anyOf: [{ minProperties: 2 }] },
      },
    ],
    [
      "alternatives among fields",
      Type.Object({ a: Type.Optional(Type.String()) }, { anyOf: [{ required: ["a"] }] }),
      { type: "object", properties: { a: { type: "string" } }, anyOf: [{ required: ["a"] }] },
    ],
  ])("%s", (_, schema, expected) => {
    expect(structuralSchema(schema)).toEqual(expected);
  });

  test.each<[string, object, string]>([
    [
      "a union of an object and more",
      { type: "object", properties: { x: { anyOf: [true, { type: "string" }] } } },
      "spec.x",
    ],
    ["a union of a literal and a type", Type.Object({ x: Type.Union([Type.Literal("a"), Type.String()]) }), "spec.x"],
    ["a union of integer and boolean", Type.Object({ x: Type.Union([Type.Integer(), Type.Boolean()]) }), "spec.x"],
    [
      "a union of three types",
      Type.Object({ x: Type.Union([Type.Integer(), Type.String(), Type.Number()]) }),
      "spec.x",
    ],
    ["an intersection with a string", Type.Object({ x: Type.Intersect([Type.Object({}), Type.String()]) }), "spec.x"],
    ["an intersection with anything", { type: "object", properties: { x: { allOf: [true] } } }, "spec.x"],
    ["what is not a schema", { type: "object", properties: { x: true } }, "spec.x"],
    ["a list of anything", { type: "object", properties: { x: { type: "array", uniqueItems: true } } }, "spec.x"],
    ["a set of objects", Type.Object({ x: Type.Array(Type.Object({}), { uniqueItems: true }) }), "spec.x"],
    ["a set of lists", Type.Object({ x: Type.Array(Type.Array(Type.String()), { uniqueItems: true }) }), "spec.x"],
    ["keys of two forms", { patternProperties: { "^.*$": { type: "string" }, "^a": { type: "string" } } }, "spec"],
    ["keys of no form", { patternProperties: {} }, "spec"],
    ["a map of what is not a schema", { patternProperties: { "^.*$": true } }, "spec"],
    ["an enum of objects", { enum: [{}] }, "spec"],
    ["a field of a map", Type.Object({ x: Type.Record(Type.String(), Type.Ref("y")) }), "spec.x{}"],
    ["a value of a map", { type: "object", additionalProperties: { type: "null" } }, "spec{}"],
    ["a branch that is not a schema", { type: "object", anyOf: [true] }, "spec"],
    ["a branch that describes", { type: "object", anyOf: [{ description: "a" }] }, "spec"],
    ["fields of a branch that are not objects", { type: "object", not: { properties: true } }, "spec"],
    ["branches of a branch that are not a list", { type: "object", not: { anyOf: true } }, "spec"],
    ["a field of a branch", { type: "object", not: { properties: { x: { default: 1 } } } }, "spec.x"],
    ["a union of objects", Type.Object({ x: Type.Union([Type.Object({}), Type.String()]) }), "spec.x"],
    ["a tuple", Type.Object({ x: Type.Array(Type.Tuple([Type.String()])) }), "spec.x[]"],
    ["a reference", Type.Object({ x: Type.Ref("y") }), "spec.x"],
    ["a restricted key", Type.Object({ x: Type.Record(Type.String({ pattern: "^a" }), Type.String()) }), "spec.x"],
    ["an enum of two types", Type.Object({ x: Type.Enum(["a", 1]) }), "spec.x"],
    ["null alone", Type.Object({ x: Type.Null() }), "spec.x"],
  ])("%s is not structural, and the error names the path", (_, schema, path) => {
    expect(() => structuralSchema(schema, "spec")).toThrow(SchemaNotStructural);
    expect(() => structuralSchema(schema, "spec")).toThrow(`The schema at ${path} `);
    expect(() => structuralSchema(schema)).toThrow(
      /^The schema at (its root|x|x\[\]|x\{\}|\{\}|\.x) cannot be part of a CRD: /,
    );
  });
});

describe("a CRD from schemas", () => {
  const spec = Type.Object({ ...contractFields("InfraMachine", ["v1beta2"], "spec"), size: Type.String() });
  const options = {
    group: "infrastructure.cluster.x-k8s.io",
    kind: "FooMachine",
    shortNames: ["fm"],
    versions: [
      {
        name: "v1",
        contract: "v1beta2" as const,
        spec,
        status: Type.Object(contractFields("InfraMachine", ["v1beta2"], "status")),
      },
      { name: "v1beta1", contract: "v1beta1" as const, spec },
    ],
  };

  test("has a name, labels, names, one storage version and no conversion", () => {
    const crd = customResourceDefinition(options);
    expect(crd).toMatchObject({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: {
        name: "foomachines.infrastructure.cluster.x-k8s.io",
        labels: { "cluster.x-k8s.io/v1beta1": "v1beta1", "cluster.x-k8s.io/v1beta2": "v1" },
      },
      spec: {
        scope: "Namespaced",
        names: {
          kind: "FooMachine",
          listKind: "FooMachineList",
          plural: "foomachines",
          singular: "foomachine",
          shortNames: ["fm"],
          categories: ["cluster-api"],
        },
        conversion: { strategy: "None" },
      },
    });
    expect(crd.spec.versions.map(({ name, served, storage }) => ({ name, served, storage }))).toEqual([
      { name: "v1beta1", served: true, storage: false },
      { name: "v1", served: true, storage: true },
    ]);
    const [older, newer] = crd.spec.versions;
    expect([older?.subresources, newer?.subresources]).toEqual([undefined, { status: {} }]);
    expect(newer?.schema.openAPIV3Schema.required).toEqual(["spec"]);
  });

  test("needs a version, and at most one storage version", () => {
    const storage = options.versions.map((version) => ({ ...version, storage: true }));
    expect(() => customResourceDefinition({ ...options, versions: [] })).toThrow(ArgumentError);
    expect(() => customResourceDefinition({ ...options, versions: storage })).toThrow(/AR-017/);
  });

  test("BT-001 to BT-005: the template contains the object to create", () => {
    const crd = templateCustomResourceDefinition({ ...options, shortNames: ["fmt"] });
    const schema = crd.spec.versions.at(-1)?.schema.openAPIV3Schema.properties?.spec;
    expect(crd.spec.names).toMatchObject({ kind: "FooMachineTemplate", plural: "foomachinetemplates" });
    expect(schema?.required).toEqual(["template"]);
    expect(schema?.properties?.template?.required).toEqual(["spec"]);
    expect(schema?.properties?.template?.properties?.metadata).toMatchObject({ minProperties: 1 });
    expect(Object.keys(schema?.properties?.template?.properties?.spec?.properties ?? {})).toContain("size");
  });
});

test.each([
  ["BootstrapConfig", "v1beta1", [], "ready"],
  ["BootstrapConfig", "v1beta2", [], "initialization"],
  ["InfraMachine", "v1beta1", ["failureDomain", "providerID"], "ready"],
  ["InfraMachine", "v1beta2", ["providerID"], "initialization"],
  ["InfraCluster", "v1beta1", ["controlPlaneEndpoint"], "ready"],
  ["InfraCluster", "v1beta2", ["controlPlaneEndpoint"], "initialization"],
  ["InfraMachinePool", "v1beta1", ["providerID", "providerIDList"], "ready"],
  ["InfraMachinePool", "v1beta2", ["providerID", "providerIDList"], "initialization"],
  ["InfraMachinePool", "v1beta2", ["providerID", "providerIDList"], "ready"],
  ["ControlPlane", "v1beta1", ["controlPlaneEndpoint", "version"], "initialized"],
  ["ControlPlane", "v1beta2", ["controlPlaneEndpoint", "version"], "initialization"],
] as const)("the contract's fields of a %s in %s", (role, contract, spec, flag) => {
  const ofSpec = contractFields(role, [contract], "spec");
  const ofStatus = contractFields(role, [contract], "status");
  expect(Object.keys(ofSpec).sort()).toEqual(spec);
  expect(Object.keys(ofStatus)).toEqual(expect.arrayContaining([flag, "conditions"]));
  // All are optional, because a new object has none of them (rules BC-005, IM-002).
  expect(structuralSchema(Type.Object({ ...ofSpec, ...ofStatus })).required).toBeUndefined();
});
