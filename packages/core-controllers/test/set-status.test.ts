import { type Machine, type MachineDeployment, countNodes } from "@capstan/contract";
import { without } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { blockersOf } from "../src/controllers/machine-set/blockers.ts";
import { nextMachineSetStatus } from "../src/controllers/machine-set/next-status.ts";
import { nextMachineDeploymentStatus } from "../src/controllers/machine-deployment/next-status.ts";
import { claimedMachineSet } from "../src/controllers/machine-set/claimed-machine-set.ts";
import { describeStaleMachines, staleWaitMs } from "../src/replicas/stale-machines.ts";
import { clusterObject, machineObject } from "./scene/objects.ts";
import { conditionOf, machineDeployment, machineSet } from "./scene/sets.ts";

const now = Date.parse("2030-01-01T01:00:00Z");
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const nothing = blockersOf({ other: [] });

type Old = NonNullable<
  NonNullable<NonNullable<NonNullable<Machine["status"]>["deprecated"]>["v1beta1"]>["conditions"]
>[number];

const reporting = (name: string, ready: Omit<Old, "type" | "lastTransitionTime">): Machine =>
  machineObject({
    name,
    status: {
      deprecated: { v1beta1: { conditions: [{ type: "Ready", lastTransitionTime: minutesAgo(1), ...ready }] } },
    },
  });

describe("the v1beta1 conditions of a MachineSet", () => {
  const conditionsOf = (machines: readonly Machine[], replicas: number, blockers = nothing) =>
    nextMachineSetStatus(machineSet("s", { replicas }), { machines, blockers, now }).deprecated?.v1beta1?.conditions ??
    [];
  const find = (conditions: readonly Old[], type: string) => conditions.find((condition) => condition.type === type);

  test("MachinesReady is the worst of the Machines' conditions, and names its Machine", () => {
    const machines = [
      reporting("c", { status: "True" }),
      reporting("b", { status: "False", severity: "Info", reason: "WaitingForInfrastructure" }),
      reporting("d", { status: "False", severity: "Error", reason: "NodeNotFound", message: "gone" }),
      machineObject({ name: "a" }),
    ];
    expect(find(conditionsOf(machines, 4), "MachinesReady")).toMatchObject({
      status: "False",
      severity: "Error",
      reason: "NodeNotFound @ Machine/d",
      message: "1 of 4 completed",
    });
    expect(find(conditionsOf(machines.slice(0, 1), 1), "MachinesReady")).toMatchObject({ status: "True" });
    expect(find(conditionsOf([], 0), "MachinesReady")).toMatchObject({ status: "True" });
  });

  test.each([
    [{ other: ["name"] }, "MachineCreationFailed"],
    [{ other: [], infrastructure: ["gone"] }, "InfrastructureTemplateCloningFailed"],
    [{ other: [], bootstrap: ["gone"], infrastructure: ["gone"] }, "BootstrapTemplateCloningFailed"],
    [{ other: [], bootstrap: ["gone"], preflight: ["upgrading"] }, "PreflightCheckFailed"],
  ] as const)("MachinesCreated shows why Machines cannot be created: %j", (found, reason) => {
    const conditions = conditionsOf([], 1, blockersOf(found));
    expect(find(conditions, "MachinesCreated")).toMatchObject({ status: "False", severity: "Error", reason });
    // and Ready is the worst, not the first
    expect(find(conditions, "Ready")).toMatchObject({ severity: "Error", reason });
    expect(find(conditionsOf([], 0, blockersOf(found)), "MachinesCreated")).toMatchObject({ status: "True" });
    expect(find(conditionsOf([], 1), "MachinesCreated")).toMatchObject({ status: "True" });
  });
});

describe("the conditions of a MachineDeployment", () => {
  const statusOf = (deployment: MachineDeployment, set?: ReturnType<typeof machineSet>) =>
    nextMachineDeploymentStatus(deployment, {
      sets: set === undefined ? [] : [set],
      machines: [],
      current: { set, machines: 0 },
      blockers: [],
      now,
    });

  test("MachineSetReady repeats the full MachineSet condition, and Ready ignores it", () => {
    const set = machineSet("s");
    const said = { severity: "Warning", reason: "ScalingUp", message: "Scaling up MachineSet" } as const;
    const ready = { type: "Ready", status: "False", lastTransitionTime: minutesAgo(1), ...said } as const;
    set.status = { deprecated: { v1beta1: { conditions: [ready] } } };
    const reportedFor = (found: typeof set | undefined) =>
      statusOf(machineDeployment("d", { replicas: 0 }), found).deprecated?.v1beta1?.conditions;
    expect(reportedFor(set)).toMatchObject([
      { type: "Ready", status: "True" },
      { type: "Available", status: "True" },
      { type: "MachineSetReady", status: "False", ...said },
    ]);
    expect(reportedFor(undefined)).toContainEqual(
      expect.objectContaining({
        type: "MachineSetReady",
        reason: "WaitingForMachineSet",
        message: "MachineSet not found",
      }),
    );
  });

  test("Deleting counts the MachineSets that remain after their Machines", () => {
    const deployment = machineDeployment("d");
    deployment.metadata.deletionTimestamp = minutesAgo(1);
    deployment.status = statusOf(deployment, machineSet("s"));
    expect(conditionOf(deployment, "Deleting")).toMatchObject({ message: "Deleting 1 MachineSet" });
    deployment.status = statusOf(deployment);
    expect(conditionOf(deployment, "Deleting")).toMatchObject({ message: "Deletion completed" });
  });
});

