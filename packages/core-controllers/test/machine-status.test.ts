import { type Condition, type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { type ObservedMachine } from "../src/controllers/machine/observed.ts";
import { deletionInShort, groupComponents } from "../src/controllers/machine/ready-messages.ts";
import { at, next, now } from "./scene/next-machine.ts";
import { found, machineObject, nodeObject } from "./scene/objects.ts";

const controlPlane = { "cluster.x-k8s.io/control-plane": "" };
const expiry = "machine.cluster.x-k8s.io/certificates-expiry";
const provisioned = { spec: { providerID: "test://m1" }, status: { initialization: { provisioned: true } } };

function condition(machine: Machine, type: string): Condition | undefined {
  return machine.status?.conditions?.find((candidate) => candidate.type === type);
}

describe("status.certificatesExpiryDate", () => {
  const own = { labels: controlPlane, annotations: { [expiry]: "2031-05-01T12:00:00+02:00" } };
  const ofConfig = found("TestConfig", { metadata: { annotations: { [expiry]: "2032-01-01T00:00:00Z" } } });
  const before = { certificatesExpiryDate: "2029-01-01T00:00:00Z" };

  test.each<{
    when: string;
    machine: Machine;
    config: ObservedMachine["bootstrapConfig"];
    expected: string | undefined;
  }>([
    {
      when: "the Machine is annotated, whatever its config says",
      machine: machineObject({ metadata: own, status: before }),
      config: ofConfig,
      expected: "2031-05-01T10:00:00Z",
    },
    {
      when: "only the config is annotated",
      machine: machineObject({ metadata: { labels: controlPlane }, status: before }),
      config: ofConfig,
      expected: "2032-01-01T00:00:00Z",
    },
    {
      when: "neither is any more",
      machine: machineObject({ metadata: { labels: controlPlane }, status: before }),
      config: found("TestConfig"),
      expected: undefined,
    },
    {
      when: "the config cannot be read now",
      machine: machineObject({ metadata: { labels: controlPlane }, status: before }),
      config: { state: "unresolved", reason: "WatchFailed", message: "" },
      expected: before.certificatesExpiryDate,
    },
    {
      when: "the annotation is not a date",
      machine: machineObject({ metadata: { ...own, annotations: { [expiry]: "soon" } }, status: before }),
      config: ofConfig,
      expected: before.certificatesExpiryDate,
    },
    { when: "it is a worker", machine: machineObject(), config: ofConfig, expected: undefined },
  ])("when $when", ({ machine, config, expected }) => {
    expect(next(machine, { bootstrapConfig: config }).status?.certificatesExpiryDate).toBe(expected);
  });
});

describe("the condition Updating", () => {
  test("is False when no controller updates the Machine in place", () => {
    expect(condition(next(machineObject()), "Updating")).toMatchObject({ status: "False", reason: "NotUpdating" });
  });

  test.each([
    ["by the annotation of its owner", "in-place-updates.internal.cluster.x-k8s.io/update-in-progress", ""],
    ["by the hook that is pending", "runtime.cluster.x-k8s.io/pending-hooks", "AfterThat,UpdateMachine"],
  ])("is True %s, and keeps the Machine from being Ready", (_how, key, value) => {
    const updated = next(machineObject({ metadata: { annotations: { [key]: value } } }), {}, { reading: "upstream" });
    expect(condition(updated, "Updating")).toMatchObject({ status: "True", reason: "InPlaceUpdating" });
    expect(condition(updated, "Ready")?.message).toContain("* Updating: In-place update in progress");
    expect(updated.status?.phase).toBe("Updating");
  });
});

describe("the condition Ready", () => {
  const minutes = (count: number) => now + count * 60_000;
  const draining = {
    reason: "DrainingNode",
    message:
      "* Pod a/b: cannot evict pod as it would violate the pod's disruption budget. x\n" +
      "* Pod a/c: deletionTimestamp set, but still not removed from the Node\n* Pod a/d: failed to evict Pod, no\n" +
      "* Pod a/e: waiting for completion",
  };

  test.each<{ after: number; drained?: number; deleting: { reason: string; message?: string }; expected: string }>([
    { after: 14, deleting: draining, expected: "Machine deletion in progress, stage: DrainingNode" },
    { after: 15, deleting: draining, expected: "Machine deletion in progress, stage: DrainingNode" },
    {
      after: 16,
      drained: 11,
      deleting: draining,
      expected: "Machine deletion in progress since more than 15m, stage: DrainingNode",
    },
    {
      after: 16,
      drained: 1,
      deleting: {
        reason: "DrainingNode",
        message: "* Pod a/c: deletionTimestamp set, but still not removed from the Node",
      },
      expected:
        "Machine deletion in progress since more than 15m, stage: DrainingNode, delay likely due to Pods not terminating",
    },
    {
      after: 16,
      drained: 1,
      deleting: { reason: "DrainingNode" },
      expected: "Machine deletion in progress since more than 15m, stage: DrainingNode",
    },
    {
      after: 16,
      drained: 12,
      deleting: draining,
      expected: "Machine deletion in progress since more than 15m, stage: DrainingNode",
    },
    {
      after: 16,
      drained: 1,
      deleting: draining,
      expected:
        "Machine deletion in progress since more than 15m, stage: DrainingNode, delay likely due to " +
        "PodDisruptionBudgets, Pods not terminating, Pod eviction errors, Pods not completed yet",
    },
    {
      after: 60,
      deleting: { reason: "WaitingForInfrastructureDeletion", message: "failed to evict Pod" },
      expected: "Machine deletion in progress since more than 15m, stage: WaitingForInfrastructureDeletion",
    },
  ])("shows the deletion progress after $after minutes: $expected", ({ after, drained = 0, deleting, expected }) => {
    const nodeDrainStartTime = new Date(minutes(drained)).toISOString();
    const machine = machineObject({
      metadata: { deletionTimestamp: at },
      status: { deletion: { nodeDrainStartTime } },
    });
    expect(deletionInShort(machine, deleting, minutes(after))).toBe(expected);
  });

  test("shows a message once if all control plane components report it", () => {
    const waiting = (type: string) => `* ${type}: Waiting for a Node`;
    const components = ["APIServerPodHealthy", "ControllerManagerPodHealthy", "SchedulerPodHealthy", "EtcdPodHealthy"];
    const other = "* EtcdMemberHealthy: Waiting for a Node";
    expect(groupComponents(["* NodeHealthy: x", ...components.map(waiting), other])).toEqual([
      "* NodeHealthy: x",
      "* Control plane components: Waiting for a Node",
      other,
    ]);
    expect(groupComponents([waiting("SchedulerUp"), waiting("EtcdPodHealthy")])).toEqual([
      "* Control plane components: Waiting for a Node",
    ]);
    const different = [waiting("APIServerPodHealthy"), "* SchedulerPodHealthy: Pod is missing"];
    expect(groupComponents(different)).toEqual(different);
    expect(groupComponents([waiting("EtcdPodHealthy"), other])).toEqual([waiting("EtcdPodHealthy"), other]);
  });

  test("has the components of a control plane Machine in one line", () => {
    const gates = ["APIServerPodHealthy", "SchedulerPodHealthy"];
    const conditions = gates.map((type): Condition => {
      return { type, status: "Unknown", reason: "PodInspectionFailed", message: "No Node", lastTransitionTime: at };
    });
    const readinessGates = gates.map((conditionType) => ({ conditionType }));
    const machine = machineObject({
      metadata: { labels: controlPlane },
      spec: { readinessGates },
      status: { conditions },
    });
    expect(condition(next(machine), "Ready")?.message.split("\n")).toContain("* Control plane components: No Node");
  });
});

test("a message in several conditions of a Node is reported in one line", () => {
  const node = nodeObject();
  const stopped = { status: "Unknown", message: "Kubelet stopped posting node status." } as const;
  const conditions = (node.status?.conditions ?? []).map((each) => ({ ...each, ...stopped }));
  const lost = { ...node, status: { ...node.status, conditions } };
  const observed = { infrastructure: found("TestMachine", provisioned), node: { state: "found", node: lost } } as const;
  expect(condition(next(machineObject(), observed), "NodeHealthy")).toMatchObject({
    status: "Unknown",
    message: "* Node.AllConditions: Kubelet stopped posting node status.",
  });
});

describe("the v1beta1 status of an infrastructure object", () => {
  const old = found(
    "TestMachine",
    {
      spec: { providerID: "test://m1", failureDomain: "zone-b" },
      status: { ready: true, conditions: [{ type: "Ready", status: "True", lastTransitionTime: at }] },
    },
    "v1beta1",
  );

  test("sets the failure domain in the spec, where control plane providers read it", () => {
    const machine = next(machineObject(), { infrastructure: old });
    expect(machine.spec.failureDomain).toBe("zone-b");
    expect(machine.status?.failureDomain).toBeUndefined();
  });

  test("has no reason for a True condition, which gets the default reason", () => {
    const ready = condition(next(machineObject(), { infrastructure: old }), "InfrastructureReady");
    expect(ready).toMatchObject({ status: "True", reason: "Ready" });
  });

  test("does not replace spec.failureDomain of a v1beta2 object", () => {
    const { spec } = provisioned;
    const status = { ...provisioned.status, failureDomain: "zone-c" };
    const infrastructure = found("TestMachine", { spec: { ...spec, failureDomain: "zone-b" }, status });
    const machine = next(machineObject(), { infrastructure });
    expect([machine.spec.failureDomain, machine.status?.failureDomain]).toEqual(["zone-b", "zone-c"]);
    const malformed = found("TestMachine", { spec: { ...spec, failureDomain: 5 }, status });
    expect(next(machineObject(), { infrastructure: malformed }).spec).not.toHaveProperty("failureDomain");
  });
});
