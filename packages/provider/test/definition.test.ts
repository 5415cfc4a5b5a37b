import { defineBootstrapConfig, defineInfraMachine, DefinitionError, Type } from "@capstan/provider";
import { describe, expect, test, vi } from "vitest";
import { HelloMachine } from "./hello-machine.ts";

describe("a definition", () => {
  test("creates kind, Template and CRDs from one schema", () => {
    expect(HelloMachine.kind).toMatchObject({
      group: "infrastructure.cluster.x-k8s.io",
      version: "v1beta2",
      kind: "HelloMachine",
      plural: "hellomachines",
      namespaced: true,
    });
    expect(HelloMachine.templateKind).toMatchObject({ kind: "HelloMachineTemplate", plural: "hellomachinetemplates" });
    expect(HelloMachine.crds.map(({ metadata }) => [metadata.name, metadata.labels])).toEqual([
      ["hellomachines.infrastructure.cluster.x-k8s.io", { "cluster.x-k8s.io/v1beta2": "v1beta2" }],
      ["hellomachinetemplates.infrastructure.cluster.x-k8s.io", { "cluster.x-k8s.io/v1beta2": "v1beta2" }],
    ]);
  });

  test("adds the contract fields to the schema, but not to the Template (BT-004)", () => {
    const [main, template] = HelloMachine.crds.map(({ spec }) => spec.versions[0]?.schema.openAPIV3Schema.properties);
    expect(Object.keys(main?.spec?.properties ?? {})).toEqual(["size", "providerID"]);
    expect(Object.keys(main?.status?.properties ?? {}).sort()).toEqual([
      "addresses",
      "conditions",
      "failureDomain",
      "initialization",
      "serverName",
    ]);
    expect(main?.status?.required).toBeUndefined();
    const made = template?.spec?.properties?.template?.properties?.spec;
    expect(Object.keys(made?.properties ?? {})).toEqual(["size"]);
  });

  test("has its author's categories and columns, typed by the schema, where a version has the field", () => {
    const definition = defineInfraMachine({
      kind: "ShownMachine",
      categories: ["shown"],
      columns: [
        { name: "Cpus", path: "spec.cpus", description: "How many." },
        { name: "Since", path: "status.since", wide: true },
        { name: "Fast", path: "spec.disk.fast" },
      ],
      storage: "v1",
      versions: {
        v1alpha1: { contract: "v1beta2", spec: Type.Object({}), served: false },
        v1: {
          contract: "v1beta2",
          spec: Type.Object({ cpus: Type.Integer(), disk: Type.Object({ fast: Type.Boolean() }) }),
          status: Type.Object({ since: Type.String({ format: "date-time" }) }),
        },
      },
    });
    const [crd, template] = definition.crds;
    expect(crd?.spec.names.categories).toEqual(["cluster-api", "shown"]);
    expect(template?.spec.names.categories).toEqual(["cluster-api", "shown"]);
    const own = (index: number) =>
      crd?.spec.versions[index]?.additionalPrinterColumns?.filter(({ name }) =>
        ["Cpus", "Since", "Fast"].includes(name),
      );
    expect(own(0)).toEqual([]);
    expect(own(1)).toEqual([
      { name: "Cpus", type: "integer", jsonPath: ".spec.cpus", description: "How many." },
      { name: "Since", type: "date", jsonPath: ".status.since", priority: 1 },
      { name: "Fast", type: "boolean", jsonPath: ".spec.disk.fast" },
    ]);
  });

  test("uses the storage version for its objects", () => {
    const versions = {
      v1alpha1: { contract: "v1beta2", spec: Type.Object({}) },
      v1beta1: { contract: ["v1beta2"], spec: Type.Object({}) },
    } as const;
    const definition = defineBootstrapConfig({ kind: "TwoConfig", versions, storage: "v1alpha1" });
    expect(definition.kind.version).toBe("v1alpha1");
    expect(definition.crds[0]?.metadata.labels).toEqual({ "cluster.x-k8s.io/v1beta2": "v1alpha1_v1beta1" });
  });

  test("validates objects by schema and contract", () => {
    const apiVersion = "infrastructure.cluster.x-k8s.io/v1beta2";
    const object = { apiVersion, kind: "HelloMachine", metadata: { name: "m1" } };
    expect(HelloMachine.validate(object)).toEqual([]);
    expect(HelloMachine.validate({ ...object, spec: { size: "huge" } })).toContainEqual(
      expect.objectContaining({
        rule: "schema",
        path: "spec.size",
        expected: "one of small, large",
        actual: "huge",
        source: "schema of HelloMachine",
      }),
    );
    const conditions = [{ type: "Ready", status: "True" }];
    expect(HelloMachine.validate({ ...object, status: { conditions } })).toContainEqual(
      expect.objectContaining({ rule: "schema", path: "status.conditions[0].reason", expected: "a value" }),
    );
    expect(HelloMachine.validate({ ...object, status: { initialization: { provisioned: "true" } } })).toContainEqual(
      expect.objectContaining({ rule: "IM-014", path: "status.initialization.provisioned", actual: "true" }),
    );
    expect(HelloMachine.validate({ ...object, kind: "Other" })).toHaveLength(1);
  });

  test("compiles the paths of a schema once, for the first object that has them", () => {
    const spec = Type.Object({ count: Type.Integer({ minimum: 1 }) });
    const definition = defineInfraMachine({ kind: "CountMachine", versions: { v1: { contract: "v1beta2", spec } } });
    // ajv compiles each path to one function.
    const compiled = vi.fn();
    const count = (code: FunctionConstructor, given: string[]): object => {
      compiled();
      return new code(...given);
    };
    vi.stubGlobal("Function", new Proxy(Function, { construct: count }));
    try {
      const { group, version, kind } = definition.kind;
      let first: number | undefined;
      for (let number = 0; number < 50; number++) {
        const object = { apiVersion: `${group}/${version}`, kind, metadata: { name: "m" }, spec: { count: number } };
        expect(definition.validate(object)).toHaveLength(number === 0 ? 1 : 0);
        first ??= compiled.mock.calls.length;
      }
      expect(first).toBeGreaterThan(0);
      expect(compiled).toHaveBeenCalledTimes(first ?? 0);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test.each([
    [
      "a kind that is a Template",
      { kind: "FooTemplate", versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } } },
    ],
    ["a kind in lower case", { kind: "foo", versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } } }],
    [
      "a version Kubernetes does not know",
      { kind: "Foo", versions: { one: { contract: "v1beta2", spec: Type.Object({}) } } },
    ],
    ["no versions", { kind: "Foo", versions: {} }],
    [
      "a storage version that is not served",
      { kind: "Foo", versions: { v1: { contract: "v1beta2", spec: Type.Object({}), served: false } } },
    ],
  ] as const)("refuses %s", (_, options) => {
    expect(() => defineInfraMachine(options)).toThrow(DefinitionError);
  });

  test("refuses several versions without a storage version", () => {
    const versions = {
      v1alpha1: { contract: "v1beta1", spec: Type.Object({}) },
      v1: { contract: "v1beta2", spec: Type.Object({}) },
    } as const;
    expect(() => defineInfraMachine({ kind: "Foo", versions })).toThrow(/storage version/);
  });
});
