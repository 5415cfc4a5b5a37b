import {
  Cluster,
  type DeepReadonly,
  groups,
  type KubernetesObject,
  Machine,
  MachinePool,
  type OwnerReference,
} from "@capstan/contract";
import { groupOfApiVersion } from "@capstan/kube";
import { type Reference } from "../references/reference.ts";
import { type Reader } from "./projection.ts";

/** The fields of a Cluster that name the objects it uses. */
interface ReferringCluster {
  readonly spec: DeepReadonly<Pick<Cluster["spec"], "infrastructureRef" | "controlPlaneRef">>;
}

/** The objects that a Cluster uses exclusively. */
export function referencesOfCluster({ spec }: ReferringCluster): readonly Reference[] {
  return [spec.infrastructureRef, spec.controlPlaneRef].filter((reference) => reference !== undefined);
}

/**
 * Whether an owner reference of `object` belongs to an object that uses it: an existing Cluster that refers to it, in its own namespace, or
 * a Machine or MachinePool that controls it. The owner reference alone proves nothing, because anyone who may write the object can set it.
 */
export function isUserOf(
  object: DeepReadonly<KubernetesObject>,
  clusters: Reader<ReferringCluster>,
): (owner: OwnerReference) => boolean {
  const { name, namespace } = object.metadata;
  const group = groupOfApiVersion(object.apiVersion);
  return (owner) => {
    if (groupOfApiVersion(owner.apiVersion) !== groups.core) return false;
    if (owner.kind === Machine.kind || owner.kind === MachinePool.kind) return owner.controller === true;
    if (owner.kind !== Cluster.kind) return false;
    const cluster = clusters.get({ name: owner.name, namespace });
    const used = cluster === undefined ? [] : referencesOfCluster(cluster);
    return used.some((each) => each.apiGroup === group && each.kind === object.kind && each.name === name);
  };
}
