import { type Cluster, type Condition, type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { nextClusterDeletionStep } from "../src/controllers/cluster/deletion.ts";
import { nextCluster } from "../src/controllers/cluster/next-cluster.ts";
import { clusterObject, found, machineObject } from "./scene/objects.ts";
import { type ObservedCluster } from "../src/controllers/cluster/observed.ts";

const now = Date.parse("2030-01-01T00:00:00Z");
const later = now + 60_000;
const provisioned = found("TestCluster", {
  name: "c1",
  spec: { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } },
  status: { initialization: { provisioned: true }, failureDomains: [{ name: "a", controlPlane: true }] },
});
const labels = { "cluster.x-k8s.io/control-plane": "" };

function observe(changes: Partial<ObservedCluster> = {}, machines: Machine[] = []): ObservedCluster {
  return {
    infrastructure: provisioned,
    controlPlane: undefined,
    descendants: { machines, machineSets: [], machineDeployments: [] },
    workload: { state: "connected" },
    ...changes,
  };
}

function condition(cluster: Cluster, type: string): Condition | undefined {
  return cluster.status?.conditions?.find((candidate) => candidate.type === type);
}

describe("the provisioning of a Cluster", () => {
  test("waits for its infrastructure", () => {
    const next = nextCluster(clusterObject(), observe({ infrastructure: { state: "missing" } }), { now });
    expect(next.status?.phase).toBe("Provisioning");
    expect(condition(next, "InfrastructureReady")).toMatchObject({
      status: "False",
      reason: "ObjectDoesNotExist",
      message: "TestCluster c1 (spec.infrastructureRef) does not exist",
    });
  });

  test("copies endpoint and failure domains", () => {
    const next = nextCluster(clusterObject(), observe(), { now });
    expect(next.spec.controlPlaneEndpoint).toEqual({ host: "10.0.0.1", port: 6443 });
    expect(next.status).toMatchObject({
      phase: "Provisioned",
      initialization: { infrastructureProvisioned: true },
      failureDomains: [{ name: "a", controlPlane: true }],
    });
    expect(nextCluster(next, observe(), { now: later })).toEqual(next);
  });

  test("never replaces an existing endpoint", () => {
    const cluster = clusterObject({ spec: { controlPlaneEndpoint: { host: "mine", port: 1 } } });
    expect(nextCluster(cluster, observe(), { now }).spec.controlPlaneEndpoint).toEqual({ host: "mine", port: 1 });
  });

  test("without controlPlaneRef sets the condition from the first control plane Node, not the field", () => {
    const waiting = machineObject({ name: "cp", metadata: { labels } });
    const before = nextCluster(clusterObject(), observe({}, [waiting]), { now });
    expect(condition(before, "ControlPlaneInitialized")?.status).toBe("False");
    const joined = { ...waiting, status: { nodeRef: { name: "n" } } };
    const after = nextCluster(before, observe({}, [joined]), { now: later });
    expect(condition(after, "ControlPlaneInitialized")?.status).toBe("True");
    expect(after.status?.initialization?.controlPlaneInitialized).toBeUndefined();
    expect(condition(nextCluster(after, observe(), { now: later }), "ControlPlaneInitialized")?.status).toBe("True");
  });

  test("with controlPlaneRef follows the control plane object", () => {
    const reference = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "TestControlPlane", name: "c1" };
    const cluster = clusterObject({ spec: { controlPlaneRef: reference } });
    const controlPlane = found("TestControlPlane", { status: { initialization: { controlPlaneInitialized: true } } });
    const next = nextCluster(cluster, observe({ controlPlane }), { now });
    expect(next.status?.initialization?.controlPlaneInitialized).toBe(true);
    expect(condition(next, "ControlPlaneInitialized")?.status).toBe("True");
  });

  test("ends with Available when everything is available", () => {
    const available: Condition = {
      type: "Available",
      status: "True",
      reason: "Available",
      message: "",
      lastTransitionTime: "2030-01-01T00:00:00Z",
    };
    const machine = machineObject({ metadata: { labels }, status: { conditions: [available] } });
    const ready = nextCluster(clusterObject(), observe({}, [machine]), { now });
    expect(condition(ready, "Available")).toMatchObject({ status: "True", reason: "Available" });
    const workload = { state: "connecting", message: "Waiting" } as const;
    const waiting = nextCluster(clusterObject(), observe({ workload }, [machine]), { now });
    expect(condition(waiting, "Available")).toMatchObject({
      status: "False",
      message: "* RemoteConnectionProbe: Waiting",
    });
  });
});

describe("the next step of a Cluster's deletion", () => {
  const cluster = clusterObject({ metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } });
  const worker = machineObject({ name: "w" });
  const controlPlane = machineObject({ name: "cp", metadata: { labels } });
  const step = (changes: Partial<ObservedCluster>, machines: Machine[]) =>
    nextClusterDeletionStep({ cluster, ...observe(changes, machines) });

  test("is to delete workers, control plane and infrastructure, and to remove the finalizer, in this order", () => {
    expect(step({}, [controlPlane, worker])).toMatchObject({
      reason: "WaitingForWorkersDeletion",
      delete: [{ object: { metadata: { name: "w" } } }],
    });
    expect(step({}, [controlPlane])).toMatchObject({
      reason: "WaitingForControlPlaneDeletion",
      delete: [{ object: { metadata: { name: "cp" } } }],
    });
    expect(step({}, [])).toMatchObject({
      reason: "WaitingForInfrastructureDeletion",
      delete: [{ object: { kind: "TestCluster" } }],
    });
    expect(step({ infrastructure: { state: "missing" } }, [])).toEqual({ action: "finish" });
  });

  test("is to wait for objects in deletion, and to keep objects that another controller owns", () => {
    const going = machineObject({ name: "w1", metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } });
    const owner = { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "MachineSet", name: "s", uid: "s", controller: true };
    const replica = machineObject({ name: "w2", metadata: { ownerReferences: [owner] } });
    expect(step({}, [going, replica])).toMatchObject({ delete: [], message: "* Worker Machines: w1, w2" });
  });
});
