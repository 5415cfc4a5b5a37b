import { describe, expect, test } from "vitest";
import { type Machine } from "@capstan/contract";
import {
  bootstrapPhase,
  computeMachinePhase,
  computeUpstreamPhase,
  factsFromV1Alpha2,
  factsFromV1Beta1,
  factsFromV1Beta2,
  infrastructurePhase,
  upstreamInputsFromV1Alpha2,
  upstreamInputsFromV1Beta1,
  upstreamInputsFromV1Beta2,
  type MachineV1Alpha2,
  type ObservedObject,
} from "@capstan/phases";

const configRef = { apiGroup: "bootstrap.example.com", kind: "TestConfig", name: "m1-config" };
const infrastructureRef = { apiGroup: "infrastructure.example.com", kind: "TestMachine", name: "m1-infra" };
const metadata = { name: "m1", namespace: "default" };

const recorded: Machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata,
  spec: {
    clusterName: "c1",
    bootstrap: { configRef, dataSecretName: "m1-data" },
    infrastructureRef,
    providerID: "p",
  },
  status: {
    phase: "Provisioned",
    initialization: { bootstrapDataSecretCreated: true, infrastructureProvisioned: true },
  },
};
const bare: Machine = {
  ...recorded,
  spec: { clusterName: "c1", bootstrap: { configRef }, infrastructureRef },
  status: { phase: "Pending" },
};
const seen = (object: unknown): ObservedObject => ({ contract: "v1beta2", object });
const readyConfig = seen({ status: { initialization: { dataSecretCreated: true }, dataSecretName: "m1-data" } });
const readyInfra = seen({ spec: { providerID: "p" }, status: { initialization: { provisioned: true } } });

describe("a missing observation", () => {
  test("is replaced by the recorded values of the Machine", () => {
    expect(computeMachinePhase(factsFromV1Beta2(recorded, { node: { ready: true } })).phase).toBe("Running");
    expect(computeMachinePhase(factsFromV1Beta2(bare, {})).phase).toBe("Pending");
    expect(computeUpstreamPhase("", upstreamInputsFromV1Beta2(recorded, {})).phase).toBe("Provisioned");
    const facts = factsFromV1Beta2(recorded, {});
    expect(facts.bootstrapConfig).toMatchObject({ state: "unobserved", ready: true });
  });

  test("does not count as deleted: a Machine in deletion waits for it", () => {
    const deleted = { ...recorded, metadata: { ...metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } };
    expect(computeMachinePhase(factsFromV1Beta2(deleted, {})).awaiting.map(({ id }) => id)).toEqual([
      "infrastructure-gone",
      "bootstrap-config-gone",
    ]);
  });
});

