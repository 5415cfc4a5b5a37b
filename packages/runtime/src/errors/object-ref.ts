import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { apiVersionOf, type ObjectRef } from "@capstan/kube";

/** The reference of an object. */
export function refOf(object: Pick<KubernetesObject, "apiVersion" | "kind"> & { metadata: object }): ObjectRef {
  const { namespace, name, uid } = object.metadata as { namespace?: string; name?: string; uid?: string };
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(uid === undefined ? {} : { uid }),
  };
}

/** The reference of an object of which only kind and key are known. */
export function refOfKey(
  kind: ResourceKind,
  key: { readonly namespace?: string | undefined; readonly name?: string | undefined },
): ObjectRef {
  return {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    ...(key.namespace === undefined ? {} : { namespace: key.namespace }),
    ...(key.name === undefined ? {} : { name: key.name }),
  };
}

/** `Kind namespace/name`, for messages. */
export function describeRef(ref: ObjectRef): string {
  const path = [ref.namespace, ref.name].filter((part) => part !== undefined).join("/");
  return path === "" ? ref.kind : `${ref.kind} ${path}`;
}
