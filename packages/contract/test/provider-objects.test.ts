import { ArgumentError } from "@capstan/kube";
import {
  providerStatus,
  type Condition,
  isContractViolation,
  readProviderObject,
  type Violation,
} from "@capstan/contract";
import { describe, expect, test } from "vitest";

const lastTransitionTime = "2026-01-01T00:00:00Z";
const ready: Condition = { type: "Ready", status: "True", reason: "Ready", message: "", lastTransitionTime };

function violationsOf(read: () => unknown): readonly Violation[] {
  try {
    read();
  } catch (error) {
    if (isContractViolation(error)) return error.violations;
    throw error;
  }
  return [];
}

describe("a bootstrap config", () => {
  const status = {
    ready: true,
    dataSecretName: "b-1",
    initialization: { dataSecretCreated: false },
    conditions: [ready],
    phase: "Waiting",
  };

  test("AR-012: the selected contract determines the flag", () => {
    expect(readProviderObject("BootstrapConfig", { status }, "v1beta1").dataSecretCreated).toBe(true);
    expect(readProviderObject("BootstrapConfig", { status }, "v1beta2").dataSecretCreated).toBe(false);
  });

  test("is read with its existing fields", () => {
    expect(readProviderObject("BootstrapConfig", { status }, "v1beta2")).toEqual({
      dataSecretCreated: false,
      dataSecretName: "b-1",
      ready,
      phase: "Waiting",
    });
  });

  test("has no fields when it is new", () => {
    expect(readProviderObject("BootstrapConfig", { metadata: { name: "b" } }, "v1beta2")).toEqual({
      dataSecretCreated: false,
    });
    expect(readProviderObject("BootstrapConfig", { status: { dataSecretName: "" } }, "v1beta1")).toEqual({
      dataSecretCreated: false,
    });
  });

  test.each([
    ["v1beta1", { ready: "true" }, "BC-003", "status.ready", "a boolean"],
    [
      "v1beta2",
      { initialization: { dataSecretCreated: "true" } },
      "BC-004",
      "status.initialization.dataSecretCreated",
      "a boolean",
    ],
    ["v1beta2", { initialization: true }, "BC-004", "status.initialization", "an object"],
    ["v1beta2", { dataSecretName: 7 }, "BC-005", "status.dataSecretName", "a string"],
    ["v1beta1", { failureReason: {} }, "BC-007", "status.failureReason", "a string"],
  ] as const)("AR-019: under %s, status %j breaks %s at %s", (contract, wrong, rule, path, expected) => {
    const found = violationsOf(() => readProviderObject("BootstrapConfig", { status: wrong }, contract));
    expect(found).toMatchObject([{ rule, path, expected }]);
    expect(found[0]?.source).toMatch(/^contracts\/bootstrap-config\.md/);
  });

  test("reports all violations at once, with the object's name", () => {
    const object = {
      kind: "FooConfig",
      metadata: { namespace: "ns", name: "b" },
      status: { ready: 1, dataSecretName: false },
    };
    expect(violationsOf(() => readProviderObject("BootstrapConfig", object, "v1beta1"))).toHaveLength(2);
    expect(() => readProviderObject("BootstrapConfig", object, "v1beta1")).toThrow(
      /FooConfig ns\/b .*status\.ready: expected a boolean, found 1/,
    );
  });

  test("is read under the contract under which it was written, and not under the other", () => {
    for (const [contract, other] of [
      ["v1beta1", "v1beta2"],
      ["v1beta2", "v1beta1"],
    ] as const) {
      const written = {
        status: providerStatus("BootstrapConfig", contract, {
          dataSecretCreated: true,
          dataSecretName: "s",
          conditions: [ready],
        }),
      };
      expect(readProviderObject("BootstrapConfig", written, contract)).toEqual({
        dataSecretCreated: true,
        dataSecretName: "s",
        ready,
      });
      expect(readProviderObject("BootstrapConfig", written, other).dataSecretCreated).toBe(false);
    }
  });

  test("BC-017: the flag is not written without the name", () => {
    expect(() => providerStatus("BootstrapConfig", "v1beta2", { dataSecretCreated: true })).toThrow(ArgumentError);
  });

  test("BC-009, BC-010: a terminal failure has fields in v1beta1 only (S109)", () => {
    const failure = { reason: "BadTemplate", message: "no such template" };
    expect(providerStatus("BootstrapConfig", "v1beta1", { failure })).toEqual({
      failureReason: "BadTemplate",
      failureMessage: "no such template",
    });
    expect(providerStatus("BootstrapConfig", "v1beta2", { failure })).toEqual({});
    expect(
      readProviderObject(
        "BootstrapConfig",
        { status: providerStatus("BootstrapConfig", "v1beta1", { failure }) },
        "v1beta1",
      ).failure,
    ).toEqual(failure);
  });
});

