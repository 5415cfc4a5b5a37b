import { type Machine, type MachineDeployment, type MachineSet } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { planDeployment, setsToRemove } from "../src/controllers/machine-deployment/plan.ts";
import { machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";

const now = Date.UTC(2030, 0, 1);
const mayNotCreate = "cluster.x-k8s.io/disable-machine-create";

/** A set of the deployment's last template. */
const oldSet = (spec: Partial<MachineSet["spec"]> = {}): MachineSet =>
  machineSet("old", { template: machineTemplate("t2"), ...spec });

const rolling = (maxSurge: number): NonNullable<MachineDeployment["spec"]["rollout"]> => ({
  strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable: 1 } },
});

const facts = (deployment: MachineDeployment, sets: readonly MachineSet[]) => ({
  deployment,
  sets,
  machinesOf: () => [],
  templatesExist: true,
  now,
});

function annotationsOf(type: "RollingUpdate" | "OnDelete"): Record<string, string | undefined> {
  const deployment = machineDeployment("d", { replicas: 1, rollout: { strategy: { type } } });
  const { sets } = planDeployment(facts(deployment, [oldSet({ replicas: 1 })]));
  return Object.fromEntries(
    sets.map(({ before, after }) => [before?.metadata.name ?? "current", after.metadata.annotations?.[mayNotCreate]]),
  );
}

describe("the sets that may create Machines", () => {
  test("include old sets in a rolling update, because an old set may have to replace a failed Machine", () => {
    expect(annotationsOf("RollingUpdate")).toEqual({ current: "false", old: "false" });
  });

  test("are only the current set when Machines are replaced on deletion", () => {
    expect(annotationsOf("OnDelete")).toEqual({ current: "false", old: "true" });
  });
});

describe("the current set", () => {
  test("is created only when the deployment is not paused and the templates exist", () => {
    const deployment = machineDeployment("d", { replicas: 1 });
    expect(planDeployment(facts(deployment, [])).current).toMatch(/^d-/);
    expect(planDeployment({ ...facts(deployment, []), templatesExist: false }).sets).toEqual([]);
    const paused = machineDeployment("d", { replicas: 1, paused: true });
    expect(planDeployment(facts(paused, [])).current).toBeUndefined();
  });
});

describe("between two sets with the template of the deployment", () => {
  test("the larger one is current, even if the other is older and has no replica number", () => {
    const bare = { ...machineSet("bare"), metadata: { name: "bare", creationTimestamp: "2029-01-01T00:00:00Z" } };
    const sized = machineSet("sized", { replicas: 2 });
    sized.metadata.creationTimestamp = "2029-01-02T00:00:00Z";
    const deployment = machineDeployment("d", { replicas: 2 });
    expect(planDeployment(facts(deployment, [bare, sized])).current).toBe("sized");
    expect(planDeployment(facts(deployment, [sized, bare])).current).toBe("sized");
  });
});

