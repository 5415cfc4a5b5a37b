import { type Machine, type MachineV1Beta1 } from "@capstan/contract";
import {
  computeMachinePhase,
  factsFromV1Alpha2,
  factsFromV1Beta1,
  factsFromV1Beta2,
  infrastructurePhase,
  type MachineV1Alpha2,
  type ObservedMachine,
  type ObservedObject,
  upstreamInputsFromV1Alpha2,
  upstreamInputsFromV1Beta1,
  upstreamInputsFromV1Beta2,
} from "@capstan/phases";
import { describe, expect, test } from "vitest";

const metadata = { name: "m1", namespace: "default" };
const configRef = { apiGroup: "bootstrap.example.com", kind: "TestConfig", name: "c" };
const infrastructureRef = { apiGroup: "infrastructure.example.com", kind: "TestMachine", name: "i" };
const machine: Machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata,
  spec: { clusterName: "c1", bootstrap: { configRef }, infrastructureRef },
};
const seen = (object: unknown): ObservedObject => ({ contract: "v1beta2", object });
const old = (spec: object, status?: object): MachineV1Beta1 =>
  ({ apiVersion: "cluster.x-k8s.io/v1beta1", kind: "Machine", metadata, spec, status }) as MachineV1Beta1;
const oldest = (spec: object): MachineV1Alpha2 =>
  ({ apiVersion: "cluster.x-k8s.io/v1alpha2", kind: "Machine", metadata, spec }) as MachineV1Alpha2;
const itself = { kind: "Machine", ...metadata };

