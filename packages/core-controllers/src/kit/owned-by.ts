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

interface Selecting extends KubernetesObject {
  spec: Pick<MachineSetSpec, "selector">;
}

/** The sets that may adopt an object that nothing controls. */
export function selecting(sets: Informer<Selecting>, object: DeepReadonly<KubernetesObject>): Request[] {
  if (controllerOf(object) !== undefined) return [];
  const { namespace, labels } = object.metadata;
  return sets
    .list(namespace === undefined ? {} : { namespace })
    .filter(({ spec }) => matchesSelector(spec.selector, labels))
    .map(requestFor);
}
