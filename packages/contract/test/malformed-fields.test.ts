import {
  controllerOf,
  convertContractFields,
  providerStatus,
  readProviderObject,
  reportViolations,
  schemaValidator,
  setCondition,
  type StructuralSchema,
  validateCluster,
  validateMachine,
  violationsOverTime,
} from "@capstan/contract";
import Type from "typebox";
import { describe, expect, test, vi } from "vitest";
import { addressList } from "../src/roles/forms/addresses.ts";
import { otherContractStatusFields } from "../src/roles/derive/schema.ts";
import { endpoint } from "../src/roles/forms/endpoint.ts";
import { domainList } from "../src/roles/forms/failure-domains.ts";
import { jsonTypeOf } from "../src/roles/forms/plain.ts";
import { structuralSchema } from "../src/schema/structural-schema.ts";
import { SchemaNotStructural } from "../src/schema/schema-not-structural.ts";

describe("a partly malformed value", () => {
  test.each([[{ host: 1, port: 1 }], [{ host: "a", port: "1" }], [{ host: "a", port: 1.5 }]])(
    "the endpoint %j is ignored",
    (json) => {
      expect(endpoint.read(json, vi.fn())).toBeUndefined();
    },
  );

  test.each([[7], [null], [["a"]]])("the address %j is omitted and reported", (address) => {
    const report = vi.fn();
    expect(addressList.read([{ type: "Hostname", address }], report)).toEqual([]);
    expect(report.mock.calls).toEqual([["[0].address", expect.any(String), address, "IM-012"]]);
  });

  test("a null failure domain is omitted; one without attributes has none", () => {
    const report = vi.fn();
    expect(domainList.read([null, { name: "a" }], report)).toStrictEqual([{ name: "a", controlPlane: false }]);
    expect(report.mock.calls).toEqual([["[0].name", expect.any(String), undefined]]);
  });

  test("a field of the contract must have a single JSON type outside a list", () => {
    expect(() => jsonTypeOf(Type.Unsafe({ type: ["string"] }))).toThrow('not ["string"]');
  });
});

describe("a provider's report", () => {
  test("omits empty failure domains", () => {
    expect(providerStatus("InfraCluster", "v1beta2", { provisioned: true, failureDomains: [] })).toStrictEqual({
      initialization: { provisioned: true },
    });
  });

  test("keeps a given count, even if it could be computed from others", () => {
    const report = { desiredReplicas: 3, availableReplicas: 1, unavailableReplicas: 1 };
    expect(providerStatus("ControlPlane", "v1beta1", report)).toStrictEqual({ unavailableReplicas: 1 });
  });

  test("has failure domains in the form of the newest contract, regardless of the version", () => {
    const report = { failureDomains: [{ name: "a" }] };
    expect(reportViolations("InfraCluster", "v1beta1", {}, report)).toEqual([]);
    expect(reportViolations("InfraCluster", "v1beta1", {}, { failureDomains: { a: {} } })).toMatchObject([
      { rule: "IC-006", path: "status.failureDomains" },
    ]);
  });

  test("validates a count that the newest contract lacks by the older contract", () => {
    expect(reportViolations("ControlPlane", "v1beta1", {}, { unavailableReplicas: 0 })).toEqual([]);
    expect(reportViolations("ControlPlane", "v1beta1", {}, { unavailableReplicas: -1 })).toMatchObject([
      { rule: "CP-004", path: "status.unavailableReplicas" },
    ]);
  });
});

describe("a reading", () => {
  test("derives no counts from the desired count alone", () => {
    expect(readProviderObject("ControlPlane", { spec: { replicas: 3 } }, "v1beta2")).toStrictEqual({
      initialized: false,
      desiredReplicas: 3,
    });
  });

  test("has only a message for a failure without a reason", () => {
    const status = { failureMessage: "it is" };
    expect(readProviderObject("InfraMachine", { status }, "v1beta1").failure).toStrictEqual({ message: "it is" });
  });

  test("has no controller for an object without owners", () => {
    expect(controllerOf({ metadata: {} })).toBeUndefined();
  });
});

describe("a change over time", () => {
  const both = ["v1beta2", "v1beta1"] as const;
  const changed = (before: object, after: object) =>
    violationsOverTime("InfraMachine", both, before, after).map(({ path }) => path);

  test("is reported once for a path of two contracts, and separately for each path", () => {
    const before = { spec: { providerID: "a" }, status: { initialization: { provisioned: true }, ready: true } };
    expect(changed(before, { spec: { providerID: "b" }, status: {} })).toEqual([
      "status.initialization.provisioned",
      "spec.providerID",
      "status.ready",
    ]);
  });

  test.each<[what: string, before: object, after: object]>([
    ["a flag becomes true", { status: { ready: false } }, { status: { ready: true } }],
    ["a malformed flag is put right", { status: { ready: "yes" } }, { status: { ready: false } }],
    [
      "a flag becomes malformed, which is for those that read it",
      { status: { ready: true } },
      { status: { ready: 1 } },
    ],
  ])("%s", (_what, before, after) => {
    expect(changed(before, after)).toEqual([]);
  });
});

