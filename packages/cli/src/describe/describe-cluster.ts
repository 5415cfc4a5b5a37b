import {
  type Cluster,
  conditionTypes,
  type DeepReadonly,
  type KubernetesObject,
  labels,
  type Machine,
  type MachineDeployment,
  type MachinePool,
  type MachineSet,
} from "@capstan/contract";
import { fieldsOf, isControlledBy } from "@capstan/kube";
import { withoutRepeated } from "./activities.ts";
import { describeMachine } from "./describe-machine.ts";
import { describeObject, describeReference } from "./describe-object.ts";
import type { DescribedObject, ReplicaCounts } from "./described-object.ts";
import type { ObservedCluster, Reference } from "./observed-cluster.ts";
import { controlPlaneTemplatesOf, type TemplateReference, templatesOf } from "./templates.ts";

/**
 * The tree of a Cluster: infrastructure, control plane with its Machines, workers by deployment and set.
 *
 * @param machineIn - describes a Machine, for a caller that has described most Machines before.
 */
export function describeCluster(
  observed: ObservedCluster & { readonly cluster: NonNullable<ObservedCluster["cluster"]> },
  machineIn: typeof describeMachine = describeMachine,
): DescribedObject {
  const { cluster } = observed;
  const { infrastructureRef, controlPlaneRef } = cluster.spec;
  const controlPlane = observed.machines.filter(isControlPlane);
  const controlPlaneMachines = inOrder(controlPlane.map((machine) => machineIn(machine, observed)));
  const described = describeObject(cluster);
  return {
    ...described,
    replicas: sumsOf(cluster),
    // The sets report the activities of their own Machines.
    activities: described.activities.filter(({ what }) => what === conditionTypes.deleting),
    paused: described.paused || cluster.spec.paused === true,
    children: [
      ...(infrastructureRef === undefined
        ? []
        : [describeReference(infrastructureRef, "infrastructure", observed.find(infrastructureRef))]),
      ...(controlPlaneRef === undefined
        ? controlPlaneMachines.map((machine) => ({ ...machine, role: "control plane" }))
        : [
            {
              ...withCounts(
                describeReference(controlPlaneRef, "control plane", observed.find(controlPlaneRef)),
                observed,
                controlPlaneRef,
              ),
              children: [...controlPlaneTemplates(controlPlaneRef, observed), ...controlPlaneMachines],
            },
          ]),
      ...workers(observed, machineIn),
      ...observed.machineHealthChecks.map(describeObject),
    ],
  };
}

/** Describes the objects of a Cluster that does not exist: not yet, or no longer. */
export function describeWithoutCluster(
  observed: ObservedCluster,
  machineIn: typeof describeMachine = describeMachine,
): DescribedObject[] {
  const controlPlane = observed.machines.filter(isControlPlane).map((machine) => machineIn(machine, observed));
  return [
    ...inOrder(controlPlane),
    ...workers(observed, machineIn),
    ...observed.machineHealthChecks.map(describeObject),
  ];
}

/** The sums of a Cluster. No controller decides whether standalone Machines are up to date. */
function sumsOf({ status }: DeepReadonly<Cluster>): ReplicaCounts {
  const parts = [status?.controlPlane, status?.workers].map(fieldsOf);
  const sum = (name: keyof ReplicaCounts, field: string): ReplicaCounts => {
    const values = parts.map((part) => part[field]).filter((value) => typeof value === "number");
    return values.length === 0 ? {} : { [name]: values.reduce((total, value) => total + value, 0) };
  };
  return {
    ...sum("desired", "desiredReplicas"),
    ...sum("current", "replicas"),
    ...sum("ready", "readyReplicas"),
    ...sum("available", "availableReplicas"),
  };
}

function controlPlaneTemplates(reference: Reference, observed: ObservedCluster): DescribedObject[] {
  const found = observed.find(reference);
  return found.state === "found" ? templates(() => controlPlaneTemplatesOf(found.object), observed) : [];
}

function templates(references: () => readonly TemplateReference[], observed: ObservedCluster): DescribedObject[] {
  if (!observed.withTemplates) return [];
  return references().map(({ role, ...reference }) => describeReference(reference, role, observed.find(reference)));
}

