import { type Condition, type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { nextMachine } from "../src/controllers/machine/next-machine.ts";
import { type ObservedMachine } from "../src/controllers/machine/observed.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { clusterObject, found, machineObject, nodeObject } from "./scene/objects.ts";

const now = Date.parse("2030-01-01T00:00:00Z");
const configPending = found("TestConfig");
const configReady = found("TestConfig", {
  status: { dataSecretName: "m1-data", initialization: { dataSecretCreated: true } },
});
const infraPending = found("TestMachine");
const infraReady = found("TestMachine", {
  spec: { providerID: "test://m1" },
  status: {
    initialization: { provisioned: true },
    addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
    failureDomain: "zone-a",
  },
});
const node = { state: "found", node: nodeObject() } as const;

function observe(changes: Partial<ObservedMachine> = {}): ObservedMachine {
  return {
    cluster: clusterObject(),
    bootstrapConfig: configPending,
    infrastructure: infraPending,
    node: { state: "absent" },
    ...changes,
  };
}

function next(machine: Machine, observed: Partial<ObservedMachine> = {}, at = now): Machine {
  return nextMachine(machine, observe(observed), { reading: "proposal", now: at });
}

function condition(machine: Machine, type: string): Condition | undefined {
  return machine.status?.conditions?.find((candidate) => candidate.type === type);
}

describe("the provisioning of a Machine", () => {
  test.each<{ when: string; observed: Partial<ObservedMachine>; expected: object }>([
    {
      when: "neither side is done",
      observed: {},
      expected: { status: { phase: "Pending" } },
    },
    {
      when: "the bootstrap data is there",
      observed: { bootstrapConfig: configReady },
      expected: {
        spec: { bootstrap: { dataSecretName: "m1-data" } },
        status: { phase: "Provisioning", initialization: { bootstrapDataSecretCreated: true } },
      },
    },
    {
      when: "the infrastructure is provisioned",
      observed: { bootstrapConfig: configReady, infrastructure: infraReady },
      expected: {
        spec: { providerID: "test://m1" },
        status: {
          phase: "Provisioned",
          initialization: { bootstrapDataSecretCreated: true, infrastructureProvisioned: true },
          addresses: [{ type: "InternalIP", address: "10.0.0.1" }],
          failureDomain: "zone-a",
        },
      },
    },
    {
      when: "the Node is there and not Ready",
      observed: {
        bootstrapConfig: configReady,
        infrastructure: infraReady,
        node: { state: "found", node: nodeObject({ conditions: { Ready: "False" } }) },
      },
      expected: { status: { phase: "Provisioned", nodeRef: { name: "n1" } } },
    },
    {
      when: "the Node is Ready",
      observed: { bootstrapConfig: configReady, infrastructure: infraReady, node },
      expected: {
        status: { phase: "Running", nodeRef: { name: "n1" }, nodeInfo: { kubeletVersion: "v1.36.0", bootID: "" } },
      },
    },
  ])("when $when", ({ observed, expected }) => {
    expect(next(machineObject(), observed)).toMatchObject(expected);
  });

  test("returns a correct Machine unchanged, also later", () => {
    const observed = { bootstrapConfig: configReady, infrastructure: infraReady, node };
    const running = next(machineObject(), observed);
    expect(next(running, observed, now + 60_000)).toEqual(running);
  });

  test("changes lastUpdated only with the phase, and lastTransitionTime only with the condition status", () => {
    const pending = next(machineObject());
    const later = next(pending, { bootstrapConfig: configReady }, now + 60_000);
    expect(pending.status?.lastUpdated).toBe("2030-01-01T00:00:00Z");
    expect(later.status?.lastUpdated).toBe("2030-01-01T00:01:00Z");
    expect(condition(later, "BootstrapConfigReady")?.lastTransitionTime).toBe("2030-01-01T00:01:00Z");
    expect(condition(later, "InfrastructureReady")?.lastTransitionTime).toBe("2030-01-01T00:00:00Z");
    const again = next(later, { bootstrapConfig: configReady }, now + 120_000);
    expect(again.status?.lastUpdated).toBe("2030-01-01T00:01:00Z");
  });

  test.each(["Failed", "Running", "Deleting", "Unknown"] as const)(
    "corrects a stored phase %s and has no other effect",
    (phase) => {
      const right = next(machineObject(), { bootstrapConfig: configReady });
      const corrupted = { ...right, status: { ...right.status, phase } };
      const repaired = next(corrupted, { bootstrapConfig: configReady }).status;
      expect({ ...repaired, lastUpdated: "" }).toEqual({ ...right.status, lastUpdated: "" });
    },
  );

  test("keeps the conditions of others", () => {
    const foreign: Condition = {
      type: "UpToDate",
      status: "True",
      reason: "UpToDate",
      message: "",
      lastTransitionTime: "2029-01-01T00:00:00Z",
    };
    expect(condition(next(machineObject({ status: { conditions: [foreign] } })), "UpToDate")).toEqual(foreign);
  });
});

describe("the bootstrap side", () => {
  test("a data Secret without configRef: the condition is True, the flag stays unset", () => {
    const machine = machineObject({ spec: { bootstrap: { dataSecretName: "mine" } } });
    const result = next(machine, { bootstrapConfig: undefined });
    expect(condition(result, "BootstrapConfigReady")).toMatchObject({ status: "True", reason: "DataSecretProvided" });
    expect(result.status?.initialization).toBeUndefined();
    expect(result.status?.phase).toBe("Provisioning");
  });

  test.each<{ given: string; config: ObservedReference; expected: object; phase: string }>([
    {
      given: "the object does not exist",
      config: { state: "missing" },
      expected: {
        status: "False",
        reason: "ObjectDoesNotExist",
        message: "TestConfig m1 (spec.bootstrap.configRef) does not exist",
      },
      phase: "Pending",
    },
    {
      given: "the kind is not installed",
      config: { state: "unresolved", reason: "CRDNotInstalled", message: "install it" },
      expected: { status: "Unknown", reason: "CRDNotInstalled", message: "install it" },
      phase: "Pending",
    },
    {
      given: "the object is another Machine's",
      config: { ...configReady, refusal: "TestConfig m1 is already controlled by Machine m2" },
      expected: { status: "False", reason: "ControlledByAnother" },
      phase: "Pending",
    },
    {
      given: "the flag is true and the name empty",
      config: found("TestConfig", { status: { dataSecretName: "", initialization: { dataSecretCreated: true } } }),
      expected: { status: "False", reason: "ContractViolation" },
      phase: "Pending",
    },
    {
      given: "the flag has the wrong type",
      config: found("TestConfig", { status: { initialization: { dataSecretCreated: "true" } } }),
      expected: { status: "Unknown", reason: "ContractViolation" },
      phase: "Pending",
    },
    {
      given: "the name is there without the flag",
      config: found("TestConfig", { status: { dataSecretName: "m1-data" } }),
      expected: { status: "False", reason: "NotReady" },
      phase: "Pending",
    },
    {
      given: "v1beta1 says ready",
      config: found("TestConfig", { status: { dataSecretName: "m1-data", ready: true } }, "v1beta1"),
      expected: { status: "True", reason: "Ready" },
      phase: "Provisioning",
    },
    {
      given: "v1beta2 is asked and only v1beta1 says ready",
      config: found("TestConfig", { status: { dataSecretName: "m1-data", ready: true } }),
      expected: { status: "False", reason: "NotReady" },
      phase: "Pending",
    },
  ])("when $given", ({ config, expected, phase }) => {
    const result = next(machineObject(), { bootstrapConfig: config });
    expect(condition(result, "BootstrapConfigReady")).toMatchObject(expected);
    expect(result.status?.phase).toBe(phase);
  });

  test("copied data stays when the config is no longer ready", () => {
    const provisioning = next(machineObject(), { bootstrapConfig: configReady });
    const result = next(provisioning, { bootstrapConfig: configPending });
    expect(result.spec.bootstrap.dataSecretName).toBe("m1-data");
    expect(result.status?.initialization?.bootstrapDataSecretCreated).toBe(true);
  });
});

describe("the infrastructure side", () => {
  test("without a providerID is not provisioned, and this is reported", () => {
    const infrastructure = found("TestMachine", { status: { initialization: { provisioned: true } } });
    const result = next(machineObject(), { bootstrapConfig: configReady, infrastructure });
    expect(result.status?.phase).toBe("Provisioning");
    expect(condition(result, "InfrastructureReady")?.message).toContain("spec.providerID is not set");
  });

  test("that disappears after provisioning fails the Machine until it is found again", () => {
    const observed = { bootstrapConfig: configReady, infrastructure: infraReady, node };
    const running = next(machineObject(), observed);
    const failed = next(running, { ...observed, infrastructure: { state: "missing" } });
    expect(failed.status?.phase).toBe("Failed");
    expect(failed.status?.deprecated?.v1beta1?.failureReason).toBe("InvalidConfiguration");
    expect(condition(failed, "Ready")).toMatchObject({
      status: "False",
      message: expect.stringContaining("* InfrastructureReady: TestMachine m1") as string,
    });
    const deleted = { ...running, metadata: { ...running.metadata, deletionTimestamp: "2030-01-01T00:00:00Z" } };
    const gone = next(deleted, { ...observed, infrastructure: { state: "missing" } });
    expect(gone.status?.deprecated?.v1beta1).not.toHaveProperty("failureReason");
    const back = next(failed, observed);
    expect(back.status?.phase).toBe("Running");
    expect(back.status?.deprecated?.v1beta1?.failureReason).toBeUndefined();
  });

  test("with a failure is reported with kind and name", () => {
    const infrastructure = found(
      "TestMachine",
      { status: { failureReason: "Quota", failureMessage: "no room" } },
      "v1beta1",
    );
    const result = next(machineObject(), { infrastructure });
    expect(result.status?.deprecated?.v1beta1).toMatchObject({
      failureReason: "Quota",
      failureMessage: "TestMachine m1 failed: no room",
    });
    expect(result.status?.phase).toBe("Failed");
  });
});

describe("the Node", () => {
  const provisioned = { bootstrapConfig: configReady, infrastructure: infraReady };

  test("with the providerID of another Node is an error in the conditions", () => {
    const result = next(machineObject(), { ...provisioned, node: { state: "ambiguous", names: ["n1", "n2"] } });
    expect(condition(result, "NodeReady")).toMatchObject({ status: "Unknown", reason: "ProviderIDNotUnique" });
    expect(condition(result, "NodeReady")?.message).toContain("n1, n2");
    expect(result.status?.phase).toBe("Provisioned");
  });

  test("keeps its known status while the connection is reestablished", () => {
    const running = next(machineObject(), { ...provisioned, node });
    expect(next(running, { ...provisioned, node: { state: "connecting", message: "" } })).toEqual(running);
  });

  test("has an unknown status after the grace period", () => {
    const running = next(machineObject(), { ...provisioned, node });
    const result = next(running, { ...provisioned, node: { state: "unreachable", message: "gone" } });
    expect(condition(result, "NodeReady")).toMatchObject({ status: "Unknown", reason: "ConnectionDown" });
    expect(result.status).toMatchObject({ phase: "Provisioned", nodeRef: { name: "n1" } });
  });

  test("that is deleted keeps its nodeRef and is reported", () => {
    const running = next(machineObject(), { ...provisioned, node });
    const result = next(running, { ...provisioned, node: { state: "absent" } });
    expect(condition(result, "NodeHealthy")).toMatchObject({ status: "False", reason: "NodeDeleted" });
    expect(result.status).toMatchObject({ phase: "Provisioned", nodeRef: { name: "n1" } });
  });

  test("with only the Ready condition has unknown health", () => {
    const bare = { state: "found", node: nodeObject({ conditions: { Ready: "True" } }) } as const;
    const result = next(machineObject(), { ...provisioned, node: bare });
    expect(result.status?.phase).toBe("Running");
    expect(condition(result, "NodeHealthy")).toMatchObject({ status: "Unknown", reason: "NodeHealthyUnknown" });
    expect(condition(result, "Ready")?.status).toBe("Unknown");
  });

  test("makes the Machine Available after minReadySeconds", () => {
    const machine = machineObject({ spec: { minReadySeconds: 30 } });
    const ready = next(machine, { ...provisioned, node });
    expect(condition(ready, "Available")).toMatchObject({ status: "False", reason: "WaitingForMinReadySeconds" });
    const later = next(ready, { ...provisioned, node }, now + 30_000);
    expect(condition(later, "Available")?.status).toBe("True");
  });
});

describe("the phase in the upstream reading", () => {
  test.each<{ stored: string | undefined; observed: Partial<ObservedMachine>; phase: string }>([
    { stored: undefined, observed: {}, phase: "Pending" },
    { stored: "Running", observed: { bootstrapConfig: configPending }, phase: "Running" },
    {
      stored: "Provisioned",
      observed: {
        bootstrapConfig: configReady,
        infrastructure: infraReady,
        node: { state: "found", node: nodeObject({ conditions: { Ready: "False" } }) },
      },
      phase: "Running",
    },
  ])("changes from $stored to $phase", ({ stored, observed, phase }) => {
    const status = stored === undefined ? {} : { status: { phase: stored as "Running" } };
    const result = nextMachine(machineObject(status), observe(observed), { reading: "upstream", now });
    expect(result.status?.phase).toBe(phase);
  });
});
