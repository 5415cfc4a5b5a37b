import type { CustomResourceDefinition, StructuralSchema } from "@capstan/contract";
import { compareInstalled, defineAuxiliaryKind, defineControlPlane, defineInfraMachine, Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { schemaDifferences } from "../../src/installed/schema-differences.ts";

const text: StructuralSchema = { type: "string" };
const objectOf = (properties: Record<string, StructuralSchema>, more: object = {}): StructuralSchema => ({
  type: "object",
  properties,
  ...more,
});

/** The restrictions of the installed schema at a field: level, path, field and actual value. */
function found(defined: StructuralSchema, installed: StructuralSchema, field = "spec"): unknown[] {
  const all = schemaDifferences(defined, installed, { path: "root", field });
  return all.map((difference) => [difference.level, difference.path, difference.field, difference.actual]);
}

describe("the type of an installed schema", () => {
  const any: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };
  const intOrString: StructuralSchema = { "x-kubernetes-int-or-string": true };

  test.each<[string, StructuralSchema, StructuralSchema]>([
    ["the same", text, text],
    ["any, for a string", text, any],
    ["any, for any", any, any],
    ["a number, for an integer", { type: "integer" }, { type: "number" }],
    ["an integer or a string, for an integer", { type: "integer" }, intOrString],
    ["an integer or a string, for a string", text, intOrString],
  ])("is enough if it is %s", (_what, defined, installed) => {
    expect(found(defined, installed)).toEqual([]);
  });

  test.each<[string, StructuralSchema, StructuralSchema, string]>([
    ["a string, for an integer", { type: "integer" }, text, "string"],
    ["an integer, for a number", { type: "number" }, { type: "integer" }, "integer"],
    ["a number, for a string", text, { type: "number" }, "number"],
    ["an integer or a string, for a boolean", { type: "boolean" }, intOrString, "int-or-string"],
    ["a string, for an integer or a string", intOrString, text, "string"],
    ["a string, for any", any, text, "string"],
  ])("is a fault if it is %s", (_what, defined, installed, actual) => {
    expect(found(defined, installed)).toEqual([["MUST", "root.type", "spec", actual]]);
  });
});

describe("the fields of an installed schema", () => {
  const defined = objectOf({ size: text });

  test("may be required without a declaration", () => {
    const required = objectOf({ size: text }, { required: ["size"] });
    const missing = ["MUST", "root.properties.size", "spec.size", undefined];
    expect(found(required, { type: "object" })).toEqual([missing]);
    expect(found(objectOf({ size: text }), { type: "object", required: ["size"] })).toEqual([
      ["SHOULD", "root.required", "spec", "required"],
      missing,
    ]);
  });

  test("must exist, because the server otherwise drops the value", () => {
    expect(found(defined, objectOf({}))).toEqual([["MUST", "root.properties.size", "spec.size", undefined]]);
    expect(found(defined, { type: "object" })).toEqual([["MUST", "root.properties.size", "spec.size", undefined]]);
    expect(found(objectOf({ spec: text }), objectOf({}), "")).toEqual([
      ["MUST", "root.properties.spec", "spec", undefined],
    ]);
  });

  test("are compared one by one, also below items", () => {
    const installed = objectOf({ size: { type: "integer" } });
    const fault = ["MUST", "root.properties.size.type", "spec.size", "integer"];
    expect(found(defined, installed)).toEqual([fault]);
    expect(found({ type: "array", items: defined }, { type: "array", items: installed })).toEqual([
      ["MUST", "root.items.properties.size.type", "spec[].size", "integer"],
    ]);
    expect(found({ type: "array", items: defined }, { type: "array" })).toEqual([]);
    expect(found({ type: "array" }, { type: "array", items: installed })).toEqual([]);
  });

  test("may include additional fields", () => {
    expect(found(defined, objectOf({ size: text, color: text }))).toEqual([]);
    expect(found({ type: "object" }, defined)).toEqual([]);
  });

  test("may be preserved without a declaration", () => {
    expect(found(defined, { type: "object", "x-kubernetes-preserve-unknown-fields": true })).toEqual([]);
    expect(found(defined, { type: "object", additionalProperties: true } as never)).toEqual([]);
    expect(found(defined, { type: "object", additionalProperties: text })).toEqual([]);
    expect(found(defined, { type: "object", additionalProperties: { type: "integer" } })).toEqual([
      ["MUST", "root.properties.size.type", "spec.size", "integer"],
    ]);
  });
});

