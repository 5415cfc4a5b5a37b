import { type Machine, type MachineDeployment, type MachineSet } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { boundsOf } from "../src/controllers/machine-deployment/bounds.ts";
import { nextMachineDeploymentStatus } from "../src/controllers/machine-deployment/next-status.ts";
import { machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet } from "./scene/sets.ts";
import { at, now, ago, condition, good, draft, byType, quiet } from "./scene/good-machines.ts";

const selector = { matchLabels: { a: "b" } };

describe("the status of a MachineDeployment", () => {
  function statusOf(
    deployment: MachineDeployment,
    machines: readonly Machine[],
    sets = [machineSet("s", { replicas: 2 })],
  ) {
    const current = { set: sets[0], machines: machines.length };
    return nextMachineDeploymentStatus(deployment, { sets, machines, current, blockers: [], now });
  }
  const bad = (name: string, message: string) =>
    good(name, [
      condition("UpToDate", "False", message),
      condition("Available", "False"),
      condition("NodeReady", "False"),
    ]);

  test("is complete with all its Machines running", () => {
    const deployment = machineDeployment("d", { replicas: 2, selector });
    deployment.metadata.generation = 4;
    const status = statusOf(deployment, [good("m1"), good("m2")]);
    expect({ ...status, conditions: byType(status.conditions), deprecated: undefined }).toEqual({
      selector: "a=b",
      replicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      upToDateReplicas: 2,
      versions: [{ version: "v1.36.0", replicas: 2 }],
      phase: "Running",
      observedGeneration: 4,
      conditions: byType([
        ...quiet,
        draft("Available", "True", "Available"),
        draft("RollingOut", "False", "NotRollingOut"),
      ]),
    });
    expect(status.deprecated).toEqual({
      v1beta1: {
        conditions: [
          { type: "Ready", status: "True", lastTransitionTime: at },
          { type: "Available", status: "True", lastTransitionTime: at },
          {
            type: "MachineSetReady",
            status: "False",
            severity: "Info",
            reason: "WaitingForMachineSet",
            lastTransitionTime: at,
          },
        ],
        updatedReplicas: 2,
        readyReplicas: 2,
        availableReplicas: 2,
        unavailableReplicas: 0,
      },
    });
  });

  test("keeps the fields of other managers, and drops outdated ones", () => {
    const deployment = machineDeployment("d", { replicas: 0 });
    const theirs = condition("Theirs", "True");
    deployment.status = { conditions: [theirs], versions: [{ version: "v1.35.0", replicas: 1 }] };
    const status = statusOf(deployment, []);
    for (const gone of ["versions", "selector", "observedGeneration"]) expect(status).not.toHaveProperty(gone);
    expect(status.conditions).toContainEqual(theirs);
  });

  test.each([
    [1, 2, false, "ScalingUp"],
    [2, 2, false, "Running"],
    [3, 2, false, "ScalingDown"],
    [1, 2, true, "ScalingDown"],
  ] as const)("with %d of %d Machines, being deleted: %j, its phase is %s", (count, replicas, deleting, phase) => {
    const deployment = machineDeployment("d", { replicas });
    if (deleting) deployment.metadata.deletionTimestamp = ago(10);
    const status = statusOf(
      deployment,
      Array.from({ length: count }, (_, index) => good(`m${index}`)),
    );
    expect(status.phase).toBe(phase);
    const { ScalingDown, Deleting } = byType(status.conditions);
    expect(ScalingDown).toMatchObject({ status: phase === "ScalingDown" ? "True" : "False" });
    expect(Deleting).toMatchObject({ status: deleting ? "True" : "False" });
  });

  test("names unhealthy Machines and the controller that does not remediate them", () => {
    const machine = good("m1", [condition("HealthCheckSucceeded", "False")]);
    const { Remediating } = byType(statusOf(machineDeployment("d", { replicas: 1 }), [machine]).conditions);
    expect(Remediating).toMatchObject({
      message: "Machine m1 is not healthy (not to be remediated by MachineDeployment/MachineSet)",
    });
  });

  const rolling = (rollingUpdate: object) => ({ strategy: { type: "RollingUpdate", rollingUpdate } }) as const;

  test.each<{
    given: string;
    spec: Partial<MachineDeployment["spec"]>;
    available: number;
    deleting?: boolean;
    sets?: MachineSet[];
    expected: object;
  }>([
    {
      given: "all available",
      spec: { replicas: 3 },
      available: 3,
      expected: { status: "True", reason: "Available", message: "" },
    },
    {
      given: "one too few, of which none may be missing",
      spec: { replicas: 3 },
      available: 2,
      expected: {
        status: "False",
        reason: "NotAvailable",
        message:
          "2 available replicas, at least 3 required (spec.rollout.strategy.rollingUpdate.maxUnavailable is 0, spec.replicas is 3)",
      },
    },
    {
      given: "as many as must be",
      spec: { replicas: 3, rollout: rolling({ maxUnavailable: "50%" }) },
      available: 2,
      expected: { status: "True" },
    },
    {
      given: "fewer than must be",
      spec: { replicas: 3, rollout: rolling({ maxUnavailable: "50%" }) },
      available: 1,
      expected: {
        message:
          "1 available replicas, at least 2 required (spec.rollout.strategy.rollingUpdate.maxUnavailable is 50%, spec.replicas is 3)",
      },
    },
    {
      given: "too few, where Machines are replaced on deletion",
      spec: { replicas: 3, rollout: { strategy: { type: "OnDelete" } } },
      available: 1,
      expected: { message: "1 available replicas, at least 3 required" },
    },
    {
      given: "too few, in a deletion",
      spec: { replicas: 3 },
      available: 1,
      deleting: true,
      expected: { status: "False", reason: "NotAvailable", message: "Deletion in progress" },
    },
    {
      given: "no set yet",
      spec: { replicas: 3 },
      available: 0,
      sets: [],
      expected: {
        status: "Unknown",
        reason: "WaitingForAvailableReplicasSet",
        message: "Waiting for status.availableReplicas set",
      },
    },
    {
      given: "no set any more, in a deletion",
      spec: { replicas: 0 },
      available: 0,
      deleting: true,
      sets: [],
      expected: { status: "True" },
    },
  ])("Available with $given", ({ spec, available, deleting = false, sets, expected }) => {
    const deployment = machineDeployment("d", spec);
    if (deleting) deployment.metadata.deletionTimestamp = ago(10);
    const machines = Array.from({ length: available }, (_, index) => good(`m${index}`));
    const { Available } = byType(statusOf(deployment, machines, sets).conditions);
    expect(Available).toMatchObject(expected);
  });

  test("RollingOut counts outdated Machines and shows each reason once, versions first", () => {
    const machines = [
      bad("m1", "* TestMachine is not up-to-date\n* Version v1.35.0, v1.36.0 required"),
      bad("m2", "* A is not up-to-date\n* Version v1.35.0, v1.36.0 required"),
      bad("m3", "* Version v1.34.0, v1.36.0 required\n* B needs * Version"),
      bad("m4", ""),
      good("m5"),
      machineObject({ name: "m6" }),
    ];
    const { RollingOut } = byType(statusOf(machineDeployment("d"), machines).conditions);
    expect(RollingOut).toEqual(
      draft(
        "RollingOut",
        "True",
        "RollingOut",
        [
          "Rolling out 4 not up-to-date replicas",
          "* Version v1.34.0, v1.36.0 required",
          "* Version v1.35.0, v1.36.0 required",
          "* A is not up-to-date",
          "* B needs * Version",
          "* TestMachine is not up-to-date",
        ].join("\n"),
      ),
    );
  });

  test("in v1beta1, unavailable replicas are the desired ones minus the available ones", () => {
    const sets = [machineSet("a", { replicas: 2 }), machineSet("b", { replicas: 3 }), machineSet("c")];
    const old = (count: number) =>
      statusOf(
        machineDeployment("d", { replicas: 4 }),
        Array.from({ length: count }, (_, index) => good(`m${index}`)),
        sets,
      ).deprecated?.v1beta1;
    expect(old(3)).toMatchObject({ availableReplicas: 3, unavailableReplicas: 2 });
    expect(old(7)).toMatchObject({ availableReplicas: 7, unavailableReplicas: 0 });
    sets.push(machineSet("e", { replicas: 2 ** 31 - 1 }));
    expect(old(1)).toMatchObject({ unavailableReplicas: 2 ** 31 - 1 });
    sets.pop();
    const { Available } = byType(old(3)?.conditions);
    expect(Available).toEqual({
      type: "Available",
      status: "False",
      severity: "Warning",
      reason: "WaitingForAvailableMachines",
      message: "Minimum availability requires 4 replicas, current 3 available",
      lastTransitionTime: at,
    });
    expect(byType(old(4)?.conditions).Available).toMatchObject({ status: "True" });
    const rollout = { strategy: { type: "RollingUpdate" as const, rollingUpdate: { maxUnavailable: 1 } } };
    const loose = statusOf(machineDeployment("d", { replicas: 2, rollout }), [good("m1")], sets).deprecated?.v1beta1;
    expect(byType(loose?.conditions).Available).toMatchObject({ status: "True" });
  });

  test("MachineSetReady of v1beta1 has only the fields that its set reports", () => {
    const set = machineSet("s");
    set.status = {
      deprecated: { v1beta1: { conditions: [{ type: "Ready", status: "True", lastTransitionTime: ago(1) }] } },
    };
    const { deprecated } = statusOf(machineDeployment("d"), [], [set]);
    expect(byType(deprecated?.v1beta1?.conditions).MachineSetReady).toEqual({
      type: "MachineSetReady",
      status: "True",
      lastTransitionTime: at,
    });
  });
});

describe("the bounds of a rollout", () => {
  test.each([
    [undefined, undefined, { wanted: 1, maxSurge: 1, maxUnavailable: 0 }],
    [10, { maxSurge: "25%", maxUnavailable: "25%" }, { wanted: 10, maxSurge: 3, maxUnavailable: 2 }],
    [10, { maxSurge: 0, maxUnavailable: 0 }, { wanted: 10, maxSurge: 0, maxUnavailable: 1 }],
    [0, { maxSurge: 0, maxUnavailable: 0 }, { wanted: 0, maxSurge: 0, maxUnavailable: 0 }],
    [2, { maxUnavailable: 5 }, { wanted: 2, maxSurge: 1, maxUnavailable: 2 }],
  ])("of %j Machines with %j", (replicas, rollingUpdate, expected) => {
    const rollout =
      rollingUpdate === undefined ? {} : { rollout: { strategy: { type: "RollingUpdate" as const, rollingUpdate } } };
    expect(boundsOf(machineDeployment("d", { ...(replicas === undefined ? {} : { replicas }), ...rollout }))).toEqual(
      expected,
    );
  });
});