describe("the replicas of the sets", () => {
  const ready = (name: string, changes: Parameters<typeof machineObject>[0] = {}) =>
    machineObject({
      name,
      status: {
        conditions: [
          { type: "Available", status: "True", reason: "R", message: "", lastTransitionTime: "2030-01-01T00:00:00Z" },
        ],
      },
      ...changes,
    });
  const annotated = (set: MachineSet, annotations: Record<string, string>): MachineSet => ({
    ...set,
    metadata: { ...set.metadata, annotations },
  });
  const going = (set: MachineSet): MachineSet => ({
    ...set,
    metadata: { ...set.metadata, deletionTimestamp: "2030-01-01T00:00:00Z" },
  });
  const currentSet = (replicas: number | undefined) => machineSet("new", replicas === undefined ? {} : { replicas });
  const machinesOf =
    (machines: Record<string, Machine[]>) =>
    ({ metadata }: { readonly metadata: { readonly name: string } }) =>
      machines[metadata.name] ?? [];

  function replicas(
    spec: Partial<MachineDeployment["spec"]>,
    sets: MachineSet[],
    machines: Record<string, Machine[]> = {},
    templatesExist = true,
  ): Record<string, number | undefined> {
    const given = { ...facts(machineDeployment("d", spec), sets), templatesExist, machinesOf: machinesOf(machines) };
    return Object.fromEntries(
      planDeployment(given).sets.map(({ after }) => [after.metadata.name, after.spec.replicas]),
    );
  }
  const three = [ready("a"), ready("b"), ready("c")];

  test("a rolling update counts existing and available Machines", () => {
    const spec = { replicas: 3 };
    expect(replicas(spec, [currentSet(0), oldSet({ replicas: 3 })], { old: three })).toEqual({ new: 1, old: 3 });
    const [a, b, c] = three as [Machine, Machine, Machine];
    const next = { old: [a, b, c], new: [ready("n")] };
    expect(replicas(spec, [currentSet(1), oldSet({ replicas: 3 })], next)).toEqual({ new: 1, old: 2 });
    const unready = { old: [a, b, c], new: [machineObject({ name: "n" })] };
    expect(replicas(spec, [currentSet(1), oldSet({ replicas: 3 })], unready)).toEqual({ new: 1, old: 3 });
    // a Machine that is being deleted exists and is not available
    const leaving = ready("n", { metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } });
    expect(replicas(spec, [currentSet(1), oldSet({ replicas: 3 })], { ...next, new: [leaving] })).toEqual({
      new: 1,
      old: 3,
    });
  });

  test("replacement on deletion keeps old Machines", () => {
    const spec = { replicas: 3, rollout: { strategy: { type: "OnDelete" as const } } };
    expect(replicas(spec, [currentSet(0), oldSet({ replicas: 3 })], { old: three })).toEqual({ new: 0, old: 3 });
    expect(replicas(spec, [currentSet(0), oldSet({ replicas: 3 })], { old: three.slice(1) })).toEqual({
      new: 0,
      old: 2,
    });
  });

  test("a set that is being deleted is not scaled, but its Machines count", () => {
    const sets = [currentSet(0), going(oldSet({ replicas: 3 }))];
    expect(replicas({ replicas: 3 }, sets, { old: three })).toEqual({ new: 1 });
    expect(replicas({ replicas: 3 }, sets)).toEqual({ new: 3 });
  });

  test("a paused deployment scales its existing sets", () => {
    const paused = { replicas: 10, paused: true };
    expect(replicas(paused, [currentSet(4)], {})).toEqual({ new: 10 });
    expect(replicas(paused, [oldSet({ replicas: 4 })], {})).toEqual({ old: 10 });
    const two = [currentSet(6), oldSet({ replicas: 2 })];
    expect(replicas({ ...paused, rollout: rolling(0) }, two, { new: three, old: [] })).toEqual({ new: 8, old: 2 });
    const spread = [
      annotated(currentSet(6), { "machinedeployment.clusters.x-k8s.io/max-replicas": "8" }),
      annotated(oldSet({ replicas: 2 }), { "machinedeployment.clusters.x-k8s.io/max-replicas": "8" }),
    ];
    expect(replicas({ replicas: 16, paused: true, rollout: rolling(0) }, spread)).toEqual({ new: 12, old: 4 });
    const apart = [
      annotated(currentSet(6), { "machinedeployment.clusters.x-k8s.io/max-replicas": "8" }),
      annotated(oldSet({ replicas: 2 }), { "machinedeployment.clusters.x-k8s.io/max-replicas": "16" }),
    ];
    expect(replicas({ replicas: 16, paused: true, rollout: rolling(0) }, apart)).toEqual({ new: 14, old: 2 });
  });

  test("a paused deployment without a current set scales its old sets", () => {
    const older = machineSet("older", { template: machineTemplate("t3"), replicas: 2 });
    const sets = [oldSet({ replicas: 2 }), older].map((set) =>
      annotated(set, { "machinedeployment.clusters.x-k8s.io/max-replicas": "4" }),
    );
    expect(replicas({ replicas: 8, paused: true, rollout: rolling(0) }, sets)).toEqual({ old: 4, older: 4 });
  });

  test("a paused deployment with a complete current set scales its old sets to zero", () => {
    const desired = (value: string) =>
      annotated(currentSet(3), { "machinedeployment.clusters.x-k8s.io/desired-replicas": value });
    const paused = { replicas: 3, paused: true, rollout: rolling(0) };
    const saturated = { new: three };
    expect(replicas(paused, [desired("3"), oldSet({ replicas: 1 })], saturated)).toEqual({ new: 3, old: 0 });
    const tooMany = { ...desired("3"), spec: currentSet(4).spec };
    expect(replicas(paused, [tooMany, oldSet({ replicas: 1 })], saturated)).toEqual({ new: 2, old: 1 });
    // it was scaled for another number, or a Machine is not available
    const inProportion = { new: 2, old: 1 };
    for (const [set, machines] of [
      [desired("4"), saturated],
      [desired("x"), saturated],
      [currentSet(3), saturated],
      [desired("3"), { new: three.slice(1) }],
    ] as const) {
      expect(replicas(paused, [set, oldSet({ replicas: 1 })], machines)).not.toEqual({ new: 3, old: 0 });
    }
    expect(replicas(paused, [currentSet(3), oldSet({ replicas: 1 })], { new: three, old: [ready("o")] })).toEqual(
      inProportion,
    );
  });

  test("nothing changes without a current set that can be created", () => {
    expect(replicas({ replicas: 5 }, [oldSet({ replicas: 3 })], { old: three }, false)).toEqual({ old: 3 });
  });

  test("a set without a replica number has no replicas", () => {
    expect(replicas({ replicas: 3 }, [currentSet(undefined), oldSet({ replicas: 3 })], { old: three })).toEqual({
      new: 1,
      old: 3,
    });
  });
});