test("a condition keeps its own lastTransitionTime, not that of a preceding one", () => {
  const other = {
    type: "Available",
    status: "True",
    reason: "A",
    message: "",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  const ready = { ...other, type: "Ready", lastTransitionTime: "2026-01-02T00:00:00Z" };
  const before = [other, ready] as Parameters<typeof setCondition>[0];
  const [first] = setCondition(before, { type: "Ready", status: "True", reason: "B" }, "2026-01-03T00:00:00Z");
  expect(first).toMatchObject({ type: "Ready", lastTransitionTime: ready.lastTransitionTime });
});

test("v1beta1 status in v1beta2 keeps the severity of conditions and the fields of failures", () => {
  const { deprecated } = otherContractStatusFields("InfraMachine", "v1beta2");
  const kept = structuralSchema(deprecated ?? {}).properties?.v1beta1?.properties ?? {};
  expect(Object.keys(kept).toSorted()).toEqual(["conditions", "failureMessage", "failureReason"]);
  expect(Object.keys(kept.conditions?.items?.properties ?? {})).toContain("severity");
});

test("an empty object at the parent of a flag is kept, because it is not the contract's", () => {
  const part = { spec: {}, status: { initialization: {} } };
  expect(convertContractFields("InfraMachine", part, ["v1beta2"], ["v1beta1"])).toEqual(part);
});

describe("a core object", () => {
  const cluster = (version: string) => ({ apiVersion: `cluster.x-k8s.io/${version}`, kind: "Cluster", metadata: {} });

  test("requires a spec in v1beta2, but not in v1beta1", () => {
    expect(validateCluster(cluster("v1beta2")).map(({ path }) => path)).toEqual(["spec"]);
    expect(validateCluster(cluster("v1beta1"))).toEqual([]);
  });

  test("must not be null", () => {
    expect(validateMachine(null).map(({ path }) => path)).toEqual([""]);
  });
});

describe("a schema", () => {
  const faults = (schema: object, value: unknown) =>
    schemaValidator(structuredClone(schema))
      .faults(value)
      .map(({ path, expected }) => [path, expected]);

  test.each<[what: string, schema: object]>([
    ["keys that are not a map", { type: "object", patternProperties: [] }],
    ["a union of an integer and two strings", { anyOf: [{ type: "integer" }, { type: "string" }, { type: "string" }] }],
    ["a union of an integer and a number", { anyOf: [{ type: "integer" }, { type: "number" }] }],
    ["an intersection with null", { allOf: [null] }],
    ["an intersection with a number", { allOf: [7] }],
    ["a list of tuples in a branch", { type: "array", items: { type: "string" }, not: { prefixItems: [{}] } }],
  ])("of %s is not structural", (_what, schema) => {
    expect(() => structuralSchema(schema, "spec")).toThrow(SchemaNotStructural);
  });

  test("reports one fault if null is allowed and a branch does not match", () => {
    const schema: StructuralSchema = { type: "string", nullable: true, anyOf: [{ pattern: "^a" }] };
    expect(schemaValidator(schema).accepts(null)).toBe(true);
    expect(faults(schema, "b")).toHaveLength(1);
  });

  test("of a set accepts distinct items, and names the value of a boolean literal", () => {
    const set = { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" };
    expect(schemaValidator(structuredClone(set)).accepts(["a", "b"])).toBe(true);
    expect(faults(set, ["a", "a"])).toEqual([["[1]", "unique items"]]);
    expect(faults(Type.Literal(true), false)).toEqual([["", "true"]]);
  });

  test("of a map distinguishes a missing key from null", () => {
    const port = { type: "integer", nullable: true };
    const map = {
      ...{ type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["port"] },
      items: { type: "object", properties: { port } },
    };
    expect(faults(map, [{}, { port: null }])).toEqual([]);
    expect(faults(map, [{}, { port: null }, {}])).toHaveLength(1);
  });

  test("keeps the kind only in the whole object", () => {
    const network: StructuralSchema = { type: "object", properties: { mtu: { type: "integer" } } };
    expect(schemaValidator(network).asStored({ kind: "x", mtu: 1 })).toStrictEqual({ mtu: 1 });
  });
});
