import {
  annotations,
  type DeepReadonly,
  type MachineDeployment,
  type MachineSet,
  countReplicas,
} from "@capstan/contract";
import { boundsOf, isRollingUpdate } from "./bounds.ts";
import { createdAt, sortMachineSets } from "./current-machine-set.ts";
import { newMachineSet, updatedMachineSet } from "./desired-machine-set.ts";
import { planOnDelete } from "./on-delete.ts";
import { planProportional } from "./proportional.ts";
import { currentRevision, currentRevisionAnnotations, oldRevisionAnnotations } from "../../replicas/revision.ts";
import { planRollingUpdate } from "./rolling-update.ts";
import { type ReplicaPlan, type SetState } from "./set-state.ts";
import { type DeploymentMachine, type DeploymentSet } from "./reads.ts";

/** The input for the next step of a deployment. */
export interface DeploymentFacts {
  /** The deployment with its defaults. */
  readonly deployment: DeepReadonly<MachineDeployment>;
  /** Its MachineSets. */
  readonly sets: readonly DeploymentSet[];
  readonly machinesOf: (set: DeploymentSet) => readonly DeploymentMachine[];
  /** Whether the templates of new Machines exist. */
  readonly templatesExist: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A MachineSet as stored, if it exists, and as desired. */
export interface PlannedMachineSet {
  readonly before: DeploymentSet | undefined;
  readonly after: MachineSet;
}

/** The next step of a deployment. */
export interface DeploymentPlan {
  /** The current set first; includes sets that do not change. */
  readonly sets: readonly PlannedMachineSet[];
  /** Name of the current set; `undefined`: it does not exist and cannot be created now. */
  readonly current: string | undefined;
  /** Revision of the current set. */
  readonly revision: string | undefined;
}

/** Plans the next step: which MachineSets should exist, with how many replicas, and what changes in place. */
export function planDeployment(facts: DeploymentFacts): DeploymentPlan {
  const { deployment, sets, templatesExist, now } = facts;
  const { current, old } = sortMachineSets(deployment, sets, now);
  const mayCreate = deployment.spec.paused !== true && templatesExist;
  const revision = currentRevision(current, old);
  const base = current ?? (mayCreate ? newMachineSet(deployment, revision) : undefined);
  const replicas = planReplicas(facts, base, old);
  const oldOnes = old.filter(isAlive).map((before) => ({
    before,
    after: withReplicas(updatedMachineSet(before, deployment, oldAnnotations(deployment, before)), replicas),
  }));
  if (base === undefined) return { sets: oldOnes, current: undefined, revision: undefined };
  const own = {
    ...currentRevisionAnnotations(current, revision),
    [annotations.disableMachineCreate]: "false",
  };
  const after = withReplicas(updatedMachineSet(base, deployment, own), replicas);
  return {
    sets: [{ before: current, after }, ...oldOnes],
    current: after.metadata.name,
    revision: String(revision),
  };
}

function planReplicas(
  { deployment, machinesOf }: DeploymentFacts,
  current: DeploymentSet | undefined,
  old: readonly DeploymentSet[],
): ReplicaPlan {
  const state = (set: DeploymentSet) => stateOf(set, machinesOf(set));
  const bounds = boundsOf(deployment);
  const [currentState, oldStates] = [current === undefined ? undefined : state(current), old.map(state)];
  const rolling = isRollingUpdate(deployment.spec);
  if (deployment.spec.paused === true) {
    return planProportional({
      bounds,
      isRollingUpdate: rolling,
      current: currentState,
      old: oldStates,
      isSaturated: isSaturated(current, currentState, bounds.wanted),
      maxReplicasOf: (name) =>
        numberIn(
          [current, ...old].find((set) => set?.metadata.name === name),
          annotations.machineDeploymentMaxReplicas,
        ),
    });
  }
  if (currentState === undefined) return new Map();
  const rollout = { bounds, current: currentState, old: oldStates };
  return rolling ? planRollingUpdate(rollout) : planOnDelete(rollout);
}

/** A set that is being deleted shrinks to 0, regardless of its `spec.replicas`. */
function stateOf(set: DeploymentSet, machines: readonly DeploymentMachine[]): SetState {
  const alive = machines.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return {
    name: set.metadata.name,
    createdAt: createdAt(set),
    replicas: isAlive(set) ? (set.spec.replicas ?? 0) : 0,
    actual: machines.length,
    alive: alive.length,
    available: countReplicas(alive).availableReplicas,
  };
}

function isSaturated(current: DeploymentSet | undefined, state: SetState | undefined, wanted: number): boolean {
  return (
    state?.replicas === wanted &&
    state.available === wanted &&
    numberIn(current, annotations.machineDeploymentDesiredReplicas) === wanted
  );
}

function numberIn(set: DeploymentSet | undefined, annotation: string): number | undefined {
  const value = Number.parseInt(set?.metadata.annotations?.[annotation] ?? "", 10);
  return Number.isNaN(value) ? undefined : value;
}

function oldAnnotations(deployment: DeepReadonly<MachineDeployment>, set: DeploymentSet): Record<string, string> {
  return {
    ...oldRevisionAnnotations(set),
    [annotations.disableMachineCreate]: String(!isRollingUpdate(deployment.spec)),
  };
}

function withReplicas(set: MachineSet, plan: ReplicaPlan): MachineSet {
  const replicas = plan.get(set.metadata.name);
  return replicas === undefined ? set : { ...set, spec: { ...set.spec, replicas } };
}

/** Whether the set is not being deleted. */
function isAlive({ metadata }: DeploymentSet): boolean {
  return metadata.deletionTimestamp === undefined;
}

/** Old sets to delete after a rollout: they have no Machines, and their controller has observed `spec.replicas` of 0. */
export function setsToRemove(facts: DeploymentFacts): DeploymentSet[] {
  const { deployment, sets, machinesOf, now } = facts;
  const { wanted } = boundsOf(deployment);
  const counters = countReplicas(sets.flatMap((set) => [...machinesOf(set)]));
  const { replicas, upToDateReplicas, availableReplicas } = counters;
  if (![replicas, upToDateReplicas, availableReplicas].every((count) => count === wanted)) return [];
  return sortMachineSets(deployment, sets, now).old.filter(
    (set) =>
      isAlive(set) &&
      set.spec.replicas === 0 &&
      machinesOf(set).length === 0 &&
      (set.metadata.generation ?? 0) <= (set.status?.observedGeneration ?? 0),
  );
}
