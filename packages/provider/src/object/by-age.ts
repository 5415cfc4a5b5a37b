import type { DeepReadonly, KubernetesObject } from "@capstan/contract";

/** Compares objects by age, the oldest first; those of the same second by name. */
export function byAge(one: DeepReadonly<KubernetesObject>, other: DeepReadonly<KubernetesObject>): number {
  return ageAndName(one) < ageAndName(other) ? -1 : 1;
}

function ageAndName({ metadata }: DeepReadonly<KubernetesObject>): string {
  return `${metadata.creationTimestamp ?? ""} ${metadata.name}`;
}
