import type { Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import {
  type ControlPlaneMember,
  type DesiredControlPlane,
  emptiestDomain,
  memberOf,
  originAnnotation,
} from "../../src/kinds/machine-control-plane/member.ts";
import { conditionsOf, conditionsOfMachine, factsOf } from "../../src/kinds/machine-control-plane/report.ts";
import { byAge } from "../../src/object/by-age.ts";

const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "HelloMachineTemplate", name: "t1" };
const desired: DesiredControlPlane = {
  replicas: 1,
  version: "v1.36.1",
  origin: { infrastructureRef, spec: { arguments: ["a"] } },
  rolloutAfter: undefined,
};
const origin = { [originAnnotation]: JSON.stringify(desired.origin) };
const joined: Machine["status"] = { nodeRef: { name: "n1" } };
const nowMs = Date.parse("2030-01-10T00:00:00Z");

interface Given {
  readonly name?: string;
  readonly version?: string;
  readonly annotations?: Record<string, string>;
  readonly failureDomain?: string;
  readonly createdAt?: string;
  readonly status?: Machine["status"];
}

function machineOf({ name = "m1", version = "v1.36.1", annotations = origin, ...rest }: Given = {}): Machine {
  const { failureDomain, createdAt = "2030-01-01T00:00:00Z", status } = rest;
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name, annotations, creationTimestamp: createdAt },
    spec: {
      clusterName: "c1",
      version,
      bootstrap: { dataSecretName: name },
      infrastructureRef: { apiGroup: infrastructureRef.apiGroup, kind: "HelloMachine", name },
      ...(failureDomain === undefined ? {} : { failureDomain }),
    },
    ...(status === undefined ? {} : { status }),
  };
}

const member = (given: Given = {}, of = desired): ControlPlaneMember => memberOf(machineOf(given), of, nowMs);
const condition = (type: string, status: "True" | "False" | "Unknown") => ({
  type,
  status,
  reason: "Test",
  message: "",
  lastTransitionTime: "2030-01-01T00:00:00Z",
});

describe("a Machine of a control plane", () => {
  test("has joined with its Node, which is healthy unless a condition denies it", () => {
    expect(member()).toMatchObject({ hasJoined: false, isHealthy: false });
    expect(member({ status: joined })).toMatchObject({ hasJoined: true, isHealthy: true, outdated: [] });
    for (const type of ["NodeHealthy", "HealthCheckSucceeded"]) {
      const withCondition = (status: "False" | "Unknown") =>
        member({ status: { ...joined, conditions: [condition(type, status)] } });
      expect(withCondition("False")).toMatchObject({ hasJoined: true, isHealthy: false });
      expect(withCondition("Unknown")).toMatchObject({ isHealthy: true });
    }
  });

  test("is outdated by its version, its template, the author's fields, and the time of a rollout", () => {
    const other = { infrastructureRef: { ...infrastructureRef, name: "t0" }, spec: { arguments: ["b"], more: 1 } };
    const annotations = { [originAnnotation]: JSON.stringify(other) };
    expect(member({ version: "v1.36.0", annotations }).outdated).toEqual([
      "Version v1.36.0, v1.36.1 required",
      "spec.machineTemplate.spec.infrastructureRef is not up-to-date",
      "spec.arguments is not up-to-date",
      "spec.more is not up-to-date",
    ]);
    const rolloutAt = (rolloutAfter: string) => member({}, { ...desired, rolloutAfter }).outdated;
    expect(rolloutAt("2030-01-10T00:00:00Z")).toEqual(["Created before spec.rollout.after 2030-01-10T00:00:00Z"]);
    expect(rolloutAt("2030-01-01T00:00:00Z")).toEqual([]);
    expect(rolloutAt("2030-01-10T00:00:01Z")).toEqual([]);
  });

  test.each(["null", "1", "{"])("was adopted if its annotation is %s, and differs by its version only", (text) => {
    expect(member({ annotations: { [originAnnotation]: text } }).outdated).toEqual([]);
    expect(member({ annotations: {}, version: "" }).outdated).toEqual(["Version , v1.36.1 required"]);
  });

  test("is sorted by age, and by name if as old", () => {
    const old = machineOf({ name: "z" });
    const young = ["b", "a"].map((name) => machineOf({ name, createdAt: "2030-01-02T00:00:00Z" }));
    const sorted = [...young, old].toSorted(byAge).map(({ metadata }) => metadata.name);
    expect(sorted).toEqual(["z", "a", "b"]);
  });

  test("gets a condition with the differences, and none if that has not changed", () => {
    const now = "2030-01-10T00:00:00Z";
    const fresh = member({ status: joined });
    const conditions = conditionsOfMachine(fresh, now);
    expect(conditions).toMatchObject([{ type: "UpToDate", status: "True", reason: "UpToDate" }]);
    const reported = { ...joined, conditions: conditions ?? [] };
    expect(conditionsOfMachine(member({ status: reported }), now)).toBeUndefined();
    const old = member({ status: reported, version: "v1.36.0" });
    expect(conditionsOfMachine(old, now)).toMatchObject([
      { status: "False", reason: "NotUpToDate", message: "* Version v1.36.0, v1.36.1 required" },
    ]);
  });
});

