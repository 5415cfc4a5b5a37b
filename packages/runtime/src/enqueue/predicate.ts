import type { KubernetesObject } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import type { CacheEvent } from "../cache/cache-event.ts";

/** Selects the events that a source lets through. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: CacheEvent<T>) => boolean;

/** Lets through created and deleted objects, and changes of the spec (`metadata.generation`) or of metadata other than bookkeeping. */
export const specOrMetadataChanged: Predicate = ({ object, previous }) => {
  if (previous === undefined) return true;
  const before = previous.metadata;
  const after = object.metadata;
  return (
    before.generation !== after.generation ||
    before.deletionTimestamp !== after.deletionTimestamp ||
    !jsonEqual(
      [before.labels, before.annotations, before.finalizers, before.ownerReferences],
      [after.labels, after.annotations, after.finalizers, after.ownerReferences],
    )
  );
};

/** Lets through objects that have the label with this value; without a value, all objects that have the label. */
export function hasLabel(name: string, value?: string): Predicate {
  return ({ object }) => {
    const actual = object.metadata.labels?.[name];
    return value === undefined ? actual !== undefined : actual === value;
  };
}

/** Lets through events that pass all `predicates`. */
export function allOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((predicate) => predicate(event));
}
