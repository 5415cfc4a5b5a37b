import { type Cluster, type Condition, type Machine, type MachineDeployment, type MachineSet } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { nextCluster } from "../src/controllers/cluster/next-cluster.ts";
import { clusterStatusChange } from "../src/controllers/cluster/status-change.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { clusterObject, found, machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet } from "./scene/sets.ts";

const now = Date.parse("2030-01-01T00:00:00Z");
const owned = {
  ownerReferences: [{ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", name: "c1", uid: "uid-c1" }],
};

function condition(type: string, status: Condition["status"], message = "", reason = "Because"): Condition {
  return { type, status, reason, message, lastTransitionTime: "2030-01-01T00:00:00Z" };
}

interface Members {
  readonly machines?: Machine[];
  readonly machineSets?: MachineSet[];
  readonly machineDeployments?: MachineDeployment[];
  readonly controlPlane?: ObservedReference;
}

const controlPlaneRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestControlPlane", name: "c1" };

function sum({ controlPlane, ...members }: Members): Cluster {
  return nextCluster(
    clusterObject(controlPlane === undefined ? {} : { spec: { controlPlaneRef } }),
    {
      infrastructure: { state: "missing" },
      controlPlane,
      descendants: { machines: [], machineSets: [], machineDeployments: [], ...members },
      workload: { state: "connected" },
    },
    { now },
  );
}

function reported(cluster: Cluster, type: string) {
  const { status, reason, message } = cluster.status?.conditions?.find((each) => each.type === type) ?? {};
  return { status, reason, message };
}

function deployment(name: string, status: MachineDeployment["status"], replicas = 3): MachineDeployment {
  return { ...machineDeployment(name, { replicas }), ...(status === undefined ? {} : { status }) };
}

describe("replica counters", () => {
  test("of the workers include deployments and standalone MachineSets and Machines", () => {
    const of = (name: string, replicas: number, metadata = {}) => ({
      ...machineSet(name, { replicas }),
      metadata: { name, namespace: "default", ...metadata },
      status: { replicas, readyReplicas: 1, availableReplicas: 0, upToDateReplicas: 1 },
    });
    const standalone = machineObject({
      name: "m",
      metadata: owned,
      spec: { version: "v1.36.0" },
      status: { conditions: [condition("Ready", "True"), condition("Available", "True")] },
    });
    const cluster = sum({
      machineDeployments: [
        deployment("a", {
          replicas: 2,
          readyReplicas: 2,
          availableReplicas: 1,
          upToDateReplicas: 2,
          versions: [{ version: "v1.36.0", replicas: 2 }],
        }),
        // counters that it does not report yet count as zero
        deployment("b", undefined, 4),
      ],
      machineSets: [of("own", 2, owned), of("of-a-deployment", 5)],
      machines: [standalone, machineObject({ name: "of-a-set" })],
    });
    expect(cluster.status?.workers).toEqual({
      desiredReplicas: 10,
      replicas: 5,
      readyReplicas: 4,
      availableReplicas: 2,
      upToDateReplicas: 3,
      versions: [{ version: "v1.36.0", replicas: 3 }],
    });
    expect(cluster.status?.controlPlane).toBeUndefined();
  });

  test("of the workers count up to the limit of 32 bits", () => {
    const most = 2 ** 31 - 1;
    const machineDeployments = ["a", "b"].map((name) => deployment(name, { replicas: 1 }, most));
    expect(sum({ machineDeployments }).status?.workers).toMatchObject({ desiredReplicas: most, replicas: 2 });
  });

  test("of a control plane of Machines", () => {
    const metadata = { labels: { "cluster.x-k8s.io/control-plane": "" } };
    const status = { conditions: [condition("Ready", "True")] };
    const spec = { version: "v1.35.1" };
    const machines = [machineObject({ name: "a", metadata, spec, status }), machineObject({ name: "b", metadata })];
    expect(sum({ machines }).status?.controlPlane).toEqual({
      desiredReplicas: 2,
      replicas: 2,
      readyReplicas: 1,
      versions: [{ version: "v1.35.1", replicas: 1 }],
    });
  });

  test("of versions are sorted, oldest first, with at most 32 entries", () => {
    const versions = Array.from({ length: 40 }, (_, index) => ({ version: `v1.${39 - index}.0`, replicas: 1 }));
    const found = sum({ machineDeployments: [deployment("a", { versions })] }).status?.workers?.versions ?? [];
    expect(found.map(({ version }) => version)).toEqual(Array.from({ length: 32 }, (_, index) => `v1.${index}.0`));
  });

  test("are omitted for a control plane that violates the contract or belongs to another Cluster", () => {
    const object = (status: object) => found("TestControlPlane", { name: "c1", spec: { replicas: 3 }, status });
    expect(sum({ controlPlane: object({ replicas: "3" }) }).status?.controlPlane).toBeUndefined();
    const refused = { ...object({ replicas: 3 }), refusal: "Cluster c2 has it" };
    expect(sum({ controlPlane: refused }).status?.controlPlane).toBeUndefined();
  });

  test("are omitted for a control plane that a topology has yet to create", () => {
    const topology = { classRef: { name: "k" }, version: "v1.36.0" };
    const metadata = { labels: { "cluster.x-k8s.io/control-plane": "" } };
    const machines = [machineObject({ name: "a", metadata })];
    const of = (spec: object, controlPlane?: ObservedReference) =>
      nextCluster(
        clusterObject({ spec }),
        {
          infrastructure: { state: "missing" },
          controlPlane,
          descendants: { machines, machineSets: [], machineDeployments: [] },
          workload: { state: "connected" },
        },
        { now },
      ).status?.controlPlane?.replicas;
    expect(of({})).toBe(1);
    expect(of({ topology })).toBeUndefined();
    const made = found("TestControlPlane", { name: "c1", spec: { replicas: 3 }, status: { replicas: 3 } });
    expect(of({ topology, controlPlaneRef }, made)).toBe(3);
  });

  test("of a control plane object are read in both contract versions", () => {
    const spec = { replicas: 3 };
    const counts = { replicas: 3, readyReplicas: 2, versions: [{ version: "v1.36.0", replicas: 3 }] };
    const content = (status: object) => ({ name: "c1", spec, status: { ...counts, ...status } });
    const newer = found("TestControlPlane", content({ availableReplicas: 2, upToDateReplicas: 1 }));
    const older = found("TestControlPlane", content({ unavailableReplicas: 1, updatedReplicas: 1 }), "v1beta1");
    for (const controlPlane of [newer, older]) {
      expect(sum({ controlPlane }).status?.controlPlane).toEqual({
        ...counts,
        desiredReplicas: 3,
        availableReplicas: 2,
        upToDateReplicas: 1,
      });
    }
    expect(sum({ controlPlane: { state: "missing" } }).status?.controlPlane).toBeUndefined();
  });
});

describe("summary conditions", () => {
  test("are computed without members", () => {
    const cluster = sum({});
    expect(reported(cluster, "WorkersAvailable")).toMatchObject({ status: "True", reason: "NoWorkers" });
    for (const type of ["WorkerMachinesReady", "ControlPlaneMachinesUpToDate"]) {
      expect(reported(cluster, type)).toMatchObject({ status: "True", reason: "NoReplicas" });
    }
    expect(reported(cluster, "RollingOut")).toMatchObject({ status: "False", reason: "NotRollingOut" });
    expect(reported(cluster, "Remediating")).toMatchObject({ status: "False", reason: "NotRemediating" });
  });

  test("show the worst deployment status, in the words of each deployment", () => {
    const machineDeployments = [
      deployment("a", { conditions: [condition("Available", "True"), condition("ScalingUp", "False")] }),
      deployment("b", {
        conditions: [condition("Available", "False", "1 of 3"), condition("ScalingUp", "True", "From 1 to 3")],
      }),
    ];
    const cluster = sum({ machineDeployments });
    expect(reported(cluster, "WorkersAvailable")).toEqual({
      status: "False",
      reason: "NotAvailable",
      message: "* MachineDeployment b: 1 of 3",
    });
    expect(reported(cluster, "ScalingUp")).toEqual({
      status: "True",
      reason: "ScalingUp",
      message: "* MachineDeployment b: From 1 to 3",
    });
    expect(reported(cluster, "ScalingDown")).toEqual({
      status: "Unknown",
      reason: "ScalingDownUnknown",
      message: "* MachineDeployments a, b: Condition ScalingDown not yet reported",
    });
  });

  test("include standalone MachineSets, and not those of a deployment", () => {
    const scaling = (name: string, metadata: object) => ({
      ...machineSet(name),
      metadata: { name, namespace: "default", ...metadata },
      status: { conditions: [condition("ScalingUp", "True", `${name} from 1 to 3`)] },
    });
    const machineSets = [scaling("own", owned), scaling("of-a-deployment", {})];
    expect(reported(sum({ machineSets }), "ScalingUp")).toEqual({
      status: "True",
      reason: "ScalingUp",
      message: "* MachineSet own: own from 1 to 3",
    });
  });

  test("show missing reports with a reason for each", () => {
    const cluster = sum({ machineDeployments: [deployment("a", {})] });
    for (const type of ["RollingOut", "ScalingUp", "ScalingDown"]) {
      expect(reported(cluster, type)).toMatchObject({ status: "Unknown", reason: `${type}Unknown` });
    }
  });

  test("ignore a control plane of another Cluster", () => {
    const rolling = found("TestControlPlane", {
      name: "c1",
      status: { conditions: [condition("RollingOut", "True")] },
    });
    const controlPlane = { ...rolling, refusal: "Cluster c2 has it" };
    expect(reported(sum({ controlPlane }), "RollingOut")).toMatchObject({ status: "False" });
  });

  test("include a control plane that reports them; one that does not is not counted as unknown", () => {
    const rolling = found("TestControlPlane", {
      name: "c1",
      status: { conditions: [condition("RollingOut", "True", "Rolling 1 of 3")] },
    });
    expect(reported(sum({ controlPlane: rolling }), "RollingOut")).toEqual({
      status: "True",
      reason: "RollingOut",
      message: "* TestControlPlane c1: Rolling 1 of 3",
    });
    expect(reported(sum({ controlPlane: rolling }), "ScalingUp")).toMatchObject({ status: "False" });
  });

  test("show whether Machines are Ready, up to date and being remediated", () => {
    const conditions = [
      condition("Ready", "False", "broken"),
      condition("UpToDate", "False", "* Version v1.35.0, v1.36.0 required"),
      condition("HealthCheckSucceeded", "False"),
      condition("OwnerRemediated", "False", "Waiting for remediation"),
    ];
    const cluster = sum({ machines: [machineObject({ name: "a", status: { conditions } })] });
    expect(reported(cluster, "WorkerMachinesReady")).toMatchObject({ status: "False", message: "* Machine a: broken" });
    expect(reported(cluster, "WorkerMachinesUpToDate")).toMatchObject({ status: "False", reason: "NotUpToDate" });
    expect(reported(cluster, "Remediating")).toEqual({
      status: "True",
      reason: "Remediating",
      message: "* Machine a: Waiting for remediation",
    });
    expect(reported(cluster, "ControlPlaneMachinesReady")).toMatchObject({ status: "True", reason: "NoReplicas" });
  });

  test("ignore a missing UpToDate condition of a standalone Machine", () => {
    const creationTimestamp = "2029-01-01T00:00:00Z";
    const standalone = machineObject({ metadata: { ...owned, creationTimestamp } });
    expect(reported(sum({ machines: [standalone] }), "WorkerMachinesUpToDate")).toMatchObject({ status: "True" });
    const ownerReferences = [
      { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "MachineSet", name: "s", uid: "u", controller: true },
    ];
    const ofSet = machineObject({ metadata: { ownerReferences, creationTimestamp } });
    expect(reported(sum({ machines: [ofSet] }), "WorkerMachinesUpToDate")).toMatchObject({ status: "Unknown" });
  });
});

test("sums are reported with the next substantial change, or within a second", () => {
  const before = sum({}).status ?? {};
  const busy = sum({
    machineDeployments: [deployment("a", { replicas: 1, conditions: [condition("Available", "True")] })],
  });
  expect(clusterStatusChange(before, before)).toBe("none");
  expect(clusterStatusChange(before, busy.status ?? {})).toBe("wording");
  const down = sum({ machineDeployments: [deployment("a", { conditions: [condition("Available", "False", "0")] })] });
  expect(clusterStatusChange(before, down.status ?? {})).toBe("substance");
});
