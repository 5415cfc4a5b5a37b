import { type Cluster, type Condition, type Machine, type MachineHealthCheckSpec } from "@capstan/contract";
import { type Node } from "@capstan/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { machineHealth, type TargetNode } from "../src/controllers/machine-health-check/machine-health.ts";
import { decideTrigger } from "../src/controllers/machine-health-check/remediation-trigger.ts";
import { clusterObject, machineObject } from "./scene/objects.ts";

const start = Date.UTC(2030, 0, 1);
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

function condition(type: string, status: Condition["status"], seconds: number): Condition {
  return { type, status, reason: "Because", message: "", lastTransitionTime: at(seconds) };
}

function node(status: Condition["status"], seconds: number): TargetNode {
  const object: Node = { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } };
  return { state: "found", node: { ...object, status: { conditions: [condition("Ready", status, seconds)] } } };
}

const usable = clusterObject({
  status: {
    conditions: [condition("InfrastructureReady", "True", 10), condition("ControlPlaneInitialized", "True", 20)],
  },
});

interface Case {
  readonly machine?: Parameters<typeof machineObject>[0];
  readonly cluster?: Cluster;
  readonly node?: TargetNode;
  readonly checks?: MachineHealthCheckSpec["checks"];
  readonly seconds: number;
}

function judge({ machine = {}, cluster = usable, node: observed = node("True", 0), checks, seconds }: Case) {
  const object: Machine = machineObject({ ...machine, metadata: { creationTimestamp: at(0), ...machine.metadata } });
  return machineHealth({ machine: object, cluster, node: observed, checks, now: start + seconds * 1000 });
}

const notReady = { unhealthyNodeConditions: [{ type: "Ready", status: "Unknown", timeoutSeconds: 300 }] };
const notDrained = { unhealthyMachineConditions: [{ type: "Infected", status: "True", timeoutSeconds: 60 } as const] };

