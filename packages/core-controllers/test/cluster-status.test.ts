import { type Cluster, type Condition, type MachinePool } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { nextClusterDeletionStep } from "../src/controllers/cluster/deletion.ts";
import { nextCluster } from "../src/controllers/cluster/next-cluster.ts";
import { clusterObject, found, machineObject, namespace } from "./scene/objects.ts";
import { type ObservedCluster } from "../src/controllers/cluster/observed.ts";

const at = "2030-01-01T00:00:00Z";
const now = Date.parse(at);
const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "TestControlPlane", name: "c1" };
const topology = { classRef: { name: "class" }, version: "v1.36.0" };

function observe(changes: Partial<ObservedCluster> = {}): ObservedCluster {
  return {
    infrastructure: undefined,
    controlPlane: undefined,
    descendants: { machines: [], machineSets: [], machineDeployments: [] },
    workload: { state: "connected" },
    ...changes,
  };
}

function condition(cluster: Cluster, type: string): Condition | undefined {
  return cluster.status?.conditions?.find((candidate) => candidate.type === type);
}

/** A Cluster of a ClusterClass whose objects do not exist yet. */
function ofClass(changes: Parameters<typeof clusterObject>[0] = {}): Cluster {
  const cluster = clusterObject({ ...changes, spec: { topology, ...changes.spec } });
  delete cluster.spec.infrastructureRef;
  return cluster;
}

describe("a Cluster whose topology creates its objects", () => {
  const waiting = "Waiting for cluster topology to be reconciled";

  test("waits for its objects and reports nothing as provisioned", () => {
    const next = nextCluster(ofClass(), observe(), { now });
    expect(next.status?.initialization).toBeUndefined();
    expect(next.status).toMatchObject({ phase: "Pending" });
    expect(next.status?.controlPlane).toBeUndefined();
    const reason = "ObjectDoesNotExist";
    expect(condition(next, "InfrastructureReady")).toMatchObject({ status: "False", reason, message: waiting });
    expect(condition(next, "ControlPlaneAvailable")).toMatchObject({ status: "False", reason, message: waiting });
    expect(condition(next, "ControlPlaneInitialized")).toMatchObject({ status: "Unknown", reason, message: waiting });
    expect(next.status?.deprecated?.v1beta1?.conditions ?? []).toEqual([]);
  });

  test("reports no waiting while it is being deleted", () => {
    const next = nextCluster(ofClass({ metadata: { deletionTimestamp: at } }), observe(), { now });
    expect(condition(next, "InfrastructureReady")).toMatchObject({ reason: "ObjectDoesNotExist", message: "" });
  });

  const other: Condition = {
    type: "TopologyReconciled",
    status: "True",
    reason: "ReconcileSucceeded",
    message: "",
    lastTransitionTime: at,
  };
  const said = (cluster: Cluster) => condition(cluster, "TopologyReconciled");

  test("reports as an issue that no controller reconciles its topology, with the remedy", () => {
    const next = nextCluster(ofClass(), observe(), { now });
    expect(said(next)).toMatchObject({ status: "False", reason: "TopologyNotSupported", lastTransitionTime: at });
    expect(said(next)?.message).toContain("feature gate ClusterTopology");
    expect(condition(next, "Available")?.message).toContain(
      "* TopologyReconciled: Capstan does not reconcile spec.topology",
    );
    expect(nextCluster(next, observe(), { now: now + 1_000 })).toEqual(next);
  });

  test("keeps the topology condition of another core", () => {
    const next = nextCluster(ofClass({ status: { conditions: [other] } }), observe(), { now });
    expect(said(next)).toEqual(other);
  });

  test("drops its own topology condition without a topology, and keeps another core's", () => {
    const before = nextCluster(ofClass(), observe(), { now });
    delete before.spec.topology;
    expect(said(nextCluster(before, observe(), { now }))).toBeUndefined();
    expect(said(nextCluster(clusterObject({ status: { conditions: [other] } }), observe(), { now }))).toEqual(other);
    const alike = { ...other, type: "Custom", reason: "TopologyNotSupported" };
    const next = nextCluster(clusterObject({ status: { conditions: [alike] } }), observe(), { now });
    expect(condition(next, "Custom")).toEqual(alike);
  });

  test.each([
    ["False", "ControlPlaneUpgradePending", false],
    ["Unknown", "ControlPlaneUpgradePending", true],
    ["False", "ReconcileFailed", true],
    ["False", "ClusterClassNotReconciled", true],
  ])(
    "a topology whose reconciliation is %s because of %s keeps a Cluster from being Available: %s",
    (value, reason, isIssue) => {
      const reconciled = {
        type: "TopologyReconciled",
        status: value,
        reason,
        message: "reported",
        lastTransitionTime: at,
      };
      const status = { conditions: [reconciled as Condition] };
      const available = condition(nextCluster(ofClass({ status }), observe(), { now }), "Available")?.message ?? "";
      expect(available.includes("* TopologyReconciled: reported")).toBe(isIssue);
    },
  );
});

