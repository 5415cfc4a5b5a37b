import {
  contractFields,
  type CRDOptions,
  type CRDVersionOptions,
  customResourceDefinition,
  isSchemaNotStructural,
  otherContractStatusFields,
  SchemaNotStructural,
  templateCustomResourceDefinition,
} from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import Type from "typebox";
import { describe, expect, test } from "vitest";
import { structuralSchema } from "../src/schema/structural-schema.ts";
import { failureFields } from "../src/roles/failure-fields.ts";

const open = Type.Object({ size: Type.Optional(Type.String()) });
const closed = Type.Object({ size: Type.String() });

function crdWith(version: Partial<CRDVersionOptions> = {}, options: Partial<CRDOptions> = {}) {
  return customResourceDefinition({
    ...{ group: "example.com", kind: "FooMachine", versions: [{ name: "v1", ...version }] },
    ...options,
  });
}

const root = {
  type: "object",
  description: "FooMachine in version v1.",
  properties: {
    apiVersion: { type: "string", description: "API version of this object." },
    kind: { type: "string", description: "Kind of this object." },
    metadata: { type: "object" },
  },
};
const size = { type: "object", properties: { size: { type: "string" } } };

describe("a CRD", () => {
  test("has these defaults", () => {
    expect(crdWith()).toStrictEqual({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "foomachines.example.com", labels: {} },
      spec: {
        group: "example.com",
        names: {
          ...{ kind: "FooMachine", listKind: "FooMachineList", plural: "foomachines", singular: "foomachine" },
          categories: ["cluster-api"],
        },
        scope: "Namespaced",
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: root } }],
        conversion: { strategy: "None" },
      },
    });
  });

  test("has the values of its options", () => {
    const crd = crdWith(
      {},
      {
        ...{ plural: "foos", shortNames: ["f"], categories: ["all"], scope: "Cluster" },
        ...{ labels: { a: "b" }, annotations: { c: "d" } },
      },
    );
    expect(crd.metadata).toStrictEqual({ name: "foos.example.com", labels: { a: "b" }, annotations: { c: "d" } });
    expect(crd.spec.scope).toBe("Cluster");
    expect(crd.spec.names).toMatchObject({ plural: "foos", shortNames: ["f"], categories: ["all"] });
  });
});

describe("a version", () => {
  const versionOf = (options: Partial<CRDVersionOptions>) => crdWith(options).spec.versions[0];

  test("has the values of its options", () => {
    const column = { name: "Size", type: "string", jsonPath: ".spec.size", description: "Size" } as const;
    const scale = { specReplicasPath: ".spec.a", statusReplicasPath: ".status.a" };
    expect(
      versionOf({
        ...{ served: false, deprecated: true, deprecationWarning: "old", description: "A machine." },
        ...{ spec: open, status: open, scale, printerColumns: [column] },
      }),
    ).toStrictEqual({
      ...{ name: "v1", served: false, storage: true, deprecated: true, deprecationWarning: "old" },
      schema: {
        openAPIV3Schema: {
          ...{ type: "object", description: "A machine." },
          properties: { ...root.properties, spec: size, status: size },
        },
      },
      subresources: { status: {}, scale },
      additionalPrinterColumns: [column],
    });
  });

  test("requires a spec if the spec has required fields, or if its options require it", () => {
    const requiredIn = (options: Partial<CRDVersionOptions>) => versionOf(options)?.schema.openAPIV3Schema.required;
    expect(requiredIn({ spec: open })).toBeUndefined();
    expect(requiredIn({ spec: closed })).toEqual(["spec"]);
    expect(requiredIn({ spec: open, specRequired: true })).toEqual(["spec"]);
    expect(requiredIn({ spec: closed, specRequired: false })).toBeUndefined();
    expect(requiredIn({ specRequired: true })).toBeUndefined();
  });

  test("that is not structural is an error that names the section", () => {
    const tuple = Type.Object({ x: Type.Tuple([Type.String()]) });
    for (const section of ["spec", "status"] as const) {
      expect(() => versionOf({ [section]: tuple })).toThrow(SchemaNotStructural);
      expect(() => versionOf({ [section]: tuple })).toThrow(`at ${section}.x `);
    }
  });

  test("is stored if it is the newest or selected", () => {
    const stored = (...versions: CRDVersionOptions[]) =>
      crdWith({}, { versions }).spec.versions.flatMap(({ name, storage }) => (storage ? [name] : []));
    expect(stored({ name: "v1" }, { name: "v1beta1" })).toEqual(["v1"]);
    expect(stored({ name: "v1" }, { name: "v1beta1", storage: true })).toEqual(["v1beta1"]);
    expect(stored({ name: "v1", storage: false }, { name: "v1beta1" })).toEqual(["v1"]);
    const message = "FooMachine needs exactly one storage version, and at least one version (AR-017).";
    expect(() => stored()).toThrow(new ArgumentError(message));
    expect(() => stored({ name: "v1", storage: true }, { name: "v2", storage: true })).toThrow(
      new ArgumentError(message),
    );
  });

  test("is in the label of its contract if it is served", () => {
    const labels = (...versions: CRDVersionOptions[]) =>
      Object.entries(crdWith({}, { versions }).metadata.labels ?? {});
    expect(
      labels(
        { name: "v2", contract: "v1beta2" },
        { name: "v1", contract: ["v1beta1", "v1beta2"] },
        { name: "v1alpha1", contract: "v1beta1", served: false },
        { name: "v1beta1" },
      ),
    ).toEqual([
      ["cluster.x-k8s.io/v1beta1", "v1"],
      ["cluster.x-k8s.io/v1beta2", "v1_v2"],
    ]);
  });
});