describe("a health check of a Machine", () => {
  test("passes with a Node and without problems", () => {
    expect(judge({ seconds: 1_000 })).toEqual({ state: "healthy" });
    expect(judge({ seconds: 1_000, checks: notReady })).toEqual({ state: "healthy" });
  });

  test("neither passes nor fails during deletion", () => {
    expect(judge({ machine: { metadata: { deletionTimestamp: at(5) } }, seconds: 1_000 })).toEqual({
      state: "undecided",
    });
  });

  test.each([
    [300, { state: "undecided", nextCheckMs: 1_000 }],
    [100, { state: "undecided", nextCheckMs: 201_000 }],
    [
      301,
      {
        state: "unhealthy",
        verdict: {
          reason: "UnhealthyNode",
          message:
            "Health check failed:\n  * Condition Ready on Node is reporting status Unknown with reason Because for more than 5m0s",
          deprecated: {
            reason: "UnhealthyNode",
            message: "Condition Ready on Node is reporting status Unknown with reason Because for more than 5m0s",
          },
        },
      },
    ],
  ])("with a Node that has not reported for %d of 300 seconds", (seconds, expected) => {
    expect(judge({ node: node("Unknown", 0), checks: notReady, seconds })).toEqual(expected);
  });

  test("ignores a condition with another status", () => {
    expect(judge({ node: node("False", 0), checks: notReady, seconds: 1_000 })).toEqual({ state: "healthy" });
  });

  test("ignores unreported conditions, and accepts a missing reason", () => {
    const bare: Node = { apiVersion: "v1", kind: "Node", metadata: { name: "n1" } };
    const checks = { ...notReady, ...notDrained };
    for (const object of [bare, { ...bare, status: {} }]) {
      expect(judge({ node: { state: "found", node: object }, checks, seconds: 1_000 })).toEqual({ state: "healthy" });
    }
    const ready = { type: "Ready", status: "Unknown", message: "", lastTransitionTime: at(0) } as const;
    const silent: TargetNode = { state: "found", node: { ...bare, status: { conditions: [ready] } } };
    expect(judge({ node: silent, checks, seconds: 1_000 })).toMatchObject({
      verdict: { message: expect.stringContaining("reporting status Unknown with reason  for more than") as string },
    });
  });

  test("reports problems of the Machine before problems of its Node", () => {
    const machine = { status: { nodeRef: { name: "n1" }, conditions: [condition("Infected", "True", 0)] } };
    const health = judge({
      machine,
      node: node("Unknown", 0),
      checks: { ...notReady, ...notDrained },
      seconds: 1_000,
    });
    expect(health).toMatchObject({
      state: "unhealthy",
      verdict: {
        reason: "UnhealthyMachine",
        message: expect.stringMatching(/Infected on Machine .* 1m0s\n {2}\* Condition Ready on Node/) as string,
      },
    });
  });

  test("is repeated at the earliest timeout", () => {
    const machine = { status: { nodeRef: { name: "n1" }, conditions: [condition("Infected", "True", 50)] } };
    const health = judge({ machine, node: node("Unknown", 0), checks: { ...notReady, ...notDrained }, seconds: 100 });
    expect(health).toEqual({ state: "undecided", nextCheckMs: 11_000 });
  });

  test("fails immediately when the Node is deleted", () => {
    expect(judge({ node: { state: "deleted", name: "n1" }, seconds: 0 })).toMatchObject({
      state: "unhealthy",
      verdict: {
        reason: "NodeDeleted",
        message: "Health check failed:\n  * Node n1 has been deleted",
        deprecated: { reason: "NodeNotFound", message: "" },
      },
    });
  });

  test("fails with the annotation remediate-machine in any other state", () => {
    const machine = { metadata: { annotations: { "cluster.x-k8s.io/remediate-machine": "" } } };
    expect(judge({ machine, cluster: clusterObject(), seconds: 0 })).toMatchObject({
      state: "unhealthy",
      verdict: { reason: "HasRemediateAnnotation" },
    });
  });
});

describe("a Machine without a Node", () => {
  const none: TargetNode = { state: "none" };

  test("has ten minutes from the last of: Cluster infrastructure, control plane and its own infrastructure", () => {
    // the control plane was last, at 20
    expect(judge({ node: none, seconds: 620 })).toEqual({ state: "undecided", nextCheckMs: 1_000 });
    expect(judge({ node: none, seconds: 621 })).toMatchObject({
      verdict: {
        reason: "NodeStartupTimeout",
        message: "Health check failed:\n  * Node failed to report startup in 10m0s",
      },
    });
    const machine = { status: { conditions: [condition("InfrastructureReady", "True", 100)] } };
    expect(judge({ machine, node: none, seconds: 621 })).toEqual({ state: "undecided", nextCheckMs: 80_000 });
  });

  test("has ten minutes from its creation, if that was last", () => {
    const machine = { metadata: { creationTimestamp: at(300) } };
    expect(judge({ machine, node: none, seconds: 621 })).toEqual({ state: "undecided", nextCheckMs: 280_000 });
  });

  test("has ten minutes from the Cluster's infrastructure, if that was last", () => {
    const cluster = clusterObject({
      status: {
        conditions: [condition("InfrastructureReady", "True", 200), condition("ControlPlaneInitialized", "True", 20)],
      },
    });
    expect(judge({ cluster, node: none, seconds: 621 })).toEqual({ state: "undecided", nextCheckMs: 180_000 });
    expect(judge({ cluster, node: none, seconds: 801 })).toMatchObject({ state: "unhealthy" });
  });

  test("has the time of nodeStartupTimeoutSeconds, and forever with 0", () => {
    expect(judge({ node: none, checks: { nodeStartupTimeoutSeconds: 30 }, seconds: 51 })).toMatchObject({
      state: "unhealthy",
    });
    expect(judge({ node: none, checks: { nodeStartupTimeoutSeconds: 0 }, seconds: 1e6 })).toEqual({
      state: "undecided",
    });
  });

  test("before control plane initialization is unhealthy only for its own conditions, not for a missing Node", () => {
    const cluster = clusterObject({ status: { conditions: [condition("InfrastructureReady", "True", 10)] } });
    const controlPlane = { metadata: { labels: { "cluster.x-k8s.io/control-plane": "" } } };
    expect(judge({ cluster, node: none, seconds: 1e6 })).toEqual({ state: "undecided" });
    expect(judge({ cluster, node: none, machine: controlPlane, seconds: 1e6 })).toMatchObject({ state: "unhealthy" });
    expect(judge({ cluster: clusterObject(), node: none, machine: controlPlane, seconds: 1e6 })).toEqual({
      state: "undecided",
    });
  });
});