describe("the proposal's facts", () => {
  test("count data and providerID only when they are on the Machine", () => {
    const observed = { bootstrapConfig: readyConfig, infrastructure: readyInfra };
    expect(computeMachinePhase(factsFromV1Beta2(bare, observed)).phase).toBe("Pending");
    const withData = { ...bare, spec: { ...bare.spec, bootstrap: { configRef, dataSecretName: "m1-data" } } };
    expect(computeMachinePhase(factsFromV1Beta2(withData, observed)).awaiting).toMatchObject([{ id: "provider-id" }]);
  });

  test("name the objects in the namespace of the Machine", () => {
    const facts = factsFromV1Beta2(recorded, {});
    expect(facts.machine).toEqual({ kind: "Machine", name: "m1", namespace: "default" });
    expect(facts.bootstrapConfig?.object).toEqual({ kind: "TestConfig", name: "m1-config", namespace: "default" });
    expect(facts.infrastructure?.object).toEqual({ kind: "TestMachine", name: "m1-infra", namespace: "default" });
  });

  test("never contain the bootstrap data", () => {
    const machine: MachineV1Alpha2 = {
      apiVersion: "cluster.x-k8s.io/v1alpha2",
      kind: "Machine",
      metadata,
      spec: { bootstrap: { configRef, data: "s3cret" }, infrastructureRef },
    };
    const observed = {
      bootstrapConfig: { contract: "v1alpha2" as const, object: { status: { ready: true, bootstrapData: "s3cret" } } },
    };
    const everything = [factsFromV1Alpha2(machine, observed), upstreamInputsFromV1Alpha2(machine, observed)];
    expect(JSON.stringify(everything)).not.toContain("s3cret");
    expect(factsFromV1Alpha2(machine, observed).bootstrapData).toBe("set");
  });

  test.each(["", "m1-data"])("distinguish empty data from data: %j", (dataSecretName) => {
    const machine = { ...bare, spec: { ...bare.spec, bootstrap: { configRef, dataSecretName } } };
    expect(factsFromV1Beta2(machine, {}).bootstrapData).toBe(dataSecretName === "" ? "empty" : "set");
  });

  test("read null data as nil, and a Machine without status as one without phase", () => {
    const machine: MachineV1Alpha2 = {
      apiVersion: "cluster.x-k8s.io/v1alpha2",
      kind: "Machine",
      metadata,
      spec: { bootstrap: { configRef: {}, data: null }, infrastructureRef: {} },
    };
    expect(factsFromV1Alpha2(machine, {})).toMatchObject({
      bootstrapData: undefined,
      storedPhase: "",
      bootstrapConfig: { object: { kind: "", name: "" } },
      infrastructure: { object: { kind: "", name: "" }, ready: false },
    });
  });

  test("of a v1beta1 Machine without spec equal those of an empty one", () => {
    const machine = { apiVersion: "cluster.x-k8s.io/v1beta1", kind: "Machine", metadata };
    expect(computeMachinePhase(factsFromV1Beta1(machine, {}))).toMatchObject({ phase: "Pending" });
    expect(computeUpstreamPhase("", upstreamInputsFromV1Beta1(machine, {})).phase).toBe("Pending");
  });

  test("report a field of the wrong type with its object, path and types", () => {
    const bootstrapConfig = seen({ status: { initialization: { dataSecretCreated: "true" }, dataSecretName: ["x"] } });
    expect(factsFromV1Beta2(bare, { bootstrapConfig }).problems).toEqual([
      "TestConfig m1-config: status.dataSecretName must be a string, not a list",
      "TestConfig m1-config: status.initialization.dataSecretCreated must be a boolean, not a string",
    ]);
  });
});

describe("the upstream inputs", () => {
  test("of a v1alpha2 Machine are its recorded flags, and it is never updating", () => {
    const machine: MachineV1Alpha2 = {
      apiVersion: "cluster.x-k8s.io/v1alpha2",
      kind: "Machine",
      metadata,
      spec: { bootstrap: { configRef }, infrastructureRef },
      status: { bootstrapReady: true },
    };
    expect(upstreamInputsFromV1Alpha2(machine, {})).toMatchObject({
      bootstrapDataSecretCreated: true,
      infrastructureProvisioned: false,
      updating: false,
    });
  });

  test("include the copies of one reconcile", () => {
    const observed = { bootstrapConfig: readyConfig, infrastructure: readyInfra, node: { ready: false, name: "n1" } };
    expect(upstreamInputsFromV1Beta2(bare, observed)).toMatchObject({
      bootstrapDataSecretCreated: true,
      infrastructureProvisioned: true,
      providerID: "p",
      nodeRefName: "n1",
      failure: false,
      problems: [],
    });
  });

  test("exclude the Node until there is a providerID, and keep an existing nodeRef", () => {
    const node = { ready: true };
    expect(upstreamInputsFromV1Beta2(bare, { node }).nodeRefName).toBeUndefined();
    expect(upstreamInputsFromV1Beta2(recorded, { node }).nodeRefName).toBe("unnamed");
    const linked = { ...recorded, status: { ...recorded.status, nodeRef: { name: "old" } } };
    expect(upstreamInputsFromV1Beta2(linked, { node: { ready: true, name: "new" } }).nodeRefName).toBe("old");
  });

  test("ignore objects in deletion, but count preset data", () => {
    const deletionTimestamp = "2026-01-01T00:00:00Z";
    const bootstrapConfig = seen({
      metadata: { deletionTimestamp },
      status: { initialization: { dataSecretCreated: true }, dataSecretName: "m1-data" },
    });
    const infrastructure = seen({
      metadata: { deletionTimestamp },
      spec: { providerID: "p" },
      status: { initialization: { provisioned: true } },
    });
    expect(upstreamInputsFromV1Beta2(bare, { bootstrapConfig, infrastructure })).toMatchObject({
      bootstrapDataSecretCreated: false,
      infrastructureProvisioned: false,
      providerID: undefined,
    });
    const preset = { ...bare, spec: { ...bare.spec, bootstrap: { configRef, dataSecretName: "" } } };
    expect(upstreamInputsFromV1Beta2(preset, { bootstrapConfig }).bootstrapDataSecretCreated).toBe(true);
  });

  test("copy a changed providerID after provisioning, even if the flag was withdrawn", () => {
    const infrastructure = seen({ spec: { providerID: "q" }, status: { initialization: { provisioned: false } } });
    expect(upstreamInputsFromV1Beta2(recorded, { infrastructure }).providerID).toBe("q");
    expect(upstreamInputsFromV1Beta2(bare, { infrastructure }).providerID).toBeUndefined();
  });

  test("report a lost Node and lost infrastructure with a remedy", () => {
    const linked = { ...recorded, status: { ...recorded.status, nodeRef: { name: "n1" } } };
    const observed = { infrastructure: "missing", node: "none" } as const;
    expect(upstreamInputsFromV1Beta2(linked, observed).problems).toEqual([
      "TestMachine m1-infra: deleted while the Machine still exists; recreate the Machine",
      "Node n1: deleted while the Machine still exists; delete the Machine to replace it",
    ]);
  });
});