describe("a CRD of templates", () => {
  const templateOf = (spec: object, contract: NonNullable<CRDVersionOptions["contract"]>) => {
    const versions = [{ name: "v1", spec: spec as typeof open, contract }];
    const crd = templateCustomResourceDefinition({ group: "example.com", kind: "Foo", versions }).spec;
    const schema = crd.versions[0]?.schema.openAPIV3Schema;
    return {
      kind: crd.names.kind,
      required: schema?.required,
      template: schema?.properties?.spec?.properties?.template,
    };
  };
  const optionalSpec = Type.Object({ size: Type.Optional(Type.String()) }, { default: undefined });

  test("has a required template with a required spec", () => {
    const { kind, required, template } = templateOf(open, "v1beta2");
    expect(kind).toBe("FooTemplate");
    expect(required).toEqual(["spec"]);
    expect(template).toMatchObject({
      description: "The object to create.",
      required: ["spec"],
      properties: { spec: size },
    });
    expect(template).not.toHaveProperty("minProperties");
    expect(template?.properties?.metadata).toMatchObject({ minProperties: 1 });
  });

  test.each(["v1beta2", ["v1beta1", "v1beta2"]] as const)(
    "an optional spec makes empty objects invalid under %j",
    (contract) => {
      const { required, template } = templateOf(optionalSpec, contract);
      expect(required).toBeUndefined();
      expect(template).toMatchObject({ minProperties: 1, properties: { metadata: { minProperties: 1 } } });
      expect(template).not.toHaveProperty("required");
    },
  );

  test("under v1beta1, metadata and template may be empty", () => {
    const { required, template } = templateOf(optionalSpec, "v1beta1");
    expect(required).toBeUndefined();
    expect(template).not.toHaveProperty("minProperties");
    expect(template).not.toHaveProperty("required");
    expect(template?.properties?.metadata).not.toHaveProperty("minProperties");
  });

  test("a spec with a default is not optional", () => {
    const { required } = templateOf(Type.Object({}, { default: {} }), "v1beta2");
    expect(required).toEqual(["spec"]);
  });
});