describe("conditions of provider objects", () => {
  const other: Condition = { ...ready, status: "False", reason: "Broken" };

  test("BC-015: status.v1beta2.conditions hides status.conditions, even when empty", () => {
    const read = (status: object) => readProviderObject("InfraMachine", { status }, "v1beta1").ready;
    expect(read({ v1beta2: { conditions: [other] }, conditions: [ready] })).toEqual(other);
    expect(read({ v1beta2: { conditions: [] }, conditions: [ready] })).toBeUndefined();
    expect(read({ v1beta2: {}, conditions: [ready] })).toEqual(ready);
  });

  test.each([
    { type: "Other", status: "Sure" },
    { type: "", status: "True" },
    { type: "Other" },
    { type: "Other", status: "True", observedGeneration: "1" },
  ])("BC-012: %j makes the list invalid", (malformed) => {
    const reading = readProviderObject("InfraMachine", { status: { conditions: [ready, malformed] } }, "v1beta2");
    expect(reading.ready).toMatchObject({ status: "Unknown", reason: "InvalidConditionReported" });
  });

  test("BC-014: the v1beta1 form has a severity iff False, and is read with a placeholder for the reason", () => {
    const status = providerStatus("InfraMachine", "v1beta1", { conditions: [other, { ...ready, type: "Paused" }] });
    expect(status.conditions).toEqual([
      { type: "Ready", status: "False", severity: "Info", reason: "Broken", lastTransitionTime },
      { type: "Paused", status: "True", reason: "Ready", lastTransitionTime },
    ]);
    const bare = { status: { conditions: [{ type: "Ready", status: "True" }] } };
    expect(readProviderObject("InfraMachine", bare, "v1beta1").ready).toMatchObject({
      reason: "NoReasonReported",
      message: "",
    });
  });
});

describe("an infra machine", () => {
  const addresses = [{ type: "InternalIP" as const, address: "10.0.0.1" }];

  test("failure domain: spec under v1beta1, status under v1beta2", () => {
    const object = { spec: { providerID: "foo://1", failureDomain: "a" }, status: { failureDomain: "b", addresses } };
    expect(readProviderObject("InfraMachine", object, "v1beta1")).toEqual({
      provisioned: false,
      providerID: "foo://1",
      addresses,
      failureDomain: "a",
    });
    expect(readProviderObject("InfraMachine", object, "v1beta2").failureDomain).toBe("b");
  });

  test("is read as it was written", () => {
    for (const contract of ["v1beta1", "v1beta2"] as const) {
      const status = providerStatus("InfraMachine", contract, { provisioned: true, addresses, conditions: [ready] });
      expect(readProviderObject("InfraMachine", { status }, contract)).toEqual({ provisioned: true, addresses, ready });
    }
    expect(providerStatus("InfraMachine", "v1beta2", { provisioned: true, failureDomain: "a" })).toEqual({
      initialization: { provisioned: true },
      failureDomain: "a",
    });
    expect(providerStatus("InfraMachine", "v1beta1", { provisioned: true, failureDomain: "a" })).toEqual({
      ready: true,
    });
  });

  test("IM-012: an invalid address is reported with its path", () => {
    const object = { status: { addresses: [...addresses, { type: "IP", address: "" }, "10.0.0.2"] } };
    expect(
      violationsOf(() => readProviderObject("InfraMachine", object, "v1beta2")).map(({ rule, path }) => [rule, path]),
    ).toEqual([
      ["IM-012", "status.addresses[1].type"],
      ["IM-012", "status.addresses[1].address"],
      ["IM-012", "status.addresses[2]"],
    ]);
  });

  test("IM-014: status.infrastructure.provisioned, a typo of the page, is ignored", () => {
    expect(
      readProviderObject("InfraMachine", { status: { infrastructure: { provisioned: true } } }, "v1beta2").provisioned,
    ).toBe(false);
  });
});

