import {
  type Cluster,
  type DeepReadonly,
  finalizers,
  kindOfClone,
  labels,
  Machine,
  managedKeys,
  nextMap,
  type Reading,
  type ResourceKind,
  withInPlaceFields,
} from "@capstan/contract";
import { apiVersionOf, deepCopy } from "@capstan/kube";
import type { CachedObject } from "../../object/stored-object.ts";
import { type DesiredControlPlane, originAnnotation } from "./member.ts";
import { controlPlaneLabel } from "./own-machines.ts";

/** `spec.machineTemplate` of a control plane. */
type MachineTemplate = NonNullable<Reading<"ControlPlane">["machineTemplate"]>;

/** What Machines of a control plane are created from. */
export interface MachinePlan {
  readonly object: CachedObject;
  readonly cluster: DeepReadonly<Cluster>;
  readonly template: MachineTemplate;
  readonly desired: DesiredControlPlane;
  /** The kind of the bootstrap configs. */
  readonly config: Pick<ResourceKind, "group" | "kind">;
}

/** The labels of a control plane's Machines. Pure. */
function machineLabels({ object, cluster, template }: MachinePlan): Record<string, string> {
  return {
    ...template.metadata?.labels,
    [labels.clusterName]: cluster.metadata.name,
    [labels.controlPlane]: "",
    [labels.controlPlaneName]: controlPlaneLabel(object.metadata.name),
  };
}

/** A new Machine, with the names of the objects behind it, and with its finalizer, so that none of them can leak. Pure. */
export function newMachine(plan: MachinePlan, name: string, failureDomain: string | undefined): Machine {
  const { object, cluster, template, desired, config } = plan;
  const { infrastructureRef } = template.spec;
  const { name: owner, namespace, uid = "" } = object.metadata;
  const spec: Machine["spec"] = {
    clusterName: cluster.metadata.name,
    version: desired.version,
    bootstrap: { configRef: { apiGroup: config.group, kind: config.kind, name } },
    infrastructureRef: { ...infrastructureRef, kind: kindOfClone(infrastructureRef.kind), name },
    ...(failureDomain === undefined ? {} : { failureDomain }),
  };
  return {
    apiVersion: apiVersionOf(Machine),
    kind: Machine.kind,
    metadata: {
      name,
      namespace,
      labels: machineLabels(plan),
      annotations: { ...template.metadata?.annotations, [originAnnotation]: JSON.stringify(desired.origin) },
      ownerReferences: [{ apiVersion: object.apiVersion, kind: object.kind, name: owner, uid, controller: true }],
      finalizers: [finalizers.machine],
    },
    spec: withInPlaceFields(spec, template.spec),
  };
}

/** A Machine with everything of the template that can be changed in place (rule CP-010). Pure. */
export function updatedMachine(machine: DeepReadonly<Machine>, plan: MachinePlan): Machine {
  const next = deepCopy<Machine>(machine);
  next.spec = withInPlaceFields(next.spec, plan.template.spec);
  if (machine.metadata.deletionTimestamp !== undefined) return next;
  const origin = machine.metadata.annotations?.[originAnnotation];
  const wanted = {
    labels: machineLabels(plan),
    annotations: {
      ...plan.template.metadata?.annotations,
      ...(origin === undefined ? {} : { [originAnnotation]: origin }),
    },
  };
  for (const map of ["labels", "annotations"] as const) {
    const managed = managedKeys(machine.metadata, map, labels.controlPlaneName);
    const after = nextMap(machine.metadata[map], wanted[map], managed);
    if (machine.metadata[map] !== undefined || Object.keys(after).length > 0) next.metadata[map] = after;
  }
  return next;
}
