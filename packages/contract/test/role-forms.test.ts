import { isContractViolation, readProviderObject } from "@capstan/contract";
import Type from "typebox";
import { describe, expect, test, vi } from "vitest";
import { addressList } from "../src/roles/forms/addresses.ts";
import { endpointOfZeroValues } from "../src/roles/forms/endpoint.ts";
import { domainList, domainMap } from "../src/roles/forms/failure-domains.ts";
import { type Form } from "../src/roles/forms/form.ts";
import { jsonTypeOf, readPlain } from "../src/roles/forms/plain.ts";
import { versionList } from "../src/roles/forms/versions.ts";

/** The rules that the object violates, with the paths. */
function broken(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!isContractViolation(error)) throw error;
    return error.violations.map(({ rule, path }) => `${rule} ${path}`);
  }
}

describe("the endpoint of a cluster", () => {
  const endpointOf = (controlPlaneEndpoint: unknown) =>
    readProviderObject("InfraCluster", { spec: { controlPlaneEndpoint } }, "v1beta2").controlPlaneEndpoint;

  test("is set once it has a host and a port", () => {
    expect(endpointOf({ host: "a", port: 6443 })).toEqual({ host: "a", port: 6443 });
    expect(endpointOf({ host: "a", port: 1 })).toEqual({ host: "a", port: 1 });
  });

  test.each([[{ host: "a", port: 0 }], [{ host: "a" }], [{ host: "", port: 6443 }], [{ port: 6443 }], [{}]])(
    "IC-011: %j counts as unset",
    (endpoint) => {
      expect(endpointOf(endpoint)).toBeUndefined();
    },
  );

  test.each([
    ["a", ""],
    [{ host: 1, port: 1 }, ".host"],
    [{ host: "a", port: "1" }, ".port"],
    [{ host: "a", port: 1.5 }, ".port"],
    [{ host: "", port: "1" }, ".port"],
  ])("%j is malformed", (endpoint, place) => {
    expect(broken(() => endpointOf(endpoint))).toEqual([`IC-002 spec.controlPlaneEndpoint${place}`]);
  });
});

describe("the addresses of a machine", () => {
  const addressesOf = (addresses: unknown) =>
    readProviderObject("InfraMachine", { status: { addresses } }, "v1beta2").addresses;
  const ofLength = (length: number) => [{ type: "InternalIP", address: "x".repeat(length) }];

  test("IM-012: have 1 to 256 characters", () => {
    expect(addressesOf(ofLength(1))).toEqual(ofLength(1));
    expect(addressesOf(ofLength(256))).toEqual(ofLength(256));
    for (const length of [0, 257]) {
      expect(broken(() => addressesOf(ofLength(length)))).toEqual(["IM-012 status.addresses[0].address"]);
    }
  });

  test("IM-012: are objects of a known type", () => {
    expect(broken(() => addressesOf([{ type: "Phone", address: "1" }]))).toEqual(["IM-012 status.addresses[0].type"]);
    expect(broken(() => addressesOf([...ofLength(3), "10.0.0.1"]))).toEqual(["IM-012 status.addresses[1]"]);
    expect(broken(() => addressesOf([{ type: "InternalIP", address: 7 }]))).toEqual([
      "IM-012 status.addresses[0].address",
    ]);
  });
});

describe("the endpoint of a cluster of v1beta1, where zero means unset", () => {
  test.each([
    [
      { host: "a", port: 1 },
      { host: "a", port: 1 },
    ],
    [
      { host: "a", port: 65_535 },
      { host: "a", port: 65_535 },
    ],
    [{ host: "a", port: 0 }, { host: "a" }],
    [{ host: "a", port: 65_536 }, { host: "a" }],
    [{ host: "a", port: -1 }, { host: "a" }],
    [{ host: "a", port: "1" }, { host: "a" }],
    [{ host: "", port: 1 }, { port: 1 }],
    [{ port: 1 }, { port: 1 }],
    [{ host: "", port: 0 }, undefined],
    [{}, undefined],
    ["text", undefined],
  ])("%j is %j in v1beta2", (json, expected) => {
    expect(endpointOfZeroValues.toNewest?.(json)).toEqual(expected);
  });

  test("is read like any endpoint", () => {
    expect(endpointOfZeroValues.read({ host: "a", port: 1 }, vi.fn())).toEqual({ host: "a", port: 1 });
  });
});

describe("malformed addresses", () => {
  test("are a violation if they are not a list", () => {
    expect(broken(() => readProviderObject("InfraMachine", { status: { addresses: {} } }, "v1beta2"))).toEqual([
      "IM-011 status.addresses",
    ]);
  });

  test("are omitted from the list", () => {
    const report = vi.fn();
    const good = { type: "Hostname", address: "a" };
    expect(
      addressList.read([{ type: "Phone", address: "a" }, good, { type: "Hostname", address: "" }], report),
    ).toEqual([good]);
    expect(report.mock.calls).toEqual([
      ["[0].type", "one of Hostname, ExternalIP, InternalIP, ExternalDNS, InternalDNS", "Phone", "IM-012"],
      ["[2].address", "a string that is not empty", "", "IM-012"],
    ]);
  });
});

