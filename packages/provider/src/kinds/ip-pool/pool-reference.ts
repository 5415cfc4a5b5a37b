import type { DeepReadonly, KubernetesObject, PoolReference, ResourceKind } from "@capstan/contract";

/** Whether a reference is to a pool of the kind, in any version. */
export function refersToKind({ apiGroup, kind }: PoolReference, pool: ResourceKind): boolean {
  return apiGroup === pool.group && kind === pool.kind;
}

/** The reference of claims and addresses to a pool. */
export function referenceToPool(
  pool: Pick<ResourceKind, "group" | "kind">,
  { metadata }: DeepReadonly<Pick<KubernetesObject, "metadata">>,
): PoolReference {
  return { apiGroup: pool.group, kind: pool.kind, name: metadata.name };
}

/** The value of indexes by pool. */
export function poolIndexValue({ apiGroup, kind, name }: PoolReference): string {
  return `${apiGroup}/${kind}/${name}`;
}

/** Whether two references name the same pool, for objects of the same namespace. */
export function isSamePool(one: PoolReference, other: PoolReference): boolean {
  return poolIndexValue(one) === poolIndexValue(other);
}
