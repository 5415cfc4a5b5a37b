import { type Cluster, type Machine, type MachineDeployment, type MachineSet } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { type ClusterDeletionFacts, nextClusterDeletionStep } from "../src/controllers/cluster/deletion.ts";
import { type Descendants } from "../src/controllers/cluster/descendants.ts";
import { nextCluster, type NextClusterOptions } from "../src/controllers/cluster/next-cluster.ts";
import { type ObservedCluster } from "../src/controllers/cluster/observed.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { clusterObject, found, machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet } from "./scene/sets.ts";

const at = "2030-01-01T00:00:00Z";
const now = Date.parse(at);
const going = { deletionTimestamp: at };
const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "TestControlPlane", name: "p" };
const controller = { ownerReferences: [{ apiVersion: "v1", kind: "Owner", name: "o", uid: "u", controller: true }] };
const isControlPlane = { labels: { "cluster.x-k8s.io/control-plane": "" } };

const withMetadata = <T extends Machine | MachineSet | MachineDeployment>(object: T, metadata: object): T => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
});

describe("the next step of a Cluster's deletion", () => {
  function step(descendants: Partial<Descendants> = {}, facts: Partial<ClusterDeletionFacts> = {}, bare = false) {
    const cluster = clusterObject({ metadata: going });
    if (bare) delete cluster.spec.infrastructureRef;
    const next = nextClusterDeletionStep({
      cluster,
      descendants: { machineDeployments: [], machineSets: [], machines: [], ...descendants },
      controlPlane: undefined,
      infrastructure: { state: "missing" },
      ...facts,
    });
    if (next.action === "finish") return next;
    return { ...next, delete: next.delete.map(({ kind, object }) => `${kind.kind} ${object.metadata.name}`) };
  }
  const workers = "WaitingForWorkersDeletion";
  const waits = (reason: string, message: string, removed: string[] = []) => ({
    action: "wait",
    delete: removed,
    reason,
    message,
  });

  test("is to finish when no objects are left", () => {
    expect(step()).toEqual({ action: "finish" });
    expect(step({}, { infrastructure: undefined }, true)).toEqual({ action: "finish" });
    expect(step({ machinePools: { state: "known", pools: [] } })).toEqual({ action: "finish" });
  });

  test("is to wait until MachinePools are listed", () => {
    expect(step({ machinePools: { state: "pending" } })).toEqual(waits(workers, "Waiting for MachinePools to be read"));
    expect(step({ machinePools: { state: "unreadable", message: "no right" } })).toEqual(waits(workers, "no right"));
  });

  test("is to delete workers without a controller and wait for all, naming at most five per kind", () => {
    const names = ["f", "e", "d", "c", "b", "a"];
    const machineSets = [
      machineSet("own"),
      withMetadata(machineSet("controlled"), controller),
      withMetadata(machineSet("going"), going),
    ];
    const machines = [
      machineObject({ name: "m" }),
      machineObject({ name: "n", metadata: controller }),
      machineObject({ name: "cp", metadata: isControlPlane }),
    ];
    expect(step({ machineDeployments: names.map((name) => machineDeployment(name)), machineSets, machines })).toEqual(
      waits(
        workers,
        "* MachineDeployments: a, b, c, d, e, ... (1 more)\n* MachineSets: controlled, going, own\n* Worker Machines: m, n",
        [...names.map((name) => `MachineDeployment ${name}`), "MachineSet own", "Machine m"],
      ),
    );
    expect(step({ machineDeployments: names.slice(1).map((name) => machineDeployment(name)) })).toMatchObject({
      message: "* MachineDeployments: a, b, c, d, e",
    });
    const notController = { ownerReferences: [{ apiVersion: "v1", kind: "Owner", name: "o", uid: "u" }] };
    expect(step({ machineSets: [withMetadata(machineSet("s"), notController)] })).toMatchObject({
      delete: ["MachineSet s"],
    });
  });

  test("is to delete standalone control plane Machines after the workers", () => {
    const machines = [
      machineObject({ name: "b", metadata: { ...isControlPlane, ...controller } }),
      machineObject({ name: "a", metadata: isControlPlane }),
    ];
    expect(step({ machines })).toEqual(
      waits("WaitingForControlPlaneDeletion", "* Control plane Machines: a, b", ["Machine a"]),
    );
    const referring = { cluster: clusterObject({ metadata: going, spec: { controlPlaneRef } }) };
    expect(step({ machines }, { ...referring, controlPlane: { state: "missing" } })).toEqual({ action: "finish" });
  });

  test.each<[string, ObservedReference | undefined, object]>([
    [
      "there",
      found("TestCluster", { name: "c1" }),
      waits("WaitingForInfrastructureDeletion", "Waiting for TestCluster c1 to be deleted", ["TestCluster c1"]),
    ],
    [
      "going",
      found("TestCluster", { metadata: going }),
      waits("WaitingForInfrastructureDeletion", "Waiting for TestCluster c1 to be deleted"),
    ],
    [
      "not seen yet",
      { state: "pending" },
      waits("WaitingForInfrastructureDeletion", "Waiting for TestCluster c1 to be deleted"),
    ],
    [
      "not to be looked up",
      { state: "unresolved", reason: "WatchFailed", message: "try again" },
      waits("WaitingForInfrastructureDeletion", "try again"),
    ],
    [
      "of a kind that is not installed",
      { state: "unresolved", reason: "CRDNotInstalled", message: "" },
      { action: "finish" },
    ],
    ["not observed", undefined, { action: "finish" }],
  ])("when the infrastructure is %s", (_state, infrastructure, expected) => {
    expect(step({}, { infrastructure })).toEqual(expected);
  });

  test("is to wait for the control plane before the infrastructure is deleted", () => {
    const facts = {
      cluster: clusterObject({ metadata: going, spec: { controlPlaneRef } }),
      controlPlane: found("TestControlPlane", { name: "p" }),
      infrastructure: found("TestCluster", { name: "c1" }),
    };
    expect(step({}, facts)).toEqual(
      waits("WaitingForControlPlaneDeletion", "Waiting for TestControlPlane p to be deleted", ["TestControlPlane p"]),
    );
  });
});

