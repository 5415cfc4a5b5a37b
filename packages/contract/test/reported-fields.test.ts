import {
  type ContractVersion,
  fieldOf,
  isDone,
  isFailureFinal,
  type ProviderRole,
  providerSpec,
  providerStatus,
  readProviderObject,
  reportViolations,
  reservedBy,
  reservedNames,
  type RuleId,
  scaleOf,
} from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { describe, expect, test } from "vitest";

interface Reported {
  readonly role: ProviderRole;
  readonly contract?: ContractVersion;
  readonly object?: object;
  readonly report: Record<string, unknown>;
  readonly demanded?: Record<string, RuleId>;
}

function broken({ role, contract = "v1beta2", object = {}, report, demanded }: Reported): string[] {
  return reportViolations(role, contract, object, report, demanded).map(
    ({ rule, path, expected, actual }) => `${rule} ${path}: ${expected}, not ${JSON.stringify(actual)}`,
  );
}

const endpoint = { host: "h", port: 6443 };

describe("a provider must not report", () => {
  test.each<[string, Reported, string[]]>([
    ["nothing, where nothing is demanded", { role: "InfraMachine", report: {} }, []],
    [
      "nothing, where a value is demanded",
      { role: "InfraMachine", report: {}, demanded: { providerID: "IM-006" } },
      ["IM-006 spec.providerID: the providerID, not undefined"],
    ],
    ["what is demanded", { role: "InfraMachine", report: { providerID: "a" }, demanded: { providerID: "IM-006" } }, []],
    [
      "a string that is too long, by the rule of its bounds",
      { role: "BootstrapConfig", report: { dataSecretName: "x".repeat(254) } },
      [`BC-006 status.dataSecretName: at most 253 characters, not "${"x".repeat(254)}"`],
    ],
    [
      "a string of v1beta1 that v1beta2 would refuse",
      { role: "InfraMachine", contract: "v1beta1", report: { failureDomain: "" } },
      ['IM-008 spec.failureDomain: at least 1 character, not ""'],
    ],
    [
      "a count below zero, by the rule of its place",
      { role: "InfraMachinePool", report: { replicas: -1 } },
      ["MP-004 status.replicas: at least 0, not -1"],
    ],
    [
      "an endpoint without port, by the rule of its parts",
      { role: "InfraCluster", report: { controlPlaneEndpoint: { host: "h" } } },
      ["IC-002 spec.controlPlaneEndpoint.port: a value, not undefined"],
    ],
    [
      "an endpoint of a control plane without port, whose parts have no rule of their own",
      { role: "ControlPlane", report: { controlPlaneEndpoint: { host: "h" } } },
      ["CP-003 spec.controlPlaneEndpoint.port: a value, not undefined"],
    ],
    [
      "an endpoint with another port than before, and one out of bounds",
      {
        role: "InfraCluster",
        object: { spec: { controlPlaneEndpoint: endpoint } },
        report: { controlPlaneEndpoint: { host: "h", port: 0 } },
      },
      [
        "IC-003 spec.controlPlaneEndpoint.port: at least 1, not 0",
        `IC-002 spec.controlPlaneEndpoint: ${JSON.stringify(endpoint)}, which was reported before: the endpoint of a control plane never changes, not {"host":"h","port":0}`,
      ],
    ],
    [
      "another providerID than before",
      { role: "InfraMachine", object: { spec: { providerID: "a" } }, report: { providerID: "b" } },
      ['IM-002 spec.providerID: "a", which was reported before: a providerID never changes, not "b"'],
    ],
    [
      "that a machine is gone again",
      {
        role: "InfraMachine",
        object: { status: { initialization: { provisioned: true } } },
        report: { provisioned: false },
      },
      [
        "IM-015 status.initialization.provisioned: true, which was reported before: this field is never reset, not false",
      ],
    ],
  ])("%s", (_what, reported, expected) => {
    expect(broken(reported)).toEqual(expected);
  });

  test.each<[string, Reported]>([
    [
      "the endpoint that it has",
      {
        role: "InfraCluster",
        object: { spec: { controlPlaneEndpoint: endpoint } },
        report: { controlPlaneEndpoint: endpoint },
      },
    ],
    ["the first providerID", { role: "InfraMachine", object: { spec: {} }, report: { providerID: "a" } }],
    [
      "another name of data that is not created yet",
      { role: "BootstrapConfig", object: { status: { dataSecretName: "a" } }, report: { dataSecretName: "b" } },
    ],
    ["another count", { role: "InfraMachinePool", object: { status: { replicas: 1 } }, report: { replicas: 2 } }],
  ])("but it may report %s", (_what, reported) => {
    expect(broken(reported)).toEqual([]);
  });
});

