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

/** What is to be known of a Cluster to tell what it uses. */
interface ReferringCluster {
  readonly spec: DeepReadonly<Pick<Cluster["spec"], "infrastructureRef" | "controlPlaneRef">>;
}

/** The objects that a Cluster uses alone. */
export function referencesOfCluster({ spec }: ReferringCluster): readonly Reference[] {
  return [spec.infrastructureRef, spec.controlPlaneRef].filter((reference) => reference !== undefined);
}

/**
 * Whether an owner reference of `object` is of an object that uses it: a Cluster that exists and refers to it, in its own namespace,
 * or a Machine or MachinePool that controls it. The reference alone is text of anyone who may write the object, and proves nothing.
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
    const cluster = clusters.get({ name: owner.name, ...(namespace === undefined ? {} : { namespace }) });
    const used = cluster === undefined ? [] : referencesOfCluster(cluster);
    return used.some((each) => each.apiGroup === group && each.kind === object.kind && each.name === name);
  };
}
