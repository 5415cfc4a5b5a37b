import type { DeepReadonly, KubernetesObject } from "@capstan/contract";

/** Compares objects by age, the oldest first; those of the same second by name. */
export function byAge(one: DeepReadonly<KubernetesObject>, other: DeepReadonly<KubernetesObject>): number {
  const [first, second] = [one, other].map(({ metadata }) => `${metadata.creationTimestamp ?? ""} ${metadata.name}`);
  return (first ?? "") < (second ?? "") ? -1 : 1;
}