describe("the limit for remediation", () => {
  const counts = (expected: number, unhealthy: number) => ({ expected, healthy: expected - unhealthy, unhealthy });

  test.each([
    [undefined, 3, 3, 0],
    [2, 5, 1, 1],
    [2, 5, 2, 0],
    [2, 5, 3, undefined],
    ["40%", 5, 2, 0],
    ["39%", 5, 2, undefined],
    ["[2-3]", 5, 1, undefined],
    ["[2-3]", 5, 2, 1],
    ["[2-3]", 5, 3, 0],
    ["[2-3]", 5, 4, undefined],
    ["[2", 5, 0, undefined],
    ["[2", 5, 1, undefined],
  ])(
    "%s: with %d Machines of which %d are unhealthy, %s more may become unhealthy",
    (limit, total, unhealthy, allowed) => {
      const isRange = typeof limit === "string" && limit.startsWith("[");
      const triggerIf = isRange
        ? { unhealthyInRange: limit, unhealthyLessThanOrEqualTo: 0 }
        : { ...(limit === undefined ? {} : { unhealthyLessThanOrEqualTo: limit }) };
      const trigger = decideTrigger({ triggerIf }, counts(total, unhealthy));
      expect(trigger).toMatchObject(
        allowed === undefined ? { allowed: false } : { allowed: true, remediationsAllowed: allowed },
      );
    },
  );

  test("has a message with the counts", () => {
    expect(decideTrigger({ triggerIf: { unhealthyLessThanOrEqualTo: "20%" } }, counts(5, 2))).toEqual({
      allowed: false,
      message:
        "Remediation is not allowed, the number of not started or unhealthy machines exceeds maxUnhealthy (total: 5, unhealthy: 2, maxUnhealthy: 20%)",
    });
    expect(decideTrigger({ triggerIf: { unhealthyInRange: "[3-2]" } }, counts(5, 2))).toMatchObject({
      message: expect.stringContaining(
        "does not fall within the range (total: 5, unhealthy: 2, unhealthyRange: [3-2])",
      ) as string,
    });
  });

  test("blocks remediation and is reported if it is not a number", () => {
    expect(decideTrigger({ triggerIf: { unhealthyLessThanOrEqualTo: "many" } }, counts(5, 0))).toEqual({
      allowed: false,
      message: "spec.remediation.triggerIf.unhealthyLessThanOrEqualTo is neither a number nor a percentage: many",
    });
  });

  test("allows never a negative number, and never more than itself", () => {
    const numbers = fc.nat({ max: 50 });
    fc.assert(
      fc.property(numbers, numbers, numbers, (expected, some, limit) => {
        const unhealthy = Math.min(expected, some);
        const trigger = decideTrigger(
          { triggerIf: { unhealthyLessThanOrEqualTo: limit } },
          counts(expected, unhealthy),
        );
        expect(trigger.allowed).toBe(unhealthy <= limit);
        if (trigger.allowed) expect(trigger.remediationsAllowed).toBe(limit - unhealthy);
      }),
    );
  });
});
