import { type Condition, type Machine, type MachineSet } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { blockersOf } from "../src/controllers/machine-set/blockers.ts";
import { nextMachineSetStatus } from "../src/controllers/machine-set/next-status.ts";
import { machineObject } from "./scene/objects.ts";
import { machineSet, machineTemplate } from "./scene/sets.ts";
import { at, now, ago, condition, good, draft, quiet, byType, clusterLabel } from "./scene/good-machines.ts";

const selector = { matchLabels: { a: "b" } };
const template = { metadata: { labels: { a: "b" } }, ...machineTemplate() };

describe("the status of a MachineSet", () => {
  function statusOf(set: MachineSet, machines: readonly Machine[], blockers: readonly string[] = []) {
    return nextMachineSetStatus(set, { machines, blockers: blockersOf({ other: blockers }), now });
  }

  test("is complete with all its Machines running", () => {
    const set = machineSet("s", { replicas: 2, selector, template });
    set.metadata.generation = 4;
    const status = statusOf(set, [good("m1"), good("m2")]);
    expect({ ...status, conditions: byType(status.conditions), deprecated: undefined }).toEqual({
      selector: "a=b",
      replicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      upToDateReplicas: 2,
      versions: [{ version: "v1.36.0", replicas: 2 }],
      observedGeneration: 4,
      conditions: byType(quiet),
    });
    const created = { status: "True", lastTransitionTime: at };
    expect(status.deprecated).toEqual({
      v1beta1: {
        conditions: ["Ready", "MachinesCreated", "MachinesReady", "Resized"].map((type) => ({ type, ...created })),
        fullyLabeledReplicas: 2,
        readyReplicas: 2,
        availableReplicas: 2,
      },
    });
  });

  test("keeps the fields of other managers, and drops outdated ones", () => {
    const set = machineSet("s", { replicas: 0 });
    const theirs = condition("Theirs", "True");
    set.status = {
      conditions: [theirs],
      versions: [{ version: "v1.35.0", replicas: 1 }],
      deprecated: { v1beta1: { failureMessage: "no" } },
    };
    const status = statusOf(set, []);
    expect(status).not.toHaveProperty("versions");
    expect(status).not.toHaveProperty("selector");
    expect(status).not.toHaveProperty("observedGeneration");
    expect(status.conditions).toContainEqual(theirs);
    expect(status.deprecated?.v1beta1).toMatchObject({ failureMessage: "no", fullyLabeledReplicas: 0 });
  });

  test("counts Machines that have all labels of the template and of the Cluster", () => {
    const set = machineSet("s", { replicas: 4, selector, template });
    const labeled = (labels: Record<string, string>) => machineObject({ metadata: { labels } });
    const machines = [
      good("m1"),
      labeled({ a: "b" }),
      labeled(clusterLabel),
      labeled({ a: "c", ...clusterLabel }),
      machineObject(),
    ];
    expect(statusOf(set, machines).deprecated?.v1beta1?.fullyLabeledReplicas).toBe(1);
  });

  test.each<{
    given: string;
    replicas?: number;
    count: number;
    blockers?: string[];
    deleting?: boolean;
    expected: object[];
  }>([
    {
      given: "too few Machines",
      replicas: 3,
      count: 1,
      expected: [draft("ScalingUp", "True", "ScalingUp", "Scaling up from 1 to 3 replicas")],
    },
    {
      given: "too few Machines that cannot be made",
      replicas: 3,
      count: 1,
      blockers: ["a", "b"],
      expected: [
        draft("ScalingUp", "True", "ScalingUp", "Scaling up from 1 to 3 replicas is blocked because:\n* a\n* b"),
      ],
    },
    {
      given: "enough Machines, of which none could be made",
      replicas: 1,
      count: 1,
      blockers: ["a"],
      expected: [draft("ScalingUp", "False", "NotScalingUp", "Scaling up would be blocked because:\n* a")],
    },
    {
      given: "too many",
      replicas: 1,
      count: 3,
      expected: [
        draft("ScalingUp", "False", "NotScalingUp"),
        draft("ScalingDown", "True", "ScalingDown", "Scaling down from 3 to 1 replicas"),
      ],
    },
    { given: "no number: one is wanted", count: 1, expected: quiet.slice(0, 2) },
    {
      given: "a deletion, with Machines that cannot be made",
      replicas: 3,
      count: 2,
      blockers: ["a"],
      deleting: true,
      expected: [
        draft("ScalingUp", "False", "NotScalingUp"),
        draft("ScalingDown", "True", "ScalingDown", "Scaling down from 2 to 0 replicas"),
        draft("Deleting", "True", "Deleting", "Deleting 2 Machines"),
      ],
    },
    {
      given: "a deletion, with one Machine left",
      count: 1,
      deleting: true,
      expected: [draft("Deleting", "True", "Deleting", "Deleting 1 Machine")],
    },
    {
      given: "a deletion, with none left",
      count: 0,
      deleting: true,
      expected: [
        draft("ScalingDown", "False", "NotScalingDown"),
        draft("Deleting", "True", "Deleting", "Deletion completed"),
        draft("MachinesReady", "True", "NoReplicas"),
        draft("MachinesUpToDate", "True", "NoReplicas"),
      ],
    },
  ])("with $given", ({ replicas, count, blockers, deleting = false, expected }) => {
    const set = machineSet("s", replicas === undefined ? {} : { replicas });
    if (deleting) set.metadata.deletionTimestamp = ago(10);
    const machines = Array.from({ length: count }, (_, index) => good(`m${index}`));
    const { conditions } = statusOf(set, machines, blockers);
    for (const each of expected) expect(conditions).toContainEqual(each);
  });

  test("names Machines with a slow deletion while the set waits for them", () => {
    const stuck = good("m1");
    stuck.metadata.deletionTimestamp = ago(3_600);
    const set = machineSet("s", { replicas: 0 });
    const words = "\n* Machine m1 is in deletion since more than 15m";
    expect(byType(statusOf(set, [stuck]).conditions).ScalingDown).toMatchObject({
      message: `Scaling down from 1 to 0 replicas${words}`,
    });
    set.metadata.deletionTimestamp = ago(3_600);
    expect(byType(statusOf(set, [stuck]).conditions).Deleting).toMatchObject({ message: `Deleting 1 Machine${words}` });
  });

  test("reports unhealthy Machines and their remediation", () => {
    const set = machineSet("s", { replicas: 3 });
    const failed = condition("HealthCheckSucceeded", "False");
    const remediating = (machines: readonly Machine[]) => byType(statusOf(set, machines).conditions).Remediating;
    const others = [good("m2"), good("m3")];
    expect(remediating([good("m1", [failed]), ...others])).toEqual(
      draft("Remediating", "False", "NotRemediating", "Machine m1 is not healthy (not to be remediated by MachineSet)"),
    );
    const waiting = good("m1", [failed, condition("OwnerRemediated", "False", "waits")]);
    expect(remediating([waiting, ...others])).toEqual(
      draft("Remediating", "True", "Remediating", "* Machine m1: waits"),
    );
    const healthy = good("m1", [condition("OwnerRemediated", "False", "waits")]);
    expect(remediating([healthy, ...others])).toEqual(quiet[4]);
  });

  test.each<{ given: string; count: number; nodes: number; expected: object }>([
    { given: "all Nodes Ready", count: 2, nodes: 2, expected: { status: "True" } },
    {
      given: "a Node that is not Ready",
      count: 2,
      nodes: 1,
      expected: { status: "False", severity: "Info", reason: "WaitingForReplicasReady" },
    },
    {
      given: "a Machine too few",
      count: 1,
      nodes: 1,
      expected: {
        status: "False",
        severity: "Warning",
        reason: "ScalingUp",
        message: "Scaling up MachineSet to 2 replicas (actual 1)",
      },
    },
    {
      given: "a Machine too many",
      count: 3,
      nodes: 3,
      expected: {
        status: "False",
        severity: "Warning",
        reason: "ScalingDown",
        message: "Scaling down MachineSet to 2 replicas (actual 3)",
      },
    },
  ])("the v1beta1 condition Resized with $given", ({ count, nodes, expected }) => {
    const machines = Array.from({ length: count }, (_, index) =>
      good(`m${index}`, index < nodes ? [] : [condition("NodeReady", "False")]),
    );
    const { deprecated } = statusOf(machineSet("s", { replicas: 2 }), machines);
    const { Resized } = byType(deprecated?.v1beta1?.conditions);
    expect(Resized).toEqual({ type: "Resized", lastTransitionTime: at, ...expected });
  });

  test("the v1beta1 condition MachinesReady shows the worst Machine, the first by name among equals", () => {
    interface Old {
      status: Condition["status"];
      severity?: "Error" | "Warning" | "Info";
      reason?: string;
    }
    const reporting = (name: string, ready: Old): Machine => {
      const old = { type: "Ready", lastTransitionTime: ago(1), ...ready };
      return machineObject({ name, status: { deprecated: { v1beta1: { conditions: [old] } } } });
    };
    const worst = (machines: readonly Machine[]) => {
      const { deprecated } = statusOf(machineSet("s"), machines);
      const { MachinesReady } = byType(deprecated?.v1beta1?.conditions);
      return MachinesReady;
    };
    const ready = reporting("r", { status: "True" });
    const unknown = reporting("u", { status: "Unknown", reason: "Lost" });
    const info = (name: string) => reporting(name, { status: "False", severity: "Info", reason: "Waits" });
    const warning = reporting("w", { status: "False", severity: "Warning" });
    const base = { type: "MachinesReady", lastTransitionTime: at };
    expect(worst([ready, unknown])).toEqual({ ...base, status: "True" });
    expect(worst([unknown])).toEqual({
      ...base,
      status: "Unknown",
      reason: "Lost @ Machine/u",
      message: "0 of 1 completed",
    });
    const said = (name: string, of: number) => ({
      ...base,
      status: "False",
      severity: "Info",
      reason: `Waits @ Machine/${name}`,
      message: `1 of ${of} completed`,
    });
    expect(worst([ready, unknown, info("c"), info("b"), info("d")])).toEqual(said("b", 5));
    expect(worst([info("b"), ready, info("c")])).toEqual(said("b", 3));
    expect(worst([ready, info("a"), warning])).toEqual({
      ...base,
      status: "False",
      severity: "Warning",
      reason: " @ Machine/w",
      message: "1 of 3 completed",
    });
  });
});
