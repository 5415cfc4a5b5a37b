import { type Machine, type MachineHealthCheck } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { planHealthCheck, type Target } from "../src/controllers/machine-health-check/health-check-plan.ts";
import { healthyStatus, unhealthyStatus } from "../src/controllers/machine-health-check/health-status.ts";
import { type TargetNode, type Verdict } from "../src/controllers/machine-health-check/machine-health.ts";
import { clusterObject, machineObject, nodeObject } from "./scene/objects.ts";

const start = Date.UTC(2030, 0, 1);
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const condition = (type: string, status: "True" | "False") => ({
  type,
  status,
  reason: "Because",
  message: "",
  lastTransitionTime: at(0),
});
const cluster = clusterObject({
  status: { conditions: [condition("InfrastructureReady", "True"), condition("ControlPlaneInitialized", "True")] },
});

function check(
  changes: Partial<MachineHealthCheck> = {},
  spec: Partial<MachineHealthCheck["spec"]> = {},
): MachineHealthCheck {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineHealthCheck",
    metadata: { name: "h", namespace: "default", generation: 4 },
    spec: { clusterName: "c1", selector: {}, ...spec },
    ...changes,
  };
}

const found: TargetNode = { state: "found", node: nodeObject() };
const target = (name: string, node: TargetNode, metadata: Partial<Machine["metadata"]> = {}): Target => ({
  machine: machineObject({ name, metadata: { creationTimestamp: at(0), ...metadata }, status: { nodeRef: { name } } }),
  node,
});
const lost = (name: string): Target => target(name, { state: "deleted", name });
const starting = (name: string): Target => target(name, { state: "none" });
const names = (machines: readonly { readonly metadata: { readonly name: string } }[]) =>
  machines.map(({ metadata }) => metadata.name);

describe("the findings of a health check", () => {
  test("are healthy and unhealthy Machines, and the time of the next expiring timeout", () => {
    const targets = [lost("b"), target("a", found), starting("c")];
    const plan = planHealthCheck(check(), { cluster, targets, now: start + 100_000 });
    expect(names(plan.healthy)).toEqual(["a"]);
    expect(plan.unhealthy.map(({ machine, verdict }) => [machine.metadata.name, verdict.reason])).toEqual([
      ["b", "NodeDeleted"],
    ]);
    expect(plan.nextCheckMs).toBe(501_000);
    expect(plan.status).toMatchObject({
      targets: ["a", "b", "c"],
      expectedMachines: 3,
      currentHealthy: 1,
      observedGeneration: 4,
    });
  });

  test("have the earliest of several timeouts, and none of a Machine that waits for something else", () => {
    const later = target("d", { state: "none" }, { creationTimestamp: at(50) });
    const going = target("e", found, { deletionTimestamp: at(60) });
    const next = (...targets: Target[]) =>
      planHealthCheck(check(), { cluster, targets, now: start + 100_000 }).nextCheckMs;
    expect(next(starting("c"), later)).toBe(501_000);
    expect(next(later, going, starting("c"))).toBe(501_000);
    expect(next(going)).toBeUndefined();
  });

  test("keep the time of unchanged conditions", () => {
    const facts = { cluster, targets: [target("a", found)], now: start };
    const { status } = planHealthCheck(check(), facts);
    const later = planHealthCheck(check({ status }), { ...facts, now: start + 60_000 });
    expect(later.status).toEqual(status);
  });

  test("have no next time when every Machine is decided", () => {
    const plan = planHealthCheck(check(), { cluster, targets: [target("a", found)], now: start });
    expect(plan.nextCheckMs).toBeUndefined();
    expect(plan.unhealthy).toEqual([]);
  });

  test("without Machines have no targets, and omit an unknown generation", () => {
    const before = { targets: ["gone"], expectedMachines: 1 };
    const object = check({ status: before, metadata: { name: "h", namespace: "default" } });
    const { status } = planHealthCheck(object, { cluster, targets: [], now: start });
    expect(status).not.toHaveProperty("targets");
    expect(status).not.toHaveProperty("observedGeneration");
    expect(status).toMatchObject({ expectedMachines: 0, currentHealthy: 0 });
  });
});