describe("the status reported by the objects of a Cluster", () => {
  const cluster = clusterObject({ spec: { controlPlaneRef } });

  test("a lasting failure is reported in the v1beta1 fields until it is withdrawn", () => {
    const infrastructure = found("TestCluster", {
      name: "c1",
      status: { failureReason: "NoQuota", failureMessage: "no" },
    });
    const failed = nextCluster(cluster, observe({ infrastructure }), { now });
    const expected = { failureReason: "NoQuota", failureMessage: "TestCluster c1 failed: no" };
    expect(failed.status?.deprecated?.v1beta1).toMatchObject(expected);
    const controlPlane = found("TestControlPlane", { name: "c1", status: { failureMessage: "lost" } });
    const other = nextCluster(failed, observe({ infrastructure: found("TestCluster"), controlPlane }), { now });
    expect(other.status?.deprecated?.v1beta1).toMatchObject({ failureMessage: "TestControlPlane c1 failed: lost" });
    expect(other.status?.deprecated?.v1beta1?.failureReason).toBeUndefined();
  });

  test("a contract violation of the control plane is reported with path and rule, and blocks nothing else", () => {
    const infrastructure = found("TestCluster", { name: "c1", status: { initialization: { provisioned: true } } });
    const controlPlane = found("TestControlPlane", { name: "c1", status: { replicas: "three" } });
    const next = nextCluster(cluster, observe({ infrastructure, controlPlane }), { now });
    expect(next.status?.initialization).toEqual({ infrastructureProvisioned: true });
    expect(condition(next, "ControlPlaneAvailable")).toMatchObject({ status: "Unknown", reason: "ContractViolation" });
    expect(condition(next, "ControlPlaneAvailable")?.message).toContain(
      "status.replicas: expected an integer (CP-004)",
    );
    expect(condition(next, "ControlPlaneInitialized")).toMatchObject({ status: "Unknown" });
  });

  test("a control plane that disappears after initialization is reported", () => {
    const status = { initialization: { controlPlaneInitialized: true } };
    const lost = observe({ controlPlane: { state: "missing" } });
    const next = nextCluster(clusterObject({ spec: { controlPlaneRef }, status }), lost, { now });
    expect(condition(next, "ControlPlaneAvailable")).toMatchObject({
      reason: "ObjectDeleted",
      message: "TestControlPlane c1 (spec.controlPlaneRef) has been deleted while the Cluster still exists",
    });
  });

  test("deleted objects of a Cluster in deletion do not make it unavailable", () => {
    const status = { initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true } };
    const changes = { metadata: { deletionTimestamp: at }, spec: { controlPlaneRef }, status };
    const gone = observe({ infrastructure: { state: "missing" }, controlPlane: { state: "missing" } });
    const available = condition(nextCluster(clusterObject(changes), gone, { now }), "Available");
    expect(available?.message).toBe("* Deleting: Deletion started");
  });

  test("existing objects and reports of others still count while a Cluster is being deleted", () => {
    const gate: Condition = {
      type: "Gate",
      status: "False",
      reason: "ObjectDeleted",
      message: "gone",
      lastTransitionTime: at,
    };
    const changes = {
      metadata: { deletionTimestamp: at },
      spec: { controlPlaneRef, availabilityGates: [{ conditionType: "Gate" }] },
      status: { conditions: [gate] },
    };
    const infrastructure = found("TestCluster", { name: "c1" });
    const next = nextCluster(clusterObject(changes), observe({ infrastructure }), { now });
    const lines = condition(next, "Available")
      ?.message.split("\n")
      .map((line) => line.split(":")[0]);
    expect(lines).toEqual(expect.arrayContaining(["* InfrastructureReady", "* Gate"]));
  });
});

describe("MachinePools", () => {
  const pool: MachinePool = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachinePool",
    metadata: { name: "p", namespace },
    spec: { clusterName: "c1", replicas: 3, template: { spec: machineObject({ name: "p" }).spec } },
    status: { replicas: 2, readyReplicas: 1, availableReplicas: 1, versions: [{ version: "v1.36.0", replicas: 2 }] },
  };
  const pooled = machineObject({ name: "p-1", metadata: { labels: { "cluster.x-k8s.io/pool-name": "p" } } });
  const members = { machines: [pooled], machineSets: [], machineDeployments: [] };
  const known = { ...members, machinePools: { state: "known", pools: [pool] } } as const;

  test("count as workers by their own status; their Machines are not counted again", () => {
    const next = nextCluster(clusterObject(), observe({ descendants: known }), { now });
    expect(next.status?.workers).toEqual({
      desiredReplicas: 3,
      replicas: 2,
      readyReplicas: 1,
      availableReplicas: 1,
      versions: [{ version: "v1.36.0", replicas: 2 }],
    });
    expect(condition(next, "WorkerMachinesReady")).toMatchObject({ status: "True", reason: "NoReplicas" });
  });

  test("are deleted with the other workers, before the control plane and the infrastructure", () => {
    const cluster = clusterObject({ metadata: { deletionTimestamp: at } });
    const step = (descendants: ObservedCluster["descendants"]) =>
      nextClusterDeletionStep({ cluster, ...observe({ descendants }) });
    expect(step({ ...known, machines: [] })).toMatchObject({
      delete: [{ object: { kind: "MachinePool", metadata: { name: "p" } } }],
      reason: "WaitingForWorkersDeletion",
      message: "* MachinePools: p",
    });
    const missing = { ...members, machines: [] };
    expect(step({ ...missing, machinePools: { state: "pending" } })).toMatchObject({
      action: "wait",
    });
    const message = "MachinePools cannot be read: forbidden";
    expect(step({ ...missing, machinePools: { state: "unreadable", message } })).toMatchObject({ message });
  });
});