describe("the condition Updating", () => {
  const condition = { reason: "x", message: "", lastTransitionTime: "2026-01-01T00:00:00Z" };
  test.each([
    [{ ...condition, type: "Updating", status: "True" as const }, true],
    [{ ...condition, type: "Updating", status: "False" as const }, false],
    [{ ...condition, type: "Ready", status: "True" as const }, false],
  ])("%j: %s", (each, updating) => {
    const machine = { ...bare, status: { conditions: [each] } };
    expect(upstreamInputsFromV1Beta2(machine, {}).updating).toBe(updating);
  });
});

describe("the condition Updating of a v1beta1 Machine", () => {
  const updating = { type: "Updating", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" } as const;
  const machine = (status: object) =>
    ({
      apiVersion: "cluster.x-k8s.io/v1beta1",
      kind: "Machine",
      metadata,
      spec: { clusterName: "c1" },
      status,
    }) as never;

  test("is read from the v1beta2 conditions, not from the v1beta1 ones", () => {
    const conditions = [{ ...updating, reason: "x", message: "" }];
    expect(upstreamInputsFromV1Beta1(machine({ v1beta2: { conditions } }), {}).updating).toBe(true);
    expect(upstreamInputsFromV1Beta1(machine({ conditions: [updating] }), {}).updating).toBe(false);
  });
});

describe("the summaries of the provider objects", () => {
  test.each([
    ["missing", undefined, "not found"],
    ["with a phase of its own", { status: { phase: "Booting", ready: true } }, "Booting"],
    ["with an empty phase", { status: { phase: "", ready: true } }, "ready"],
    ["with a phase that is not text", { status: { phase: 7, ready: true } }, "ready"],
    ["not ready", { status: { ready: false } }, "pending"],
    ["without status", {}, "pending"],
    ["being deleted", { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" }, status: { ready: true } }, "deleting"],
    ["with a failure message", { status: { ready: true, failureMessage: "no capacity" } }, "failed"],
    ["with a failure reason", { status: { ready: true, failureReason: "CreateError" } }, "failed"],
    ["with empty failure fields", { status: { ready: true, failureReason: "", failureMessage: "" } }, "ready"],
  ])("%s: %j: %s", (_, object, phase) => {
    const observed = object === undefined ? "missing" : { contract: "v1beta1" as const, object };
    expect(bootstrapPhase(observed)).toBe(phase);
    expect(infrastructurePhase(observed)).toBe(phase);
  });

  test("follow the flag of each contract and role", () => {
    expect([bootstrapPhase(readyConfig), infrastructurePhase(readyConfig)]).toEqual(["ready", "pending"]);
    expect([bootstrapPhase(readyInfra), infrastructurePhase(readyInfra)]).toEqual(["pending", "ready"]);
    const failed = { contract: "v1alpha2" as const, object: { status: { ready: true, errorReason: "x" } } };
    expect(bootstrapPhase(failed)).toBe("failed");
  });
});
