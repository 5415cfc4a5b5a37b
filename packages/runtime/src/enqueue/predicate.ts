import type { KubernetesObject } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import type { CacheEvent } from "../cache/cache-event.ts";

/** Which events a source lets through. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: CacheEvent<T>) => boolean;

/** Lets through what changed `metadata.generation` (so not the status), metadata other than bookkeeping, or exists newly. */
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

/** Lets through objects with this label value; without a value, all objects that have the label. */
export function hasLabel(name: string, value?: string): Predicate {
  return ({ object }) => {
    const actual = object.metadata.labels?.[name];
    return value === undefined ? actual !== undefined : actual === value;
  };
}

/** Lets through what every one of `predicates` does. */
export function allOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((predicate) => predicate(event));
}