describe("failure domains", () => {
  const listOf = (json: unknown) => read(domainList, json);
  const mapOf = (json: unknown) => read(domainMap, json);

  test("are a named list in v1beta2", () => {
    expect(listOf([{ name: "a" }, { name: "b", controlPlane: true, attributes: { k: "v" } }])).toEqual({
      value: [
        { name: "a", controlPlane: false },
        { name: "b", controlPlane: true, attributes: { k: "v" } },
      ],
      faults: [],
    });
    expect(listOf([{ name: "" }, { name: 1 }, 7, { name: "a", controlPlane: "yes" }, { name: "b" }])).toEqual({
      value: [{ name: "b", controlPlane: false }],
      faults: [
        ["[0].name", "a string that is not empty", ""],
        ["[1].name", "a string that is not empty", 1],
        ["[2].name", "a string that is not empty", undefined],
        ["[3].controlPlane", "a boolean", "yes"],
      ],
    });
    expect(listOf({})).toEqual({ value: undefined, faults: [["", "a list", {}]] });
  });

  test("are a map by name in v1beta1, read in the order of names", () => {
    expect(mapOf({ b: {}, a: { controlPlane: true } })).toEqual({
      value: [
        { name: "a", controlPlane: true },
        { name: "b", controlPlane: false },
      ],
      faults: [],
    });
    expect(mapOf({ a: 1, b: { attributes: { k: 1, l: "v" } }, c: { attributes: [] }, d: { attributes: "x" } })).toEqual(
      {
        value: [],
        faults: [
          [".a", "an object", 1],
          [".b.attributes", "a map of strings", { k: 1, l: "v" }],
          [".c.attributes", "a map of strings", []],
          [".d.attributes", "a map of strings", "x"],
        ],
      },
    );
    expect(mapOf([])).toEqual({ value: undefined, faults: [["", "a map", []]] });
  });

  test("are converted between the forms; other values are kept", () => {
    expect(domainMap.toNewest?.({ b: { controlPlane: true }, a: {} })).toEqual([
      { name: "a" },
      { name: "b", controlPlane: true },
    ]);
    expect(domainMap.toNewest?.({})).toBeUndefined();
    expect(domainMap.toNewest?.("text")).toBe("text");
    const about = { failed: false };
    expect(domainMap.fromNewest?.([{ name: "b", controlPlane: true }, { name: "a" }], about)).toEqual({
      b: { controlPlane: true },
      a: {},
    });
    expect(domainMap.fromNewest?.([], about)).toBeUndefined();
    expect(domainMap.fromNewest?.("text", about)).toBe("text");
    expect(domainList.fromNewest?.([], about)).toBeUndefined();
    expect(domainList.fromNewest?.([1], about)).toEqual([1]);
    expect(domainList.fromNewest?.({ length: 0 }, about)).toEqual({ length: 0 });
  });
});

describe("versions of a control plane", () => {
  test.each([
    [[{ version: "v1.34.1" }, { version: "v1.34.1", replicas: 0 }], true],
    [[{ version: "v1.34.1", replicas: "1" }], false],
    [[{ version: 1 }], false],
    [[{ version: "v1.34.2" }, { version: "v1.34.1" }], false],
    [[{ version: "latest" }, { version: "v1.34.1" }], false],
    [[], true],
  ])("%j are valid: %s", (versions, isTaken) => {
    expect(read(versionList, versions)).toEqual({ value: isTaken ? versions : undefined, faults: [] });
  });
});

describe("a plain field", () => {
  test("has the JSON type of its schema, and an empty string counts as unset", () => {
    expect(read({ read: (json, report) => readPlain(Type.String(), json, report) }, "")).toEqual({
      value: undefined,
      faults: [],
    });
    expect(read({ read: (json, report) => readPlain(Type.Integer(), json, report) }, "")).toEqual({
      ...{ value: undefined, faults: [["", "an integer", ""]] },
    });
    expect(read({ read: (json, report) => readPlain(Type.Boolean(), json, report) }, 1)).toEqual({
      ...{ value: undefined, faults: [["", "a boolean", 1]] },
    });
  });

  test("with several types, or without a JSON type, is an error", () => {
    expect(jsonTypeOf(Type.Integer())).toBe("integer");
    for (const type of [["string", "null"], "toString", undefined]) {
      const schema = Type.Unsafe(type === undefined ? {} : { type });
      expect(() => jsonTypeOf(schema)).toThrow(
        `A field of the contract has one JSON type, not ${JSON.stringify(type) as string | undefined}.`,
      );
    }
  });
});

function read(form: Form, json: unknown): { value: unknown; faults: unknown[] } {
  const report = vi.fn();
  const value = form.read(json, report);
  return { value, faults: report.mock.calls };
}
