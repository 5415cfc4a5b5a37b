import { type Cluster, type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { statusChange } from "../src/kit/hold-back.ts";
import { summarizeDeprecated } from "../src/conditions/deprecated-summary.ts";
import { nextCluster } from "../src/controllers/cluster/next-cluster.ts";
import { nextMachine, type NextMachineOptions } from "../src/controllers/machine/next-machine.ts";
import { type ObservedMachine } from "../src/controllers/machine/observed.ts";
import { clusterObject, found, healthyConditions, machineObject, nodeObject } from "./scene/objects.ts";
import { type ObservedCluster } from "../src/controllers/cluster/observed.ts";

const now = Date.parse("2030-01-01T00:00:00Z");
const lastTransitionTime = "2030-01-01T00:00:00Z";

const configReady = found("TestConfig", {
  status: { dataSecretName: "m1-data", initialization: { dataSecretCreated: true } },
});
const infraReady = found("TestMachine", {
  spec: { providerID: "test://m1" },
  status: { initialization: { provisioned: true } },
});
const running: Partial<ObservedMachine> = {
  bootstrapConfig: configReady,
  infrastructure: infraReady,
  node: { state: "found", node: nodeObject() },
};

function next(machine: Machine, observed: Partial<ObservedMachine> = {}, options: Partial<NextMachineOptions> = {}) {
  const all: ObservedMachine = {
    cluster: clusterObject(),
    bootstrapConfig: found("TestConfig"),
    infrastructure: found("TestMachine"),
    node: { state: "absent" },
    ...observed,
  };
  return nextMachine(machine, all, { reading: "proposal", now, ...options });
}

/** `type: status severity reason message`, without times. */
function reported(object: Machine | Cluster): string[] {
  return (object.status?.deprecated?.v1beta1?.conditions ?? []).map(({ type, status, severity, reason, message }) =>
    [`${type}:`, status, severity, reason, message].filter((part) => part !== undefined).join(" "),
  );
}

describe("the v1beta1 conditions of a Machine", () => {
  test("count the steps until the Machine has its providerID", () => {
    const waiting = next(machineObject());
    expect(reported(waiting)).toEqual([
      "Ready: False Info WaitingForInfrastructure 0 of 2 completed",
      "BootstrapReady: False Info WaitingForDataSecret",
      "InfrastructureReady: False Info WaitingForInfrastructure",
      "NodeHealthy: False Info WaitingForNodeRef",
    ]);
    expect(reported(next(waiting, { bootstrapConfig: configReady }))).toEqual([
      "Ready: False Info WaitingForInfrastructure 1 of 2 completed",
      "BootstrapReady: True",
      "InfrastructureReady: False Info WaitingForInfrastructure",
      "NodeHealthy: False Info WaitingForNodeRef",
    ]);
    expect(reported(next(waiting, { bootstrapConfig: configReady, infrastructure: infraReady }))).toEqual([
      "Ready: True",
      "BootstrapReady: True",
      "InfrastructureReady: True",
      "NodeHealthy: False Warning NodeProvisioning Waiting for a node with matching ProviderID to exist",
    ]);
  });

  test("keep their times while nothing changes", () => {
    const first = next(machineObject(), running);
    expect(reported(first)).toEqual([
      "Ready: True",
      "BootstrapReady: True",
      "InfrastructureReady: True",
      "NodeHealthy: True",
    ]);
    expect(next(first, running, { now: now + 60_000 })).toEqual(first);
  });

  test.each([
    [{ ...healthyConditions, Ready: "False" }, "False Warning NodeConditionsFailed Node condition Ready is False"],
    [{ ...healthyConditions, Ready: "Unknown" }, "True"],
    [
      { Ready: "Unknown", MemoryPressure: "Unknown", DiskPressure: "Unknown", PIDPressure: "Unknown" },
      "Unknown NodeConditionsFailed Node condition Ready is Unknown. Node condition MemoryPressure is Unknown. " +
        "Node condition DiskPressure is Unknown. Node condition PIDPressure is Unknown",
    ],
  ])("show the health of a Node with %o", (conditions, expected) => {
    const node = { state: "found", node: nodeObject({ conditions }) } as const;
    expect(reported(next(machineObject(), { ...running, node }))).toContain(`NodeHealthy: ${expected}`);
  });

  test("show the v1beta1 conditions of a provider, wherever the provider stores them", () => {
    const ready = { type: "Ready", status: "False", severity: "Error", reason: "NoQuota", message: "none left" };
    const aside = found("TestMachine", { status: { deprecated: { v1beta1: { conditions: [ready] } } } });
    const own = found("TestMachine", { status: { conditions: [ready] } }, "v1beta1");
    for (const infrastructure of [aside, own]) {
      expect(reported(next(machineObject(), { infrastructure }))).toContain(
        "InfrastructureReady: False Error NoQuota none left",
      );
    }
  });

  test("a Node that disappears", () => {
    const machine = machineObject({ status: { nodeRef: { name: "n1" } } });
    expect(reported(next(machine, { ...running, node: { state: "absent" } }))).toContain(
      "NodeHealthy: False Error NodeNotFound",
    );
  });

  test("unreadable facts and the conditions of others stay unchanged", () => {
    const others = { type: "HealthCheckSucceeded", status: "False", severity: "Warning", reason: "UnhealthyNode" };
    const before = next(machineObject(), running);
    const conditions = [...(before.status?.deprecated?.v1beta1?.conditions ?? []), { ...others, lastTransitionTime }];
    before.status = { ...before.status, deprecated: { v1beta1: { conditions } } };
    const after = next(before, { ...running, node: { state: "connecting", message: "" } });
    expect(reported(after)).toEqual([
      "Ready: False Warning UnhealthyNode",
      "BootstrapReady: True",
      "HealthCheckSucceeded: False Warning UnhealthyNode",
      "InfrastructureReady: True",
      "NodeHealthy: True",
    ]);
  });

  test("follow a deletion stage by stage", () => {
    const machine = next(machineObject(), running);
    machine.metadata.deletionTimestamp = lastTransitionTime;
    const at = (reason: string, message = "", times = {}) =>
      reported(next(machine, running, { deletion: { reason, message, times } }));
    expect(at("WaitingForPreDrainHook")).toContain("PreDrainDeleteHookSucceeded: False Info WaitingExternalHook");
    const drain = { nodeDrainStartTime: lastTransitionTime };
    expect(at("DrainingNode", "Drain not completed yet", drain)).toEqual(
      expect.arrayContaining([
        "Ready: False Info Draining Drain not completed yet",
        "PreDrainDeleteHookSucceeded: True",
        "DrainingSucceeded: False Info Draining Drain not completed yet",
      ]),
    );
    const volumes = { ...drain, waitForNodeVolumeDetachStartTime: lastTransitionTime };
    expect(at("WaitingForVolumeDetach", "", volumes)).toEqual(
      expect.arrayContaining([
        "DrainingSucceeded: True",
        "VolumeDetachSucceeded: False Info WaitingForVolumeDetach Waiting for node volumes to be detached",
      ]),
    );
    expect(at("WaitingForInfrastructureDeletion", "", volumes)).toEqual(
      expect.arrayContaining(["VolumeDetachSucceeded: True", "PreTerminateDeleteHookSucceeded: True"]),
    );
    const gone = next(machine, { ...running, infrastructure: { state: "missing" }, node: { state: "absent" } });
    expect(reported(gone)).toContain("InfrastructureReady: False Info Deleted");
  });

  test("count as wording and never cause an immediate write", () => {
    const waiting = next(machineObject());
    const conditions = [{ type: "Ready", status: "True", lastTransitionTime }];
    const changed = { ...waiting.status, deprecated: { v1beta1: { conditions } } };
    expect(statusChange(waiting.status, changed)).toBe("wording");
    const failed = { ...waiting.status, deprecated: { v1beta1: { conditions, failureReason: "Quota" } } };
    expect(statusChange(waiting.status, failed)).toBe("substance");
  });
});

test("a v1beta1 summary shows the worst existing condition, and is missing without conditions", () => {
  const condition = (type: string, status: string, severity?: string) => ({
    type,
    status,
    reason: type,
    lastTransitionTime,
    ...(severity === undefined ? {} : { severity }),
  });
  const summary = (...conditions: ReturnType<typeof condition>[]) =>
    summarizeDeprecated(conditions, { of: ["A", "B", "C"] });
  expect(summary()).toBeUndefined();
  expect(summary(condition("D", "False", "Error"))).toBeUndefined();
  expect(summary(condition("A", "False", "Info"), condition("B", "False", "Error"))).toMatchObject({ reason: "B" });
  expect(summary(condition("A", "Unknown"), condition("B", "True"))).toEqual({ type: "Ready", status: "True" });
  expect(summary(condition("A", "Unknown"))).toMatchObject({ status: "Unknown", reason: "A" });
});

describe("the v1beta1 conditions of a Cluster", () => {
  const infrastructure = found("TestCluster", { name: "c1", status: { initialization: { provisioned: true } } });
  const observe = (changes: Partial<ObservedCluster>, machines: Machine[] = []): ObservedCluster => ({
    infrastructure,
    controlPlane: undefined,
    descendants: { machines, machineSets: [], machineDeployments: [] },
    workload: { state: "connected" },
    ...changes,
  });

  test("without controlPlaneRef come from the infrastructure and the first control plane Node", () => {
    const pending = found("TestCluster", { name: "c1" });
    expect(reported(nextCluster(clusterObject(), observe({ infrastructure: pending }), { now }))).toEqual([
      "Ready: False Info WaitingForInfrastructure",
      "ControlPlaneInitialized: False Info MissingNodeRef Waiting for the first control plane machine to have its status.nodeRef set",
      "InfrastructureReady: False Info WaitingForInfrastructure",
    ]);
    const labels = { "cluster.x-k8s.io/control-plane": "" };
    const cp = machineObject({ name: "cp", metadata: { labels }, status: { nodeRef: { name: "n1" } } });
    const up = nextCluster(clusterObject(), observe({}, [cp]), { now });
    expect(reported(up)).toEqual(["Ready: True", "ControlPlaneInitialized: True", "InfrastructureReady: True"]);
    // a True condition stays True
    expect(reported(nextCluster(up, observe({}), { now }))).toEqual(reported(up));
  });

  test("with controlPlaneRef come from the control plane object", () => {
    const spec = {
      controlPlaneRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestControlPlane", name: "c1" },
    };
    const controlPlane = (status: object) => found("TestControlPlane", { name: "c1", status });
    expect(
      reported(nextCluster(clusterObject({ spec }), observe({ controlPlane: controlPlane({}) }), { now })),
    ).toEqual([
      "Ready: False Info WaitingForControlPlane",
      "ControlPlaneInitialized: False Info WaitingForControlPlaneProviderInitialized Waiting for control plane provider to indicate the control plane has been initialized",
      "ControlPlaneReady: False Info WaitingForControlPlane",
      "InfrastructureReady: True",
    ]);
    const done = controlPlane({ initialization: { controlPlaneInitialized: true } });
    expect(reported(nextCluster(clusterObject({ spec }), observe({ controlPlane: done }), { now }))).toEqual([
      "Ready: True",
      "ControlPlaneInitialized: True",
      "ControlPlaneReady: True",
      "InfrastructureReady: True",
    ]);
  });
});