function withCounts(
  described: DescribedObject,
  observed: ObservedCluster,
  reference: Parameters<ObservedCluster["find"]>[0],
): DescribedObject {
  const found = observed.find(reference);
  return found.state === "found" ? { ...described, replicas: countsOf(found.object) } : described;
}

function workers(observed: ObservedCluster, machineIn: typeof describeMachine): DescribedObject[] {
  const machines = observed.machines.filter((machine) => !isControlPlane(machine));
  const owners = [...observed.machineSets, ...observed.machinePools];
  const machinesOf = (owner: DeepReadonly<KubernetesObject> | undefined): DescribedObject[] =>
    inOrder(machines.filter(ownedBy(owner, owners)).map((machine) => machineIn(machine, observed)));
  const setsOf = (owner: DeepReadonly<MachineDeployment> | undefined): DescribedObject[] =>
    inOrder(
      observed.machineSets
        .filter(ownedBy(owner, observed.machineDeployments))
        .filter((set) => !isEmptyRemnant(set) || owner === undefined)
        .map((set) => ({ ...describeReplicas(set), children: machinesOf(set) })),
    );
  const deployments = observed.machineDeployments.map((deployment) => {
    const described = describeReplicas(deployment);
    const sets = setsOf(deployment).map((set) => ({
      ...set,
      activities: withoutRepeated(set.activities, described.activities),
    }));
    return { ...described, children: [...templates(() => templatesOf(deployment), observed), ...sets] };
  });
  const pools = observed.machinePools.map((pool) => ({
    ...describeReplicas(pool),
    children: [...describePoolObjects(pool, observed), ...machinesOf(pool)],
  }));
  return [...inOrder(deployments), ...inOrder(pools), ...setsOf(undefined), ...machinesOf(undefined)];
}

/** A set that a rollout left behind as a revision for a rollback. */
function isEmptyRemnant({ metadata, spec, status }: DeepReadonly<MachineSet>): boolean {
  return spec.replicas === 0 && (status?.replicas ?? 0) === 0 && metadata.deletionTimestamp === undefined;
}

/** The config and the infrastructure object that all machines of a pool share. */
function describePoolObjects({ spec }: DeepReadonly<MachinePool>, observed: ObservedCluster): DescribedObject[] {
  const { bootstrap, infrastructureRef } = spec.template.spec;
  return [
    ...(bootstrap.configRef === undefined
      ? []
      : [describeReference(bootstrap.configRef, "bootstrap", observed.find(bootstrap.configRef))]),
    describeReference(infrastructureRef, "infrastructure", observed.find(infrastructureRef)),
  ];
}

function describeReplicas(object: DeepReadonly<MachineDeployment | MachineSet | MachinePool>): DescribedObject {
  const { version } = object.spec.template.spec;
  return { ...describeObject(object), replicas: countsOf(object), ...(version === undefined ? {} : { version }) };
}

function countsOf(
  object: DeepReadonly<KubernetesObject> & { readonly spec?: unknown; readonly status?: unknown },
): ReplicaCounts {
  const status = fieldsOf(object.status);
  return {
    ...count("desired", fieldsOf(object.spec).replicas),
    ...count("current", status.replicas),
    ...count("ready", status.readyReplicas),
    ...count("available", status.availableReplicas),
    ...count("upToDate", status.upToDateReplicas ?? status.updatedReplicas),
  };
}

function count(name: keyof ReplicaCounts, value: unknown): ReplicaCounts {
  return typeof value === "number" ? { [name]: value } : {};
}

/** Whether `owner` controls an object; without `owner`, whether none of `owners` does. */
function ownedBy(owner: DeepReadonly<KubernetesObject> | undefined, owners: readonly DeepReadonly<KubernetesObject>[]) {
  return (object: DeepReadonly<KubernetesObject>): boolean => {
    return owner === undefined ? !owners.some((each) => isControlledBy(object, each)) : isControlledBy(object, owner);
  };
}

function isControlPlane(machine: DeepReadonly<Machine>): boolean {
  return machine.metadata.labels?.[labels.controlPlane] !== undefined;
}

/** For thousands of names, far faster than localeCompare. */
const numbered = new Intl.Collator("en", { numeric: true });

function inOrder<T extends DescribedObject>(objects: readonly T[]): T[] {
  return objects.toSorted((a, b) => numbered.compare(a.name, b.name));
}
