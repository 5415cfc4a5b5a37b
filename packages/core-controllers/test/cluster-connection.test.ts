import { type Condition } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { remoteConnectionCondition } from "../src/controllers/cluster/remote-connection.ts";
import { clusterStatusChange } from "../src/controllers/cluster/status-change.ts";
import { clusterObject } from "./scene/objects.ts";
const at = "2030-01-01T00:00:00Z";
const ownCondition = (type: string): Condition => {
  return { type, status: "False", reason: "Boots", message: "soon", lastTransitionTime: at };
};

describe("the connection to the workload cluster", () => {
  const type = "RemoteConnectionProbe";
  const before = (status: Condition["status"]) =>
    clusterObject({ status: { conditions: [{ ...ownCondition(type), status, reason: "Before" }] } });
  const failed = { type, status: "False", reason: "ProbeFailed", message: "m" };

  test("is reported when it fails for longer than the grace period", () => {
    expect(remoteConnectionCondition(clusterObject(), { workload: { state: "connected" } })).toEqual({
      type,
      status: "True",
      reason: "ProbeSucceeded",
    });
    const connecting = { workload: { state: "connecting", message: "m" } } as const;
    expect(remoteConnectionCondition(clusterObject(), connecting)).toEqual(failed);
    expect(remoteConnectionCondition(before("False"), connecting)).toEqual(failed);
    expect(remoteConnectionCondition(before("True"), connecting)).toEqual({ type, status: "True", reason: "Before" });
    const unreachable = { workload: { state: "unreachable", message: "m" } } as const;
    expect(remoteConnectionCondition(before("True"), unreachable)).toEqual(failed);
  });

  test.each([
    [{ state: "connected" }, "another's"],
    [{ state: "connecting", message: "m" }, "m; another's"],
    [{ state: "unreachable", message: "m" }, "m; another's"],
  ] as const)(
    "with a kubeconfig for another server is reported whether or not a server responds: %j",
    (workload, message) => {
      const observed = { workload, kubeconfigProblem: "another's" };
      expect(remoteConnectionCondition(before("True"), observed)).toEqual({ ...failed, message });
    },
  );
});

describe("the kind of change in the status of a Cluster", () => {
  const condition = (type: string, status: Condition["status"]): Condition => ({ ...ownCondition(type), status });
  const start = { phase: "Provisioned" } as const;

  test.each([
    "ControlPlaneMachinesReady",
    "WorkerMachinesUpToDate",
    "RollingOut",
    "ScalingUp",
    "ScalingDown",
    "Remediating",
  ])("%s sums up Machines and counts as wording", (type) => {
    const after = { ...start, conditions: [condition(type, "True")] };
    expect(clusterStatusChange(start, after)).toBe("wording");
    expect(clusterStatusChange(undefined, after)).toBe("substance");
  });

  test("Machine counters count as wording; everything else counts as substance", () => {
    const counted = { ...start, controlPlane: { replicas: 1 }, workers: { replicas: 2 } };
    expect(clusterStatusChange(start, counted)).toBe("wording");
    expect(clusterStatusChange(start, start)).toBe("none");
    expect(clusterStatusChange(start, { ...start, conditions: [condition("Available", "True")] })).toBe("substance");
    expect(clusterStatusChange(start, { ...counted, observedGeneration: 2 })).toBe("substance");
  });
});