describe("the decision to remediate", () => {
  const conditionsOf = ({ conditions, deprecated }: MachineHealthCheck["status"] & object) => ({
    now: conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`),
    before: deprecated?.v1beta1?.conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason ?? ""}`),
  });

  test("reports the allowed number of remediations", () => {
    const plan = planHealthCheck(check({}, { remediation: { triggerIf: { unhealthyLessThanOrEqualTo: 2 } } }), {
      cluster,
      targets: [lost("a"), target("b", found)],
      now: start,
    });
    expect(plan.restricted).toBeUndefined();
    expect(plan.status.remediationsAllowed).toBe(1);
    expect(conditionsOf(plan.status)).toEqual({
      now: ["Paused False NotPaused", "RemediationAllowed True RemediationAllowed"],
      before: ["RemediationAllowed True "],
    });
  });

  test("reports when too many Machines are unhealthy", () => {
    const plan = planHealthCheck(check({}, { remediation: { triggerIf: { unhealthyLessThanOrEqualTo: 0 } } }), {
      cluster,
      targets: [lost("a")],
      now: start,
    });
    expect(plan.restricted).toMatch(/exceeds maxUnhealthy/);
    expect(plan.status.remediationsAllowed).toBe(0);
    expect(plan.status.conditions?.[1]?.message).toBe(plan.restricted);
    expect(plan.status.deprecated?.v1beta1?.conditions?.[0]).toMatchObject({
      severity: "Warning",
      message: plan.restricted,
    });
    expect(conditionsOf(plan.status)).toEqual({
      now: ["Paused False NotPaused", "RemediationAllowed False TooManyUnhealthy"],
      before: ["RemediationAllowed False TooManyUnhealthy"],
    });
  });
});

describe("the conditions set on a Machine", () => {
  const verdict: Verdict = {
    reason: "UnhealthyNode",
    message: "Health check failed",
    deprecated: { reason: "UnhealthyNode", message: "not ready" },
  };
  const marks = ({ conditions = [], deprecated }: Machine["status"] & object) => [
    ...conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`),
    ...(deprecated?.v1beta1?.conditions ?? []).map(
      ({ type, status, reason, message, severity }) => `v1beta1 ${type} ${status} ${severity} ${reason}: ${message}`,
    ),
  ];

  test("mark a healthy Machine, and keep the rest of its status", () => {
    const status = healthyStatus(machineObject({ status: { phase: "Running" } }), start);
    expect(marks(status)).toEqual([
      "HealthCheckSucceeded True HealthCheckSucceeded: ",
      "v1beta1 HealthCheckSucceeded True undefined undefined: undefined",
    ]);
    expect(status.phase).toBe("Running");
  });

  const failed = [
    "HealthCheckSucceeded False UnhealthyNode: Health check failed",
    "v1beta1 HealthCheckSucceeded False Warning UnhealthyNode: not ready",
  ];

  test("mark an unhealthy Machine whose remediation must wait", () => {
    expect(marks(unhealthyStatus(machineObject(), verdict, "none", start))).toEqual(failed);
    const silent = { ...verdict, deprecated: { reason: "NodeNotFound", message: "" } };
    expect(marks(unhealthyStatus(machineObject(), silent, "none", start))[1]).toBe(
      "v1beta1 HealthCheckSucceeded False Warning NodeNotFound: undefined",
    );
  });

  test("mark a Machine that its owner must remediate", () => {
    expect(marks(unhealthyStatus(machineObject(), verdict, "owner", start))).toEqual([
      failed[0],
      "OwnerRemediated False WaitingForRemediation: Waiting for remediation",
      failed[1],
      "v1beta1 OwnerRemediated False Warning WaitingForRemediation: undefined",
    ]);
    const deleted = machineObject({ metadata: { deletionTimestamp: at(0) } });
    expect(marks(unhealthyStatus(deleted, verdict, "owner", start))).toEqual(failed);
    const status = unhealthyStatus(machineObject(), verdict, "none", start);
    const last = marks(unhealthyStatus(machineObject({ status }), verdict, "owner", start)).at(-1);
    expect(last).toBe("v1beta1 OwnerRemediated False Warning WaitingForRemediation: undefined");
  });

  test("keep the owner's report while remediation is in progress", () => {
    const remediated = { ...condition("OwnerRemediated", "False"), reason: "MachineDeleting" };
    const old = {
      type: "OwnerRemediated",
      status: "False",
      severity: "Info",
      reason: "Going",
      lastTransitionTime: at(0),
    } as const;
    const machine = machineObject({
      status: { conditions: [remediated], deprecated: { v1beta1: { conditions: [old] } } },
    });
    const all = marks(unhealthyStatus(machine, verdict, "owner", start));
    expect(all).toContain("OwnerRemediated False MachineDeleting: ");
    expect(all).toContain("v1beta1 OwnerRemediated False Info Going: undefined");
  });

  test("mark a Machine that an external controller remediates", () => {
    const external = { type: "ExternallyRemediated", status: "False", reason: "Waiting", message: "" } as const;
    expect(marks(unhealthyStatus(machineObject(), verdict, external, start))).toContain(
      "ExternallyRemediated False Waiting: ",
    );
  });
});