describe("reserved names of the contract", () => {
  test("for an infra machine are those of any contract, with their rule", () => {
    expect(Object.fromEntries(reservedNames("InfraMachine", "v1beta2", "spec"))).toEqual({
      providerID: "IM-002",
      failureDomain: "IM-010",
    });
    expect(Object.fromEntries(reservedNames("InfraMachine", "v1beta1", "spec"))).toEqual({
      providerID: "IM-002",
      failureDomain: "IM-009",
    });
    expect(Object.fromEntries(reservedNames("InfraMachine", "v1beta2", "status"))).toEqual({
      ...{ v1beta2: "BC-015", ready: "AR-012", initialization: "IM-014", failureDomain: "IM-008" },
      ...{ addresses: "IM-011", failureReason: "IM-017", failureMessage: "IM-017", conditions: "BC-011" },
    });
    expect(Object.fromEntries(reservedNames("InfraMachine", "v1beta1", "status"))).toEqual({
      ...{ v1beta2: "BC-015", ready: "IM-013", initialization: "AR-012", failureDomain: "IM-008" },
      ...{ addresses: "IM-011", failureReason: "IM-016", failureMessage: "IM-016", conditions: "BC-014" },
    });
  });

  test("for a control plane include counts of the other contract", () => {
    const names = reservedNames("ControlPlane", "v1beta2", "status");
    expect([...names.keys()].toSorted()).toEqual(
      [
        ...["v1beta2", "initialized", "initialization", "version", "versions", "selector", "replicas", "readyReplicas"],
        ...["updatedReplicas", "upToDateReplicas", "availableReplicas", "unavailableReplicas"],
        ...["externalManagedControlPlane", "failureReason", "failureMessage", "conditions"],
      ].toSorted(),
    );
    expect(reservedBy("ControlPlane", "v1beta2", "spec", "replicas")).toBe("CP-004");
    expect(reservedBy("ControlPlane", "v1beta2", "spec", "size")).toBeUndefined();
  });
});

describe("the scale subresource", () => {
  test("has the paths of a control plane's counts", () => {
    expect(scaleOf("ControlPlane", "v1beta2", new Set(["replicas"]))).toEqual({
      specReplicasPath: ".spec.replicas",
      statusReplicasPath: ".status.replicas",
      labelSelectorPath: ".status.selector",
    });
  });

  test("exists only for kinds with replicas", () => {
    expect(scaleOf("ControlPlane", "v1beta2", new Set())).toBeUndefined();
    expect(scaleOf("InfraMachine", "v1beta2", new Set(["replicas"]))).toBeUndefined();
  });
});

describe("the written part of a report", () => {
  test("in status has no spec fields and no unreported fields", () => {
    expect(providerStatus("InfraMachine", "v1beta2", { provisioned: false, providerID: "a" })).toEqual({
      initialization: { provisioned: false },
    });
    expect(providerStatus("InfraMachinePool", "v1beta2", { provisioned: true, replicas: 2 })).toEqual({
      ...{ initialization: { provisioned: true }, ready: true, replicas: 2 },
    });
    expect(providerStatus("InfraCluster", "v1beta2", { provisioned: true, failureDomains: [] })).toEqual({
      initialization: { provisioned: true },
    });
  });

  test("has counts of a control plane that are computed from others", () => {
    const report = { desiredReplicas: 3, replicas: 3, availableReplicas: 1 };
    expect(providerStatus("ControlPlane", "v1beta1", report)).toEqual({ replicas: 3, unavailableReplicas: 2 });
    expect(providerStatus("ControlPlane", "v1beta2", report)).toEqual({ replicas: 3, availableReplicas: 1 });
  });

  test("has conditions of severity Error for a failed object in v1beta1", () => {
    const condition = {
      type: "Ready",
      status: "False",
      reason: "Lost",
      message: "it is",
      lastTransitionTime: "",
    } as const;
    const severities = (failure?: { reason: string }): unknown =>
      providerStatus("InfraMachine", "v1beta1", { conditions: [condition], ...(failure ? { failure } : {}) })
        .conditions;
    expect(severities({ reason: "Lost" })).toEqual([{ ...condition, severity: "Error" }]);
    expect(severities()).toEqual([{ ...condition, severity: "Info" }]);
  });

  test("rejects a flag whose required name is empty", () => {
    const write = (report: object) => () => providerStatus("BootstrapConfig", "v1beta2", report);
    expect(write({ dataSecretCreated: true, dataSecretName: "" })).toThrow(
      new ArgumentError("dataSecretCreated must be reported together with dataSecretName (BC-017)."),
    );
    expect(write({ dataSecretCreated: false })()).toEqual({ initialization: { dataSecretCreated: false } });
  });

  test("in spec has the reported fields, and keeps the user's values", () => {
    expect(providerSpec("InfraMachine", "v1beta2", { providerID: "a" }, { size: 1 })).toEqual({
      size: 1,
      providerID: "a",
    });
    expect(providerSpec("InfraMachine", "v1beta2", { provisioned: true }, undefined)).toBeUndefined();
    const spec = { failureDomain: "a" };
    expect(providerSpec("InfraMachine", "v1beta1", { failureDomain: "b" }, spec)).toBe(spec);
    expect(providerSpec("InfraMachine", "v1beta1", { failureDomain: "b" }, {})).toEqual({ failureDomain: "b" });
    expect(providerSpec("ControlPlane", "v1beta2", { desiredReplicas: 2, desiredVersion: "v1.34.0" }, {})).toEqual({});
    const controlPlaneEndpoint = { host: "b", port: 1 };
    expect(
      providerSpec("InfraCluster", "v1beta2", { controlPlaneEndpoint }, { controlPlaneEndpoint: { host: "a" } }),
    ).toEqual({
      controlPlaneEndpoint,
    });
  });
});

