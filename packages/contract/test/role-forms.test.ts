import { isContractViolation, readProviderObject } from "@capstan/contract";
import { describe, expect, test } from "vitest";

/** The rules that reading the object breaks, with the places. */
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
    "IC-011: %j counts as not set",
    (endpoint) => {
      expect(endpointOf(endpoint)).toBeUndefined();
    },
  );

  test.each([
    ["a", ""],
    [{ host: 1, port: 1 }, ".host"],
    [{ host: "a", port: "1" }, ".port"],
    [{ host: "a", port: 1.5 }, ".port"],
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
