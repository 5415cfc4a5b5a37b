import { type MachineDeployment, type MachineSet } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { planDeployment, setsToRemove } from "../src/controllers/machine-deployment/plan.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";

const now = Date.UTC(2030, 0, 1);
const mayNotCreate = "cluster.x-k8s.io/disable-machine-create";

/** A set of the deployment's last template. */
const oldSet = (spec: Partial<MachineSet["spec"]> = {}): MachineSet =>
  machineSet("old", { template: machineTemplate("t2"), ...spec });

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

describe("which sets may create Machines", () => {
  test("in a rolling update all, since an old set may have to replace one that fails", () => {
    expect(annotationsOf("RollingUpdate")).toEqual({ current: "false", old: "false" });
  });

  test("where Machines are replaced on deletion the current one alone", () => {
    expect(annotationsOf("OnDelete")).toEqual({ current: "false", old: "true" });
  });
});

describe("the current set", () => {
  test("is not created while the deployment is paused, nor before the templates exist", () => {
    const deployment = machineDeployment("d", { replicas: 1 });
    expect(planDeployment(facts(deployment, [])).current).toMatch(/^d-/);
    expect(planDeployment({ ...facts(deployment, []), templatesExist: false }).sets).toEqual([]);
    const paused = machineDeployment("d", { replicas: 1, paused: true });
    expect(planDeployment(facts(paused, [])).current).toBeUndefined();
  });
});

describe("sets that a finished rollout leaves behind", () => {
  const done = machineDeployment("d", { replicas: 0 });
  const seen = (generation: number, observedGeneration: number, metadata: object = {}): MachineSet => {
    const set = oldSet({ replicas: 0 });
    return { ...set, metadata: { ...set.metadata, generation, ...metadata }, status: { observedGeneration } };
  };
  const removed = (deployment: MachineDeployment, set: MachineSet) =>
    setsToRemove(facts(deployment, [set])).map(({ metadata }) => metadata.name);

  test("are removed once their controller has seen that they should have no Machines", () => {
    expect(removed(done, seen(2, 1))).toEqual([]);
    expect(removed(done, seen(2, 2))).toEqual(["old"]);
    expect(removed(done, seen(2, 3))).toEqual(["old"]);
  });

  test("stay while they should have Machines, while they are being deleted, and while the rollout goes on", () => {
    const wanted = seen(1, 1);
    expect(removed(done, { ...wanted, spec: { ...wanted.spec, replicas: 1 } })).toEqual([]);
    expect(removed(done, seen(1, 1, { deletionTimestamp: "2030-01-01T00:00:00Z" }))).toEqual([]);
    expect(removed(machineDeployment("d", { replicas: 1 }), seen(1, 1))).toEqual([]);
  });
});
