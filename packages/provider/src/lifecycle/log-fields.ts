import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";

type Named = DeepReadonly<Pick<KubernetesObject, "kind" | "metadata">>;

/**
 * The fields of every log line of a reconcile (rule BP-001): the object, its owners and its Cluster, each under its kind:
 * `{"HelloMachine":"default/m1","Machine":"default/m1","Cluster":"default/c1"}`.
 */
export function logFields(object: Named, owners: object): Record<string, string> {
  const all = [object, ...Object.values(owners).flatMap(namedIn)];
  return Object.fromEntries(all.map(({ kind, metadata }) => [kind, objectKeyText(metadata)]));
}

/** An owner, or a wrapper that discriminates the kind of the owner. */
function namedIn(owner: unknown): Named[] {
  if (typeof owner !== "object" || owner === null) return [];
  return isNamed(owner) ? [owner] : Object.values(owner).filter(isNamed);
}

function isNamed(value: unknown): value is Named {
  return typeof value === "object" && value !== null && "kind" in value && "metadata" in value;
}