describe("the counters of v1beta1", () => {
  test("wait for minReadySeconds of a Ready Node", () => {
    const ready = (name: string, minutes: number, minReadySeconds?: number): Machine =>
      machineObject({
        name,
        ...(minReadySeconds === undefined ? {} : { spec: { minReadySeconds } }),
        status: {
          conditions: [
            {
              type: "NodeReady",
              status: "True",
              reason: "Ready",
              message: "",
              lastTransitionTime: minutesAgo(minutes),
            },
          ],
        },
      });
    const machines = [ready("a", 0), ready("b", 1, 61), ready("c", 1, 60), machineObject({ name: "d" })];
    expect(countNodes(machines, now)).toEqual({ readyReplicas: 3, availableReplicas: 2 });
  });
});

describe("omitted replicas", () => {
  const bounds = {
    "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size": "3",
    "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size": "7",
  };
  const [least = "", most = ""] = Object.keys(bounds);

  test.each([
    ["1 where nothing scales", {}, 5, undefined, 1],
    ["1 with the lower bound alone", { [least]: "3" }, 5, undefined, 1],
    ["1 with the upper bound alone", { [most]: "7" }, 5, undefined, 1],
    ["1 with an upper bound beyond 32 bits", { ...bounds, [most]: "99999999999" }, 5, undefined, 1],
    ["1 with a negative bound", { ...bounds, [least]: "-3" }, 5, undefined, 1],
    ["the least of a new set", bounds, undefined, undefined, 3],
    ["the least where there were fewer", bounds, 1, undefined, 3],
    ["the most where there were more", bounds, 9, undefined, 7],
    ["as many as there were between", bounds, 5, undefined, 5],
    ["what is asked for, whatever the bounds", bounds, 5, 0, 0],
  ])("are %s", (_what, annotations, former, asked, expected) => {
    const spec = without(machineSet("s").spec, "replicas");
    const set = {
      ...machineSet("s"),
      spec: { ...spec, ...(asked === undefined ? {} : { replicas: asked }) },
    };
    const annotated = { ...set, metadata: { ...set.metadata, annotations } };
    expect(claimedMachineSet(annotated, clusterObject(), former).spec.replicas).toBe(expected);
    // Where no former number is known, a MachineSet takes the number of its Machines.
    const counted = { ...annotated, ...(former === undefined ? {} : { status: { replicas: former } }) };
    expect(claimedMachineSet(counted, clusterObject(), undefined).spec.replicas).toBe(expected);
  });
});

describe("Machines with a slow deletion", () => {
  const deleted = (name: string, minutes: number, message = "", drainedFor = minutes): Machine =>
    machineObject({
      name,
      metadata: { deletionTimestamp: minutesAgo(minutes) },
      status: {
        deletion: { nodeDrainStartTime: minutesAgo(drainedFor) },
        conditions: [
          {
            type: "Deleting",
            status: "True",
            reason: "DrainingNode",
            message,
            lastTransitionTime: minutesAgo(minutes),
          },
        ],
      },
    });
  const budget = "* Pod default/a: cannot evict pod as it would violate the pod's disruption budget. Retrying";

  test("are named with the obstacle to their drain after five minutes", () => {
    const machines = [
      deleted("b", 20, budget),
      deleted("a", 16, "* Pod default/b: waiting for completion"),
      deleted("c", 16, "* Pod default/c: failed to evict Pod, forbidden", 4),
      deleted("fresh", 14, budget),
    ];
    expect(describeStaleMachines(machines, now)).toBe(
      "Machines a, b, c are in deletion since more than 15m, delay likely due to PodDisruptionBudgets, Pods not completed yet",
    );
    expect(describeStaleMachines([deleted("c", 16)], now)).toBe("Machine c is in deletion since more than 15m");
    expect(describeStaleMachines([deleted("fresh", 14)], now)).toBe("");
  });

  test("cause a reconcile of their set when they become slow", () => {
    expect(staleWaitMs([deleted("a", 20), deleted("b", 14), deleted("c", 10), machineObject()], now)).toBe(61_000);
    expect(staleWaitMs([deleted("a", 20), machineObject()], now)).toBe(0);
    const justNow = deleted("a", 15 + 1 / 60);
    expect(staleWaitMs([justNow, deleted("b", 14)], now)).toBe(61_000);
  });
});