describe("a Machine of v1beta1", () => {
  test("has its name, and a capitalized phase", () => {
    const facts = factsFromV1Beta1(old({ bootstrap: {} }), {});
    expect(facts).toMatchObject({ machine: itself, spelling: "capitalized", storedPhase: "" });
    expect(computeMachinePhase(facts).phase).toBe("Pending");
  });

  test("names the objects that its references identify", () => {
    const named = factsFromV1Beta1(old({ bootstrap: { configRef }, infrastructureRef }), {});
    expect(named.bootstrapConfig?.object).toEqual({ kind: "TestConfig", name: "c", namespace: "default" });
    expect(named.infrastructure?.object).toEqual({ kind: "TestMachine", name: "i", namespace: "default" });
    const unnamed = factsFromV1Beta1(old({ bootstrap: { configRef: {} } }), {});
    expect(unnamed.bootstrapConfig?.object).toEqual({ kind: "", name: "", namespace: "default" });
    expect(factsFromV1Beta1(old({ bootstrap: {} }), {}).bootstrapConfig).toBeUndefined();
  });

  test("has the progress that its flags report", () => {
    const flags = (bootstrapReady: boolean, infrastructureReady: boolean) => {
      const inputs = upstreamInputsFromV1Beta1(old({ bootstrap: {} }, { bootstrapReady, infrastructureReady }), {});
      return [inputs.bootstrapDataSecretCreated, inputs.infrastructureProvisioned];
    };
    expect([flags(true, false), flags(false, true)]).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe("a Machine of v1alpha2", () => {
  test("has its name, a phase in lower case, and possibly empty references", () => {
    const facts = factsFromV1Alpha2(oldest({ bootstrap: { configRef }, infrastructureRef }), {});
    expect(facts).toMatchObject({ machine: itself, spelling: "lower-case" });
    expect(facts.bootstrapConfig?.object).toEqual({ kind: "TestConfig", name: "c", namespace: "default" });
    expect(upstreamInputsFromV1Alpha2(oldest({ bootstrap: {}, infrastructureRef }), {}).machine).toEqual(itself);
  });
});

describe("a failure", () => {
  const failureOf = (status: object, observed: ObservedMachine = {}) =>
    factsFromV1Beta1(old({ bootstrap: { configRef }, infrastructureRef }, status), observed).failure;
  const failing = (reason: string): ObservedObject => ({
    contract: "v1beta1",
    object: { status: { failureReason: reason } },
  });

  test("recorded on the Machine may have only a reason or a message", () => {
    expect(failureOf({ failureReason: "Lost" })).toEqual({ reason: "Lost", message: undefined, recorded: true });
    expect(failureOf({ failureMessage: "gone" })).toEqual({ reason: undefined, message: "gone", recorded: true });
    expect(failureOf({ failureReason: "", failureMessage: "" })).toBeUndefined();
  });

  test("of the infrastructure takes precedence over that of the config, and is not recorded yet", () => {
    const [bootstrapConfig, infrastructure] = [failing("Config"), failing("Infrastructure")];
    expect(failureOf({}, { bootstrapConfig, infrastructure })).toEqual({ reason: "Infrastructure", recorded: false });
    expect(failureOf({}, { bootstrapConfig })).toEqual({ reason: "Config", recorded: false });
    const message: ObservedObject = { contract: "v1beta1", object: { status: { failureMessage: "no capacity" } } };
    expect(failureOf({}, { infrastructure: message })).toEqual({ message: "no capacity", recorded: false });
  });

  test("is reported for infrastructure that disappears after provisioning, unless the Machine is being deleted", () => {
    const vanished = failureOf({ infrastructureReady: true }, { infrastructure: "missing" });
    expect(vanished).toMatchObject({ reason: "InvalidConfiguration", recorded: false });
    expect(vanished?.message).toMatch(/^TestMachine i was deleted/);
    expect(failureOf({}, { infrastructure: "missing" })).toBeUndefined();
  });

  test("recorded on the Machine claims nothing about unobserved infrastructure", () => {
    const failed = old({ bootstrap: {}, infrastructureRef }, { failureReason: "Lost" });
    expect(upstreamInputsFromV1Beta1(failed, {})).toMatchObject({ failure: true, problems: [] });
  });
});

describe("empty bootstrap data", () => {
  const empty = seen({ status: { initialization: { dataSecretCreated: true }, dataSecretName: "" } });
  const problem =
    "TestConfig c: it is ready, but its bootstrap data is empty; only the Machine itself may request that";
  const withData: Machine = { ...machine, spec: { ...machine.spec, bootstrap: { configRef, dataSecretName: "d" } } };
  const unready = seen({ status: { dataSecretName: "" } });
  const full = seen({ status: { initialization: { dataSecretCreated: true }, dataSecretName: "d" } });

  test("of a provider is a problem, and reported as missing", () => {
    const facts = factsFromV1Beta2(machine, { bootstrapConfig: empty });
    expect(facts).toMatchObject({ bootstrapData: "empty-from-provider", problems: [problem] });
    expect(upstreamInputsFromV1Beta2(machine, { bootstrapConfig: empty }).problems).toEqual([problem]);
  });

  test.each([
    ["the Machine has data", withData, empty],
    ["the config is not ready", machine, unready],
    ["the config has data", machine, full],
  ])("is not a problem when %s", (_title, of, bootstrapConfig) => {
    expect(factsFromV1Beta2(of, { bootstrapConfig }).problems).toEqual([]);
    expect(factsFromV1Beta2(of, { bootstrapConfig }).bootstrapData).not.toBe("empty-from-provider");
    expect(upstreamInputsFromV1Beta2(of, { bootstrapConfig }).problems).toEqual([]);
  });

  test("is not a problem for an object that the Machine does not refer to", () => {
    const unreferring: Machine = { ...machine, spec: { ...machine.spec, bootstrap: {} } };
    expect(factsFromV1Beta2(unreferring, { bootstrapConfig: empty }).problems).toEqual([]);
    expect(upstreamInputsFromV1Beta2(unreferring, { bootstrapConfig: empty }).problems).toEqual([]);
  });
});

describe("observed Nodes", () => {
  test("with the same providerID are a problem that names the Machine, with or without a providerID", () => {
    const ofID: Machine = { ...machine, spec: { ...machine.spec, providerID: "p" } };
    const problem = (id: string) => `Machine m1: several Nodes have its providerID ${id}; delete the stale ones`;
    expect(factsFromV1Beta2(ofID, { node: "ambiguous" }).problems).toEqual([problem("p")]);
    expect(factsFromV1Beta2(machine, { node: "ambiguous" }).problems).toEqual([problem("")]);
  });

  test("are lost only for a Machine that had one", () => {
    expect(upstreamInputsFromV1Beta2(machine, { node: "none" }).problems).toEqual([]);
  });
});

test("unobserved infrastructure is neither missing nor found", () => {
  expect(factsFromV1Beta2(machine, {}).infrastructure).toMatchObject({ state: "unobserved", ready: false });
});

test("fields of the wrong type are reported with their object", () => {
  const infrastructure = seen({ spec: { providerID: ["p"] }, status: null });
  expect(factsFromV1Beta2(machine, { infrastructure }).problems).toEqual([
    "TestMachine i: spec.providerID must be a string, not a list",
  ]);
});

test("a null field counts as missing", () => {
  const infrastructure = seen({ spec: { providerID: null } });
  expect(factsFromV1Beta2(machine, { infrastructure }).problems).toEqual([]);
});

test("a Machine of v1beta2 without status has no phase yet", () => {
  expect(factsFromV1Beta2(machine, {}).storedPhase).toBe("");
});

test("a bootstrap flag does not make the infrastructure ready", () => {
  expect(infrastructurePhase(seen({ status: { initialization: { dataSecretCreated: true } } }))).toBe("pending");
});
