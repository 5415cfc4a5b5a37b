import { groupOfApiVersion, objectKeyText } from "@capstan/kube";
import type { ObjectId } from "./protocol.ts";

/** The parts of an id; no namespace for cluster-scoped objects. */
export interface IdParts {
  readonly kind: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** `Machine.cluster.x-k8s.io/default/w-1` */
export function objectId({ kind, group, namespace, name }: IdParts): ObjectId {
  return `${group === "" ? kind : `${kind}.${group}`}/${objectKeyText({ namespace, name })}`;
}

/** The id of an object. */
export function idOf({
  apiVersion,
  kind,
  metadata,
}: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}): ObjectId {
  return objectId({ kind, group: groupOfApiVersion(apiVersion), ...metadata });
}