describe("a map with arbitrary keys", () => {
  const map: StructuralSchema = { type: "object", additionalProperties: text };
  const fault = ["MUST", "root", "spec", "certain properties only"];

  test("requires an installed map with arbitrary keys and compatible values", () => {
    expect(found(map, map)).toEqual([]);
    expect(found(map, { type: "object", "x-kubernetes-preserve-unknown-fields": true })).toEqual([]);
    expect(found(map, { type: "object", additionalProperties: true } as never)).toEqual([]);
    expect(found(map, objectOf({ a: text }))).toEqual([fault]);
    expect(found(map, { type: "object", additionalProperties: { type: "boolean" } })).toEqual([
      ["MUST", "root.additionalProperties.type", "spec{}", "boolean"],
    ]);
  });

  test("with arbitrary content requires an installed schema that preserves it", () => {
    const content: StructuralSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    expect(found(content, content)).toEqual([]);
    expect(found(content, objectOf({ a: text }))).toEqual([fault]);
    expect(found(content, map)).toEqual([fault]);
  });
});

describe("values that the definition allows and the installed schema refuses", () => {
  const small: StructuralSchema = { type: "string", enum: ["small"] };
  const both: StructuralSchema = { type: "string", enum: ["small", "large"] };

  test("are the missing enum values", () => {
    expect(found(both, small)).toEqual([["SHOULD", "root.enum", "spec", ["small"]]]);
    expect(found(text, small)).toEqual([["SHOULD", "root.enum", "spec", ["small"]]]);
    expect(found(small, both)).toEqual([]);
    expect(found(both, both)).toEqual([]);
    expect(found(both, text)).toEqual([]);
    const [difference] = schemaDifferences(both, { ...small, enum: ["tiny"] }, { path: "root", field: "spec" });
    expect(difference?.expected).toBe("small, large among the values");
    const [anyValue] = schemaDifferences(text, small, { path: "root", field: "spec" });
    expect(anyValue?.expected).toBe("any value");
  });

  test("include null, if the definition allows null", () => {
    const nullable: StructuralSchema = { ...text, nullable: true };
    expect(found(nullable, text)).toEqual([["SHOULD", "root.nullable", "spec", undefined]]);
    expect(found(nullable, { ...text, nullable: false })).toEqual([["SHOULD", "root.nullable", "spec", false]]);
    expect(found(nullable, nullable)).toEqual([]);
    expect(found(text, nullable)).toEqual([]);
  });

  test("include an object without a field that is required there and has no default", () => {
    const optional = objectOf({ size: text });
    expect(found(optional, objectOf({ size: text }, { required: ["size"] }))).toEqual([
      ["SHOULD", "root.required", "spec", "required"],
    ]);
    expect(found(optional, objectOf({ size: text, color: text }, { required: ["color"] }))).toEqual([
      ["SHOULD", "root.required", "spec", "required"],
    ]);
    expect(found(optional, objectOf({ size: { ...text, default: "s" } }, { required: ["size"] }))).toEqual([]);
    const required = objectOf({ size: text }, { required: ["size"] });
    expect(found(required, required)).toEqual([]);
  });

  test("must not exist in status, because a refused value would lose the whole write", () => {
    expect(found(both, small, "status.power")).toEqual([["MUST", "root.enum", "status.power", ["small"]]]);
    expect(found({ ...text, nullable: true }, text, "status")).toEqual([
      ["MUST", "root.nullable", "status", undefined],
    ]);
    expect(found(both, small, "spec.status")).toEqual([["SHOULD", "root.enum", "spec.status", ["small"]]]);
  });
});

