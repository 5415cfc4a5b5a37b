import { controllerOf, type DeepReadonly, type KubernetesObject, type MachineSetSpec } from "@capstan/contract";
import { createRequest, type Informer, type Request, requestFor } from "@capstan/runtime";
import { matchesSelector } from "./label-selector.ts";

/** The controllers of this kind that an object has now, or had before the change. */
export function controllersOf(
  objects: readonly (DeepReadonly<KubernetesObject> | undefined)[],
  kind: string,
): Request[] {
  return objects.flatMap((object) => {
    const controller = object === undefined ? undefined : controllerOf(object);
    return controller?.kind === kind ? [createRequest(controller.name, object?.metadata.namespace)] : [];
  });
}

/**
 * The sets that may adopt an object that nothing controls.
 *
 * @param selectorOf - what a set selects.
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
