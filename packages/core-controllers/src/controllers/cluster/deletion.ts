import {
  type Cluster,
  controllerOf,
  type DeepReadonly,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachinePool,
  MachineSet,
  reasons,
  type ResourceKind,
} from "@capstan/contract";
import { ownReasons } from "../../references/own-reasons.ts";
import { type FoundReference, type ObservedReference } from "../../references/reference.ts";
import { controlPlaneMachines, type Descendants, poolsOf, workerMachines } from "./descendants.ts";

/** The input for the next step of a Cluster's deletion. */
export interface ClusterDeletionFacts {
  readonly cluster: DeepReadonly<Cluster>;
  readonly descendants: Descendants;
  /** `undefined`: the Cluster has no such reference. */
  readonly controlPlane: ObservedReference | undefined;
  /** `undefined`: the Cluster has no such reference. */
  readonly infrastructure: ObservedReference | undefined;
}

/** An object to delete. */
interface ObjectToDelete {
  readonly kind: ResourceKind;
  readonly object: DeepReadonly<KubernetesObject>;
}

/** The next action. If `delete` is empty, the controller only waits. */
export type ClusterDeletionStep =
  | {
      readonly action: "wait";
      readonly delete: readonly ObjectToDelete[];
      readonly reason: string;
      readonly message: string;
    }
  | { readonly action: "finish" };

/** The next step of a Cluster's deletion: delete workers, then the control plane, then the infrastructure, then remove the finalizer. */
export function nextClusterDeletionStep(facts: ClusterDeletionFacts): ClusterDeletionStep {
  const { spec } = facts.cluster;
  return (
    workersStep(facts) ??
    (spec.controlPlaneRef === undefined
      ? controlPlaneMachinesStep(facts)
      : goneStep(facts.controlPlane, spec.controlPlaneRef, reasons.waitingForControlPlaneDeletion)) ??
    (spec.infrastructureRef === undefined
      ? undefined
      : goneStep(facts.infrastructure, spec.infrastructureRef, reasons.waitingForInfrastructureDeletion)) ?? {
      action: "finish",
    }
  );
}

function workersStep({ descendants }: ClusterDeletionFacts): ClusterDeletionStep | undefined {
  const { machinePools } = descendants;
  if (machinePools?.state === "pending" || machinePools?.state === "unreadable") {
    const message = machinePools.state === "pending" ? "Waiting for MachinePools to be read" : machinePools.message;
    return { action: "wait", delete: [], reason: reasons.waitingForWorkersDeletion, message };
  }
  const workers = workerMachines(descendants);
  const pools = poolsOf(descendants);
  const { machineDeployments, machineSets } = descendants;
  const names = [
    listed("MachineDeployments", machineDeployments),
    listed("MachineSets", machineSets),
    listed("MachinePools", pools),
    listed("Worker Machines", workers),
  ].filter((line) => line !== undefined);
  if (names.length === 0) return undefined;
  return {
    action: "wait",
    delete: [
      ...toDelete(MachineDeployment, machineDeployments),
      ...toDelete(MachinePool, pools),
      ...toDelete(MachineSet, machineSets.filter(isStandalone)),
      ...toDelete(Machine, workers.filter(isStandalone)),
    ],
    reason: reasons.waitingForWorkersDeletion,
    message: names.join("\n"),
  };
}

function controlPlaneMachinesStep({ descendants }: ClusterDeletionFacts): ClusterDeletionStep | undefined {
  const machines = controlPlaneMachines(descendants);
  const names = listed("Control plane Machines", machines);
  if (names === undefined) return undefined;
  return {
    action: "wait",
    delete: toDelete(Machine, machines.filter(isStandalone)),
    reason: reasons.waitingForControlPlaneDeletion,
    message: names,
  };
}

function goneStep(
  observed: ObservedReference | undefined,
  reference: { readonly kind: string; readonly name: string },
  reason: string,
): ClusterDeletionStep | undefined {
  if (observed === undefined || observed.state === "missing" || isAnothers(observed)) return undefined;
  if (observed.state === "unresolved") {
    // Without the CRD there are no objects. After any other problem an object may exist, so wait.
    if (observed.reason === ownReasons.crdNotInstalled) return undefined;
    return { action: "wait", delete: [], reason, message: observed.message };
  }
  return {
    action: "wait",
    delete: observed.state === "found" ? foundToDelete(observed) : [],
    reason,
    message: `Waiting for ${reference.kind} ${reference.name} to be deleted`,
  };
}

/** An object that another owner uses is kept, even if this Cluster refers to it. */
function isAnothers(observed: ObservedReference): boolean {
  return observed.state === "found" && (observed.refusal !== undefined || observed.sharedWith !== undefined);
}

function foundToDelete({ kind, object }: FoundReference): ObjectToDelete[] {
  return object.metadata.deletionTimestamp === undefined ? [{ kind, object }] : [];
}

function toDelete(kind: ResourceKind, objects: readonly DeepReadonly<KubernetesObject>[]): ObjectToDelete[] {
  return objects
    .filter((object) => object.metadata.deletionTimestamp === undefined)
    .map((object) => ({ kind, object }));
}

/** An object that has a controller is deleted by that controller. */
function isStandalone(object: DeepReadonly<KubernetesObject>): boolean {
  return controllerOf(object) === undefined;
}

function listed(what: string, objects: readonly DeepReadonly<KubernetesObject>[]): string | undefined {
  if (objects.length === 0) return undefined;
  const names = objects.map((object) => object.metadata.name).sort();
  const shown = names.slice(0, 5).join(", ");
  return names.length > 5 ? `* ${what}: ${shown}, ... (${names.length - 5} more)` : `* ${what}: ${shown}`;
}