test("a value that the provider relies on must be required or have a default", () => {
  const defined = objectOf({ size: text }, { required: ["size"] });
  const fault = ["SHOULD", "root.required", "spec", "optional"];
  expect(found(defined, objectOf({ size: text }))).toEqual([fault]);
  expect(found(defined, objectOf({ size: text }), "status")).toEqual([
    ["SHOULD", "root.required", "status", "optional"],
  ]);
  expect(found(defined, objectOf({ size: { ...text, default: "s" } }))).toEqual([]);
  // A missing field is reported only as missing.
  expect(found(defined, objectOf({}))).toEqual([["MUST", "root.properties.size", "spec.size", undefined]]);
});

describe("an installed CRD", () => {
  const spec = Type.Object({ size: Type.Optional(Type.String()) });
  const own = { contract: "v1beta2", spec } as const;
  const of = (definition: Parameters<typeof compareInstalled>[0], change: (crd: CustomResourceDefinition) => void) => {
    const copies = definition.crds.map((crd) => structuredClone(crd));
    const [crd] = copies;
    if (crd !== undefined) change(crd);
    return compareInstalled(definition, copies).map(({ rule, level, path }) => ({ rule, level, path }));
  };
  const machine = (versions: object = { v1: own }, more: object = {}) =>
    defineInfraMachine({ kind: "FooMachine", versions: versions as { v1: typeof own }, ...more });
  const label = (contract: string) => `metadata.labels['cluster.x-k8s.io/${contract}']`;

  test("is valid with the names of the definition, accepted or pending", () => {
    const conditions = (status: "True" | "False") => (crd: CustomResourceDefinition) => {
      crd.status = { conditions: [{ type: "NamesAccepted", status }] };
    };
    expect(of(machine(), conditions("True"))).toEqual([]);
    expect(of(machine(), conditions("False"))).toEqual([
      { rule: "AR-001", level: "MUST", path: "status.conditions[type=NamesAccepted]" },
    ]);
    expect(of(machine(), (crd) => (crd.status = { conditions: [{ type: "Established", status: "False" }] }))).toEqual(
      [],
    );
    expect(of(machine(), (crd) => (crd.status = {}))).toEqual([]);
  });

  test("without a served version is reported, with a higher level for the stored version", () => {
    const definition = machine({ v1: own, v2: own, v3: { ...own, served: false } }, { storage: "v2" });
    const without = (name: string) => (crd: CustomResourceDefinition) => {
      crd.spec.versions = crd.spec.versions.filter((version) => version.name !== name);
    };
    expect(of(definition, without("v1"))).toContainEqual({ rule: "AR-009", level: "SHOULD", path: "spec.versions" });
    expect(of(definition, without("v2"))).toContainEqual({ rule: "AR-009", level: "MUST", path: "spec.versions" });
    expect(of(definition, without("v3")).filter(({ rule }) => rule === "AR-009")).toEqual([]);
    const unserved = (name: string) => (crd: CustomResourceDefinition) => {
      for (const version of crd.spec.versions) if (version.name === name) version.served = false;
    };
    expect(of(definition, unserved("v1"))).toContainEqual({
      rule: "AR-010",
      level: "SHOULD",
      path: "spec.versions[0].served",
    });
    expect(of(definition, unserved("v2"))).toContainEqual({
      rule: "AR-010",
      level: "MUST",
      path: "spec.versions[1].served",
    });
  });

  test("with another storage version must have the fields of the provider's storage version", () => {
    const definition = machine({ v1: own, v2: own }, { storage: "v2" });
    const storesFirst = (crd: CustomResourceDefinition) => {
      for (const version of crd.spec.versions) version.storage = version.name === "v1";
    };
    expect(of(definition, storesFirst)).toEqual([{ rule: "AR-017", level: "SHOULD", path: "spec.versions" }]);
    const andLacks = (crd: CustomResourceDefinition) => {
      storesFirst(crd);
      delete crd.spec.versions[0]?.schema.openAPIV3Schema.properties?.spec?.properties?.size;
    };
    expect(of(definition, andLacks)).toContainEqual({
      rule: "schema",
      level: "MUST",
      path: "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size",
    });
  });

  test("with differing versions must have the conversion webhook", () => {
    const versions = { v1beta1: { contract: "v1beta1", spec }, v1beta2: own };
    const definition = machine(versions, { storage: "v1beta2" });
    expect(of(definition, () => undefined)).toEqual([]);
    const unconverted = (crd: CustomResourceDefinition) => (crd.spec.conversion = { strategy: "None" });
    expect(of(definition, unconverted)).toContainEqual({
      rule: "AR-020",
      level: "SHOULD",
      path: "spec.conversion.strategy",
    });
    expect(of(definition, (crd) => delete crd.spec.conversion)).toContainEqual({
      rule: "AR-020",
      level: "SHOULD",
      path: "spec.conversion.strategy",
    });
  });

  test("has contract labels only for versions that the provider knows", () => {
    const relabeled = (labels: Record<string, string>) => (crd: CustomResourceDefinition) =>
      (crd.metadata.labels = labels);
    const definition = machine({ v1: own, v2: own }, { storage: "v2" });
    const contract = "cluster.x-k8s.io/v1beta2";
    expect(of(definition, relabeled({ [contract]: "v1_v2" }))).toEqual([]);
    expect(of(definition, relabeled({ [contract]: "v1" })).filter(({ rule }) => rule === "AR-011")).toEqual([]);
    const withNewer = (crd: CustomResourceDefinition) => {
      relabeled({ [contract]: "v1_v3" })(crd);
      crd.spec.versions.push(...crd.spec.versions.slice(0, 1).map((version) => ({ ...version, name: "v3" })));
    };
    expect(of(definition, withNewer)).toEqual([{ rule: "AR-011", level: "SHOULD", path: label("v1beta2") }]);
    expect(of(definition, relabeled({})).map(({ rule }) => rule)).toContain("AR-006");
    // Core reads the newest contract that it knows, and reads the status by that contract.
    const both = of(definition, relabeled({ [contract]: "v1_v2", "cluster.x-k8s.io/v1beta1": "v1" }));
    expect(both.map(({ rule }) => rule)).not.toContain("AR-012");
    expect(of(definition, relabeled({ "cluster.x-k8s.io/v1beta1": "v1" }))).toContainEqual({
      rule: "AR-012",
      level: "MUST",
      path: label("v1beta1"),
    });
  });

  test("of a kind that core does not know violates no contract rule", () => {
    const definition = defineAuxiliaryKind({ kind: "FooNetwork", versions: { v1: { spec } } });
    expect(compareInstalled(definition, ["unread"])).toEqual([]);
    expect(compareInstalled(definition, [undefined])).toMatchObject([
      { rule: "auxiliary", level: "MUST", path: "metadata.name" },
    ]);
    expect(of(definition, () => undefined)).toEqual([]);
    expect(of(definition, (crd) => (crd.spec.scope = "Cluster"))).toEqual([
      { rule: "auxiliary", level: "MUST", path: "spec.scope" },
    ]);
    const lacks = (crd: CustomResourceDefinition) => {
      delete crd.spec.versions[0]?.schema.openAPIV3Schema.properties?.spec?.properties?.size;
    };
    const path = "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size";
    expect(of(definition, lacks)).toEqual([{ rule: "schema", level: "MUST", path: path }]);
  });

  test("of such a kind is compared with its definition in all fields that the contract covers for others", () => {
    const conversion = { toStorage: (fields: object) => fields, fromStorage: (fields: object) => fields };
    const other = Type.Object({ size: Type.Optional(Type.Integer()) });
    const definition = defineAuxiliaryKind({
      kind: "FooNetwork",
      storage: "v2",
      versions: { v1: { spec: other }, v2: { spec } },
      conversions: { v1: { spec: conversion } },
    });
    const changed = (change: (parts: CustomResourceDefinition["spec"]) => unknown) =>
      of(definition, (crd) => void change(crd.spec));
    expect(changed(() => undefined)).toEqual([]);
    expect(changed((parts) => (parts.names.plural = "foonets"))).toEqual([
      { rule: "auxiliary", level: "MUST", path: "spec.names.plural" },
    ]);
    expect(changed((parts) => (parts.group = "example.com"))).toEqual([
      { rule: "auxiliary", level: "MUST", path: "spec.group" },
    ]);
    expect(
      changed((parts) => {
        parts.versions.forEach((version) => (version.served = false));
      }),
    ).toEqual([
      { rule: "auxiliary", level: "SHOULD", path: "spec.versions[0].served" },
      { rule: "auxiliary", level: "MUST", path: "spec.versions[1].served" },
    ]);
    const strategy = { rule: "auxiliary", level: "SHOULD", path: "spec.conversion.strategy" };
    expect(changed((parts) => (parts.conversion = { strategy: "None" }))).toEqual([strategy]);
    expect(changed((parts) => delete parts.conversion)).toEqual([strategy]);
    expect(
      changed((parts) => {
        parts.versions.forEach((each) => (each.storage = each.name === "v1"));
      }),
    ).toEqual([{ rule: "auxiliary", level: "SHOULD", path: "spec.versions" }]);
    const schemaless = changed((parts) => {
      parts.versions.forEach((version) => delete (version as { schema?: object }).schema);
    });
    const fields = Object.keys(definition.crds[0]?.spec.versions[0]?.schema.openAPIV3Schema.properties ?? {});
    expect(fields).toEqual(expect.arrayContaining(["spec", "status"]));
    expect(schemaless).toEqual(
      [0, 1].flatMap((index) =>
        fields.map((field) => ({
          rule: "schema",
          level: "MUST",
          path: `spec.versions[${index}].schema.openAPIV3Schema.properties.${field}`,
        })),
      ),
    );
  });

  test("is reported with its actual values", () => {
    const { crds } = machine();
    const [crd] = crds.map((each) => structuredClone(each));
    if (crd === undefined) throw new Error("a definition has a CRD");
    const actual = (change: () => unknown) => {
      change();
      return compareInstalled(machine(), [crd, ...crds.slice(1)]).map((found) => found.actual);
    };
    expect(
      actual(() => (crd.status = { conditions: [{ type: "NamesAccepted", status: "False", message: "taken" }] })),
    ).toEqual(["taken"]);
    expect(actual(() => (crd.status = { conditions: [{ type: "NamesAccepted", status: "False" }] }))).toEqual([
      "False",
    ]);
    const versions = { v1beta1: { contract: "v1beta1", spec }, v1beta2: own };
    const converted = machine(versions, { storage: "v1beta2" });
    const strategies = ["None" as const, undefined].map((strategy) => {
      const [first, ...others] = converted.crds.map((each) => structuredClone(each));
      if (first === undefined) throw new Error("a definition has a CRD");
      if (strategy === undefined) delete first.spec.conversion;
      else first.spec.conversion = { strategy };
      const all = compareInstalled(converted, [first, ...others]);
      return all.filter(({ path }) => path === "spec.conversion.strategy").map((each) => [each.expected, each.actual]);
    });
    expect(strategies).toEqual([[["Webhook", "None"]], [["Webhook", "None"]]]);
  });

  test("should have the labels of all contracts in the definition, even if core needs only one", () => {
    const definition = machine({ v1: { contract: ["v1beta1", "v1beta2"], spec } });
    const copies = definition.crds.map((crd) => structuredClone(crd));
    for (const { metadata } of copies) metadata.labels = { "cluster.x-k8s.io/v1beta2": "v1" };
    const ofLabels = compareInstalled(definition, copies).filter(({ path }) => path === label("v1beta1"));
    const found = ofLabels.map(({ rule, level, expected, actual }) => ({ rule, level, expected, actual }));
    expect(found).toEqual([
      { rule: "AR-006", level: "SHOULD", expected: "v1", actual: undefined },
      { rule: "AR-007", level: "SHOULD", expected: "v1", actual: undefined },
    ]);
  });

  test("may have the label of an older contract, which a clusterctl upgrade leaves, with the one that core reads", () => {
    const definition = machine({ v2: own });
    const leave = (labels: Record<string, string>) => (crd: CustomResourceDefinition) => {
      crd.metadata.labels = labels;
    };
    const both = { "cluster.x-k8s.io/v1beta1": "v1", "cluster.x-k8s.io/v1beta2": "v2" };
    expect(of(definition, leave(both))).toEqual([{ rule: "AR-009", level: "SHOULD", path: label("v1beta1") }]);
    expect(of(definition, leave({ "cluster.x-k8s.io/v1beta1": "v1" })).map(({ level }) => level)).toContain("MUST");
    // but not the label of a newer one, which core would read
    const levels = of(machine({ v1: { contract: "v1beta1", spec } }), leave(both)).map(({ level }) => level);
    expect(levels).toContain("MUST");
    // nor a wrong label of the contract that core reads
    const read = leave({ "cluster.x-k8s.io/v1beta1": "v0", "cluster.x-k8s.io/v1beta2": "v1" });
    const ofRead = of(machine({ v1: { contract: "v1beta1", spec } }), read).filter(
      ({ path }) => path === label("v1beta1"),
    );
    expect(ofRead.map(({ level }) => level)).toEqual(["MUST"]);
  });

  test("of a Template follows the rules for Templates, with any kind and group", () => {
    const definition = machine({ v1: own }, { kind: "FooThing", group: "example.com" });
    const [crd, template] = definition.crds.map((each) => structuredClone(each));
    delete template?.spec.versions[0]?.schema.openAPIV3Schema.properties?.spec?.properties?.template;
    const found = compareInstalled(definition, [crd, template]).map(({ rule, level, path }) => ({ rule, level, path }));
    const path = "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.template.properties.spec";
    expect(found).toContainEqual({ rule: "BT-004", level: "SHOULD", path });
  });

  test("without a field of an option that the contract requires is reported once, by the contract rule", () => {
    const definition = defineControlPlane({
      kind: "FooControlPlane",
      machines: true,
      versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
    });
    const lacks = (crd: CustomResourceDefinition) => {
      const { properties } = crd.spec.versions[0]?.schema.openAPIV3Schema.properties?.spec ?? {};
      delete properties?.machineTemplate?.properties?.metadata;
    };
    const path =
      "spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.machineTemplate.properties.metadata";
    expect(of(definition, lacks)).toEqual([{ rule: "CP-006", level: "MUST", path }]);
  });

  test("may have no category", () => {
    const uncategorized = (crd: CustomResourceDefinition) => {
      delete crd.spec.names.categories;
    };
    expect(of(machine({ v1: { contract: "v1beta2", spec } }), uncategorized)).toEqual([]);
  });

  test("must have its labels on its Template, too, by a separate rule", () => {
    const definition = machine();
    const copies = definition.crds.map((crd) => structuredClone(crd));
    for (const crd of copies) delete crd.metadata.labels;
    const found = compareInstalled(definition, copies).map(({ rule, path }) => ({ rule, path }));
    expect(found).toEqual([
      { rule: "AR-006", path: label("v1beta2") },
      { rule: "AR-007", path: label("v1beta2") },
    ]);
  });
});
