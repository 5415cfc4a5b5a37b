import {
  controllerOf,
  type DeepReadonly,
  type KubernetesObject,
  type MachineSetSpec,
  type ObjectKey,
  type ResourceKind,
} from "@capstan/contract";
import { groupOfApiVersion, isControlledBy, type Owner } from "@capstan/kube";
import { createRequest, type Informer, type Request, requestFor } from "@capstan/runtime";
import { matchesSelector } from "./label-selector.ts";

/** The controllers of this kind that an object has now, or had before the change. */
export function controllersOf(
  objects: readonly (DeepReadonly<KubernetesObject> | undefined)[],
  kind: ResourceKind,
): Request[] {
  return objects.flatMap((object) => {
    const controller = object === undefined ? undefined : controllerOf(object);
    if (controller?.kind !== kind.kind || groupOfApiVersion(controller.apiVersion) !== kind.group) return [];
    return [createRequest(controller.name, object?.metadata.namespace)];
  });
}

/** The object in this list that controls another. */
export function controllerIn<T extends Owner>(
  owners: { get(key: ObjectKey): T | undefined },
  object: Pick<DeepReadonly<KubernetesObject>, "metadata">,
): T | undefined {
  const controller = controllerOf(object);
  if (controller === undefined) return undefined;
  const { namespace } = object.metadata;
  const named = owners.get({ name: controller.name, namespace });
  return named !== undefined && isControlledBy(object, named) ? named : undefined;
}

/**
 * The sets that may adopt an object without a controller.
 *
 * @param selectorOf - returns the selector of a set.
 */
export function selecting<T extends KubernetesObject>(
  sets: Informer<T>,
  object: DeepReadonly<KubernetesObject>,
  selectorOf: (set: DeepReadonly<T>) => DeepReadonly<MachineSetSpec["selector"]>,
): Request[] {
  if (controllerOf(object) !== undefined) return [];
  const { namespace, labels } = object.metadata;
  return sets
    .listIn(namespace)
    .filter((set) => matchesSelector(selectorOf(set), labels))
    .map(requestFor);
}