describe("the failure domain for the next Machine", () => {
  const clusterOf = (failureDomains: { name: string; controlPlane?: boolean }[]) => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster" as const,
    metadata: { name: "c1" },
    spec: {},
    status: { failureDomains },
  });
  const domains = [
    { name: "b", controlPlane: true },
    { name: "a", controlPlane: true },
    { name: "c", controlPlane: false },
  ];

  test.each([
    [[], "a"],
    [["a"], "b"],
    [["a", "b"], "a"],
    [["a", "a", "b"], "b"],
  ])("after Machines in %j is %s", (taken, next) => {
    const machines = taken.map((failureDomain) => machineOf({ failureDomain }));
    expect(emptiestDomain(clusterOf(domains), machines)).toBe(next);
  });

  test("is unset if the Cluster has none for control planes", () => {
    expect(emptiestDomain(clusterOf([{ name: "c" }]), [])).toBeUndefined();
    expect(emptiestDomain({ ...clusterOf([]), status: {} }, [])).toBeUndefined();
  });
});

describe("the report of a control plane", () => {
  const fresh = member({ status: joined });
  const stale = member({ name: "m2", version: "v1.36.0", status: joined });
  const gone = member({ name: "m3", status: { conditions: [condition("OwnerRemediated", "False")] } });
  const reported = (members: readonly ControlPlaneMember[], replicas: number, obstacle?: string) =>
    Object.fromEntries(conditionsOf(members, { replicas }, obstacle).map((each) => [each.type, each]));

  test("counts up-to-date Machines, and leaves the versions unset without a Machine", () => {
    expect(factsOf([fresh, stale])).toMatchObject({ replicas: 2, upToDateReplicas: 1 });
    expect(factsOf([])).toEqual({ replicas: 0, readyReplicas: 0, availableReplicas: 0, upToDateReplicas: 0 });
  });

  test("is at rest with as many Machines as required", () => {
    const { RollingOut, ScalingUp, ScalingDown, Remediating, Available } = reported([fresh], 1);
    expect([RollingOut, ScalingUp, ScalingDown, Remediating]).toMatchObject([
      { status: "False", reason: "NotRollingOut" },
      { status: "False", reason: "NotScalingUp" },
      { status: "False", reason: "NotScalingDown" },
      { status: "False", reason: "NotRemediating" },
    ]);
    expect(Available).toMatchObject({ status: "True" });
  });

  test("says what is rolled out, and what prevents it", () => {
    expect(reported([fresh, stale], 2).RollingOut).toMatchObject({
      status: "True",
      reason: "RollingOut",
      message: "Rolling out 1 not up-to-date replicas\n* Version v1.36.0, v1.36.1 required",
    });
    expect(reported([fresh, stale], 2, "no template").RollingOut?.message).toMatch(/required\n\* no template$/);
  });

  test("says how many Machines are too few or too many", () => {
    const up = { status: "True", reason: "ScalingUp", message: "Scaling up from 1 to 3 replicas\n* no template" };
    expect(reported([fresh], 3, "no template").ScalingUp).toMatchObject(up);
    const down = { status: "True", reason: "ScalingDown", message: "Scaling down from 2 to 1 replicas" };
    expect(reported([fresh, stale], 1).ScalingDown).toMatchObject(down);
  });

  test("names the Machines that are remediated", () => {
    expect(reported([fresh, gone], 2).Remediating).toMatchObject({
      status: "True",
      reason: "Remediating",
      message: "Unhealthy: Machine m3",
    });
  });

  test("is available while a majority of the Machines has a healthy Node", () => {
    expect(reported([fresh, stale, gone], 3).Available).toMatchObject({ status: "True" });
    expect(reported([fresh, gone], 2).Available).toMatchObject({
      status: "False",
      message: "1 of 2 Machines have a healthy Node",
    });
    expect(reported([], 1).Available).toMatchObject({ status: "False", message: "There is no Machine" });
  });
});