describe("the contract's fields of a version", () => {
  const names = (fields: object) => Object.keys(fields).toSorted();

  test("are those of its newest contract in spec, and of all its contracts in status", () => {
    expect(names(contractFields("InfraMachine", ["v1beta2"], "spec"))).toEqual(["providerID"]);
    expect(names(contractFields("InfraMachine", ["v1beta1"], "spec"))).toEqual(["failureDomain", "providerID"]);
    expect(names(contractFields("InfraMachine", ["v1beta2", "v1beta1"], "spec"))).toEqual(["providerID"]);
    expect(names(contractFields("InfraMachine", ["v1beta2"], "status"))).toEqual(
      ["addresses", "conditions", "failureDomain", "initialization"].toSorted(),
    );
    expect(names(contractFields("InfraMachine", ["v1beta2", "v1beta1"], "status"))).toEqual(
      [
        "addresses",
        "conditions",
        "failureDomain",
        "failureMessage",
        "failureReason",
        "initialization",
        "ready",
      ].toSorted(),
    );
  });

  test("use the newest contract's form for a name of two contracts", () => {
    const { conditions } = contractFields("InfraMachine", ["v1beta2", "v1beta1"], "status");
    expect(conditions).toEqual(contractFields("InfraMachine", ["v1beta2"], "status").conditions);
  });

  test("are nested in objects that must not be empty", () => {
    const schema = structuralSchema(Type.Object(contractFields("InfraMachinePool", ["v1beta2"], "status")));
    expect(schema.required).toBeUndefined();
    expect(schema.properties?.initialization).toEqual({
      ...{ type: "object", minProperties: 1, description: "Steps of the initial provisioning that have completed." },
      properties: {
        provisioned: { type: "boolean", description: "The pool's machines are provisioned; never reset." },
      },
    });
    expect(schema.properties?.ready).toEqual(schema.properties?.initialization?.properties?.provisioned);
  });

  test("depend on options", () => {
    const spec = (...options: string[]) => names(contractFields("ControlPlane", ["v1beta2"], "spec", new Set(options)));
    expect(spec()).toEqual(["controlPlaneEndpoint", "version"]);
    expect(spec("replicas")).toEqual(["controlPlaneEndpoint", "replicas", "version"]);
  });

  test("include fields of the other contract's status that cannot be converted", () => {
    const older = structuralSchema(Type.Object(otherContractStatusFields("InfraMachine", "v1beta1")));
    expect(older.properties?.v1beta2).toMatchObject({ type: "object", description: "Status in the form of v1beta2." });
    expect(Object.keys(older.properties?.v1beta2?.properties ?? {})).toEqual(["conditions"]);
    const newer = structuralSchema(Type.Object(otherContractStatusFields("InfraMachine", "v1beta2")));
    expect(Object.keys(newer.properties ?? {})).toEqual(["deprecated"]);
    const kept = newer.properties?.deprecated?.properties?.v1beta1?.properties ?? {};
    expect(names(kept)).toEqual(["conditions", "failureMessage", "failureReason"]);
  });

  test("include two fields for a terminal failure in v1beta1, which v1beta2 replaces", () => {
    const rules = { reason: "BC-007", message: "BC-008", lasting: "BC-009", ended: "BC-010" } as const;
    const ended = { ended: "a condition in its place" };
    expect(failureFields(rules)).toMatchObject({
      failureReason: {
        v1beta1: { path: "status.failureReason", rule: "BC-007", schema: { type: "string" } },
        v1beta2: { path: "status.failureReason", rule: "BC-010", schema: { type: "string" }, ...ended },
        lasting: { rule: "BC-009", why: "a terminal failure is never cleared", inNewestOnly: true },
        convertedApart: true,
      },
      failureMessage: {
        v1beta1: { path: "status.failureMessage", rule: "BC-008", schema: { maxLength: 10240 } },
        v1beta2: { path: "status.failureMessage", rule: "BC-010", ...ended },
        convertedApart: true,
      },
    });
    const reasonSchema = Type.String({ maxLength: 9 });
    const { failureReason } = failureFields({ ...rules, reasonSchema });
    expect([failureReason.v1beta1.schema, failureReason.v1beta2.schema]).toEqual([reasonSchema, reasonSchema]);
  });
});

test("a schema that is not structural is an error that names the path", () => {
  const at = (path: string) => new SchemaNotStructural(path, "it is odd");
  expect(at("spec.x")).toMatchObject({
    path: "spec.x",
    message: "The schema at spec.x cannot be part of a CRD: it is odd.",
  });
  expect(at("")).toMatchObject({ path: "", message: "The schema at its root cannot be part of a CRD: it is odd." });
  expect(isSchemaNotStructural(at(""))).toBe(true);
  expect(isSchemaNotStructural(new ArgumentError("a"))).toBe(false);
});