describe("old sets after a finished rollout", () => {
  const done = machineDeployment("d", { replicas: 0 });
  const seen = (generation: number, observedGeneration: number, metadata: object = {}): MachineSet => {
    const set = oldSet({ replicas: 0 });
    return { ...set, metadata: { ...set.metadata, generation, ...metadata }, status: { observedGeneration } };
  };
  const removed = (deployment: MachineDeployment, set: MachineSet) =>
    setsToRemove(facts(deployment, [set])).map(({ metadata }) => metadata.name);

  test("are deleted when their controller has observed zero replicas", () => {
    expect(removed(done, seen(2, 1))).toEqual([]);
    expect(removed(done, seen(2, 2))).toEqual(["old"]);
    expect(removed(done, seen(2, 3))).toEqual(["old"]);
  });

  test("are deleted only when all Machines are up to date and available, and their own are deleted", () => {
    const one = machineDeployment("d", { replicas: 1 });
    const sets = [machineSet("new", { replicas: 1 }), seen(1, 1)];
    const at = { reason: "R", message: "", lastTransitionTime: "2030-01-01T00:00:00Z" };
    const having = (...types: string[]) =>
      machineObject({ name: "m", status: { conditions: types.map((type) => ({ type, status: "True", ...at })) } });
    const gone = (machines: Record<string, Machine[]>) =>
      setsToRemove({ ...facts(one, sets), machinesOf: ({ metadata }) => machines[metadata.name] ?? [] }).map(
        ({ metadata }) => metadata.name,
      );
    expect(gone({ new: [having("Available", "UpToDate")] })).toEqual(["old"]);
    expect(gone({ new: [having("Available")] })).toEqual([]);
    expect(gone({ new: [having("UpToDate")] })).toEqual([]);
    expect(gone({ old: [having("Available", "UpToDate")] })).toEqual([]);
    expect(gone({})).toEqual([]);
  });

  test("stay until their controller reports its first status", () => {
    const unseen = seen(1, 1);
    delete unseen.status;
    expect(removed(done, unseen)).toEqual([]);
  });

  test("stay while they have replicas, are being deleted, or the rollout continues", () => {
    const wanted = seen(1, 1);
    expect(removed(done, { ...wanted, spec: { ...wanted.spec, replicas: 1 } })).toEqual([]);
    expect(removed(done, seen(1, 1, { deletionTimestamp: "2030-01-01T00:00:00Z" }))).toEqual([]);
    expect(removed(machineDeployment("d", { replicas: 1 }), seen(1, 1))).toEqual([]);
  });
});