describe("core's reading of an object", () => {
  test("has the failure's reason, its message, or both", () => {
    const failureOf = (status: object) => readProviderObject("InfraMachine", { status }, "v1beta1").failure;
    expect(failureOf({ failureReason: "Lost" })).toEqual({ reason: "Lost" });
    expect(failureOf({ failureMessage: "it is" })).toEqual({ message: "it is" });
    expect(failureOf({ failureReason: "Lost", failureMessage: "it is" })).toEqual({ reason: "Lost", message: "it is" });
    expect(failureOf({})).toBeUndefined();
  });

  test("has only fields that the object has, under either contract", () => {
    const status = { failureReason: "Lost", phase: "", conditions: "broken" };
    expect(readProviderObject("InfraMachine", { status }, "v1beta2")).toStrictEqual({
      provisioned: false,
      failure: { reason: "Lost" },
    });
    expect(readProviderObject("InfraMachine", { status: { phase: 1 } }, "v1beta2")).toStrictEqual({
      provisioned: false,
    });
    expect(
      readProviderObject("ControlPlane", { spec: { replicas: 3 }, status: { unavailableReplicas: 1 } }, "v1beta1"),
    ).toStrictEqual({
      ...{ initialized: false, desiredReplicas: 3, unavailableReplicas: 1, availableReplicas: 2 },
    });
    expect(
      readProviderObject("ControlPlane", { spec: { replicas: 3 }, status: { availableReplicas: 1 } }, "v1beta2"),
    ).toStrictEqual({
      ...{ initialized: false, desiredReplicas: 3, availableReplicas: 1, unavailableReplicas: 2 },
    });
  });

  test("has a v1beta2 pool as ready at either of two paths", () => {
    const read = (status: object) => readProviderObject("InfraMachinePool", { status }, "v1beta2").provisioned;
    expect(read({ ready: true })).toBe(true);
    expect(read({ initialization: { provisioned: false }, ready: true })).toBe(false);
    expect(
      readProviderObject("InfraMachinePool", { status: { initialization: { provisioned: true } } }, "v1beta1")
        .provisioned,
    ).toBe(false);
  });

  test("names the object in errors as far as it has a name", () => {
    const nameOf = (object: unknown) => {
      try {
        readProviderObject("InfraMachine", object, "v1beta1");
        return "";
      } catch (error) {
        return (error as Error).message.replace(/ breaks the provider contract: .*/, "");
      }
    };
    const status = { ready: 1 };
    expect(nameOf({ kind: "Foo", metadata: { namespace: "a", name: "b" }, status })).toBe("Foo a/b");
    expect(nameOf({ kind: "Foo", metadata: { name: "b" }, status })).toBe("Foo b");
    expect(nameOf({ metadata: [], status })).toBe("object without name");
    expect(nameOf({ kind: 1, metadata: { namespace: 1, name: 1 }, status })).toBe("object without name");
    expect(nameOf("text")).toBe("The value");
    expect(nameOf({ kind: "Foo", metadata: { name: "b" }, status: [] })).toBe("Foo b");
  });

  test("reports each path once, by the rule of the first field there", () => {
    expect(() => readProviderObject("InfraMachine", { spec: 1, status: true }, "v1beta2")).toThrow(
      /: status: expected an object, found true \(IM-014; [^;]+\); spec: expected an object, found 1 \(IM-002; [^;]+\)$/,
    );
  });

  test("shows whether it is done, where malformed means not done", () => {
    expect(isDone("InfraMachine", { status: { initialization: { provisioned: true } } }, "v1beta2")).toBe(true);
    expect(isDone("InfraMachine", { status: { initialization: { provisioned: "true" } } }, "v1beta2")).toBe(false);
    expect(isDone("InfraMachine", { status: { ready: true } }, "v1beta2")).toBe(false);
    expect(isDone("InfraMachine", "text", "v1beta2")).toBe(false);
    expect(isDone("InfraMachine", Object.create({ status: { ready: true } }), "v1beta1")).toBe(false);
  });

  test("has final failures only if the contract has fields for them", () => {
    expect(isFailureFinal("InfraMachine", "v1beta1")).toBe(true);
    expect(isFailureFinal("InfraMachine", "v1beta2")).toBe(false);
  });

  test("rejects a field that the contract lacks", () => {
    expect(fieldOf("ControlPlane", "unavailableReplicas", "v1beta1").place.path).toBe("status.unavailableReplicas");
    expect(() => fieldOf("ControlPlane", "unavailableReplicas", "v1beta2")).toThrow(
      new ArgumentError("ControlPlane has no field unavailableReplicas under contract v1beta2."),
    );
    expect(() => fieldOf("ControlPlane", "availableReplicas", "v1beta1")).toThrow(ArgumentError);
  });
});