describe("the status of a Cluster", () => {
  const done = { initialization: { provisioned: true } };
  const endpoint = { host: "10.0.0.1", port: 6443 };
  function next(cluster: Cluster, observed: Partial<ObservedCluster> = {}, options: Partial<NextClusterOptions> = {}) {
    const around: ObservedCluster = {
      infrastructure: found("TestCluster", { name: "c1", status: done }),
      controlPlane: undefined,
      descendants: { machines: [], machineSets: [], machineDeployments: [] },
      workload: { state: "connected" },
      ...observed,
    };
    return nextCluster(cluster, around, { now, ...options });
  }
  const conditionOf = (cluster: Cluster, type: string) =>
    cluster.status?.conditions?.find((each) => each.type === type);

  test.each<[string, Cluster, Partial<ObservedCluster>, string]>([
    ["a deletion", clusterObject({ metadata: going, spec: { controlPlaneEndpoint: endpoint } }), {}, "Deleting"],
    ["infrastructure and an endpoint", clusterObject({ spec: { controlPlaneEndpoint: endpoint } }), {}, "Provisioned"],
    ["infrastructure alone", clusterObject(), {}, "Provisioning"],
    [
      "an endpoint alone",
      clusterObject({ spec: { controlPlaneEndpoint: endpoint } }),
      { infrastructure: found("TestCluster") },
      "Provisioning",
    ],
    [
      "a control plane alone",
      { ...clusterObject(), spec: { controlPlaneRef } },
      { infrastructure: undefined },
      "Provisioning",
    ],
    ["no references", { ...clusterObject(), spec: {} }, { infrastructure: undefined }, "Pending"],
  ])("with %s has its phase", (_given, cluster, observed, phase) => {
    expect(next(cluster, observed).status?.phase).toBe(phase);
  });

  test("has the endpoint of the infrastructure, else of the control plane, else none", () => {
    const ofBoth = {
      infrastructure: found("TestCluster", { spec: { controlPlaneEndpoint: endpoint }, status: done }),
      controlPlane: found("TestControlPlane", {
        spec: { controlPlaneEndpoint: { host: "cp", port: 1 } },
        status: { initialization: { controlPlaneInitialized: true } },
      }),
    };
    const cluster = clusterObject({ spec: { controlPlaneRef } });
    expect(next(cluster, ofBoth).spec.controlPlaneEndpoint).toEqual(endpoint);
    expect(
      next(cluster, { ...ofBoth, infrastructure: found("TestCluster", { status: done }) }).spec.controlPlaneEndpoint,
    ).toEqual({
      host: "cp",
      port: 1,
    });
    expect(next(clusterObject()).spec).not.toHaveProperty("controlPlaneEndpoint");
  });

  test("keeps failure domains while they are unknown, and drops removed ones", () => {
    const domains = [{ name: "a", controlPlane: true }];
    const cluster = clusterObject({ status: { failureDomains: domains } });
    expect(next(cluster, { infrastructure: { state: "missing" } }).status?.failureDomains).toEqual(domains);
    expect(next(cluster).status).not.toHaveProperty("failureDomains");
    expect(next(clusterObject(), { infrastructure: { state: "missing" } }).status).not.toHaveProperty("failureDomains");
  });

  test("keeps the upgrade plan, drops old sums and omits an unknown generation", () => {
    const upgradePlan = [{ version: "v1.36.0" }] as never;
    const planned = clusterObject({ status: { controlPlane: { replicas: 3, upgradePlan }, workers: { replicas: 4 } } });
    const { status } = next(planned);
    expect(status?.controlPlane).toEqual({ upgradePlan });
    expect(status).not.toHaveProperty("workers");
    expect(next(clusterObject({ status: { controlPlane: { replicas: 3 } } })).status).not.toHaveProperty(
      "controlPlane",
    );
    const bare = clusterObject();
    delete bare.metadata.generation;
    expect(next(bare).status).not.toHaveProperty("observedGeneration");
    expect(next(clusterObject({ metadata: { generation: 7 } })).status?.observedGeneration).toBe(7);
  });

  test("shows the progress of the deletion", () => {
    const deleted = clusterObject({ metadata: going });
    expect(conditionOf(next(deleted), "Deleting")).toMatchObject({
      status: "True",
      reason: "Deleting",
      message: "Deletion started",
    });
    const deletion = { reason: "WaitingForWorkersDeletion", message: "m" };
    expect(conditionOf(next(deleted, {}, { deletion }), "Deleting")).toMatchObject({ status: "True", ...deletion });
    expect(conditionOf(next(clusterObject()), "Deleting")).toMatchObject({ status: "False", reason: "NotDeleting" });
    expect(conditionOf(next(clusterObject()), "Paused")).toMatchObject({ status: "False", reason: "NotPaused" });
  });

  test.each([
    [undefined, "True", "True"],
    ["Positive", "False", "False"],
    ["Negative", "True", "False"],
    ["Negative", "False", "True"],
  ] as const)(
    "with an availability gate of polarity %j that is %s: the gate allows Available: %s",
    (polarity, gate, expected) => {
      const conditions = [{ type: "G", status: gate, reason: "R", message: "", lastTransitionTime: at }];
      const gates = [{ conditionType: "G", ...(polarity === undefined ? {} : { polarity }) }];
      const cluster = clusterObject({ spec: { controlPlaneRef, availabilityGates: gates }, status: { conditions } });
      const controlPlane = found("TestControlPlane", { status: { initialization: { controlPlaneInitialized: true } } });
      expect(conditionOf(next(cluster, { controlPlane }), "Available")?.status).toBe(expected);
    },
  );

  const old = (cluster: Cluster): string[] =>
    (cluster.status?.deprecated?.v1beta1?.conditions ?? []).map(({ type, status, severity, reason }) =>
      [`${type}:`, status, severity, reason].filter((part) => part !== undefined).join(" "),
    );
  const topology = { classRef: { name: "class" }, version: "v1.36.0" } as NonNullable<Cluster["spec"]["topology"]>;

  test.each<[string, Cluster, Partial<ObservedCluster>, string | undefined]>([
    ["infrastructure that is done", clusterObject(), {}, "InfrastructureReady: True"],
    [
      "infrastructure that is not done",
      clusterObject(),
      { infrastructure: found("TestCluster") },
      "InfrastructureReady: False Info WaitingForInfrastructure",
    ],
    ["infrastructure that is left", clusterObject({ metadata: going }), {}, "InfrastructureReady: False Info Deleting"],
    [
      "infrastructure that is gone",
      clusterObject({ metadata: going }),
      { infrastructure: { state: "missing" } },
      "InfrastructureReady: False Info Deleted",
    ],
    ["infrastructure that is missing", clusterObject(), { infrastructure: { state: "missing" } }, undefined],
    [
      "infrastructure that is not seen",
      clusterObject({ metadata: going }),
      { infrastructure: { state: "pending" } },
      undefined,
    ],
    [
      "infrastructure of another Cluster",
      clusterObject(),
      { infrastructure: { ...found("TestCluster"), refusal: "x" } },
      undefined,
    ],
    ["no reference", { ...clusterObject(), spec: {} }, { infrastructure: undefined }, "InfrastructureReady: True"],
    [
      "no reference in a deletion",
      { ...clusterObject({ metadata: going }), spec: {} },
      { infrastructure: undefined },
      undefined,
    ],
    ["a topology", { ...clusterObject(), spec: { topology } }, { infrastructure: undefined }, undefined],
  ])("in v1beta1, with %s", (_given, cluster, observed, expected) => {
    expect(old(next(cluster, observed)).find((line) => line.startsWith("InfrastructureReady"))).toBe(expected);
  });

  test.each<[string, Cluster, Partial<ObservedCluster>, string | undefined]>([
    ["no Node", clusterObject(), {}, "ControlPlaneInitialized: False Info MissingNodeRef"],
    [
      "a Node of a worker alone",
      clusterObject(),
      {
        descendants: {
          machines: [
            machineObject({ status: { nodeRef: { name: "n" } } }),
            machineObject({ metadata: isControlPlane }),
          ],
          machineSets: [],
          machineDeployments: [],
        },
      },
      "ControlPlaneInitialized: False Info MissingNodeRef",
    ],
    [
      "a Node of the control plane",
      clusterObject(),
      {
        descendants: {
          machines: [machineObject({ metadata: isControlPlane, status: { nodeRef: { name: "n" } } })],
          machineSets: [],
          machineDeployments: [],
        },
      },
      "ControlPlaneInitialized: True",
    ],
    ["a topology", { ...clusterObject(), spec: { topology } }, { infrastructure: undefined }, undefined],
    [
      "an object that is missing",
      clusterObject({ spec: { controlPlaneRef } }),
      { controlPlane: { state: "missing" } },
      undefined,
    ],
    [
      "an object that is not initialized",
      clusterObject({ spec: { controlPlaneRef } }),
      { controlPlane: found("TestControlPlane") },
      "ControlPlaneInitialized: False Info WaitingForControlPlaneProviderInitialized",
    ],
    [
      "an object that is initialized",
      clusterObject({ spec: { controlPlaneRef } }),
      { controlPlane: found("TestControlPlane", { status: { initialization: { controlPlaneInitialized: true } } }) },
      "ControlPlaneInitialized: True",
    ],
  ])("in v1beta1, with %s: whether it is initialized", (_given, cluster, observed, expected) => {
    expect(old(next(cluster, observed)).find((line) => line.startsWith("ControlPlaneInitialized"))).toBe(expected);
  });

  test.each([
    ["True", "ControlPlaneInitialized: True"],
    ["False", "ControlPlaneInitialized: False Info MissingNodeRef"],
  ] as const)("in v1beta1, the %s state of the control plane is kept only if it was True", (status, expected) => {
    const conditions = [
      { type: "ControlPlaneInitialized", status, lastTransitionTime: at },
      { type: "Other", status: "True" as const, lastTransitionTime: at },
    ];
    const cluster = clusterObject({ status: { deprecated: { v1beta1: { conditions } } } });
    expect(old(next(cluster))).toContain(expected);
  });
});