describe("an infra cluster", () => {
  const failureDomains = [
    { name: "a", controlPlane: true, attributes: { zone: "1" } },
    { name: "b", controlPlane: false },
  ];

  test("IC-006, IC-007: failure domains are a map in v1beta1 and a list in v1beta2", () => {
    const report = { provisioned: true, failureDomains };
    expect(providerStatus("InfraCluster", "v1beta1", report)).toEqual({
      ready: true,
      failureDomains: { a: { controlPlane: true, attributes: { zone: "1" } }, b: { controlPlane: false } },
    });
    expect(providerStatus("InfraCluster", "v1beta2", report)).toEqual({
      initialization: { provisioned: true },
      failureDomains,
    });
    for (const contract of ["v1beta1", "v1beta2"] as const) {
      expect(
        readProviderObject("InfraCluster", { status: providerStatus("InfraCluster", contract, report) }, contract),
      ).toEqual(report);
    }
  });

  test("IC-008: the form of the other contract is a violation", () => {
    const map = { status: providerStatus("InfraCluster", "v1beta1", { failureDomains }) };
    const list = { status: providerStatus("InfraCluster", "v1beta2", { failureDomains }) };
    expect(violationsOf(() => readProviderObject("InfraCluster", map, "v1beta2"))).toMatchObject([
      { rule: "IC-007", expected: "a list" },
    ]);
    expect(violationsOf(() => readProviderObject("InfraCluster", list, "v1beta1"))).toMatchObject([
      { rule: "IC-006", expected: "a map" },
    ]);
  });

  test("IC-011: an endpoint needs host and port", () => {
    const read = (controlPlaneEndpoint: object) =>
      readProviderObject("InfraCluster", { spec: { controlPlaneEndpoint } }, "v1beta2").controlPlaneEndpoint;
    expect(read({ host: "h", port: 6443 })).toEqual({ host: "h", port: 6443 });
    expect(read({ host: "h" })).toBeUndefined();
    expect(read({ host: "", port: 0 })).toBeUndefined();
    expect(() => read({ host: "h", port: "6443" })).toThrow(/IC-002/);
  });
});

describe("a control plane", () => {
  test("CP-002: the flag follows the contract", () => {
    const object = { status: { initialized: true, replicas: 3, updatedReplicas: 2, upToDateReplicas: 1 } };
    expect(readProviderObject("ControlPlane", object, "v1beta1")).toEqual({
      initialized: true,
      replicas: 3,
      upToDateReplicas: 2,
    });
    expect(readProviderObject("ControlPlane", object, "v1beta2")).toEqual({
      initialized: false,
      replicas: 3,
      upToDateReplicas: 1,
    });
  });

  test("CP-005: versions count as unset unless each is a version, and older ones come first", () => {
    const read = (versions: unknown) =>
      readProviderObject("ControlPlane", { status: { versions, replicas: 3 } }, "v1beta2");
    const sorted = [{ version: "v1.34.9" }, { version: "v1.34.10", replicas: 2 }];
    expect(read(sorted).versions).toEqual(sorted);
    expect(read(sorted.toReversed())).toEqual({ initialized: false, replicas: 3 });
    expect(read([{ version: "latest" }]).versions).toBeUndefined();
    expect(read([{ version: "v1.34.9", replicas: -1 }]).versions).toBeUndefined();
    expect(() => read("v1.34.9")).toThrow(/CP-005/);
  });
});
