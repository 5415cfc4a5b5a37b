import { type KubernetesObject } from "../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { groups } from "./groups.ts";

/** A kind of `cluster.x-k8s.io/v1beta2`; all of them are namespaced. */
export function coreResource<T extends KubernetesObject>(kind: string, plural: string): ResourceKind<T> {
  return { group: groups.core, version: "v1beta2", kind, plural, namespaced: true };
}

/** The same kind in `cluster.x-k8s.io/v1beta1`. */
export function coreResourceV1Beta1<T extends KubernetesObject>({ kind, plural }: ResourceKind): ResourceKind<T> {
  return { ...coreResource<T>(kind, plural), version: "v1beta1" };
}
