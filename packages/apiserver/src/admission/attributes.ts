import { type ApiObject } from "../object/api-object.ts";
import { type Target } from "../request/target.ts";

export type Operation = "CONNECT" | "CREATE" | "UPDATE" | "DELETE";

/** A write before it happens, for admission. Objects are in the version of the request. */
export interface Attributes {
  readonly operation: Operation;
  readonly target: Target;
  /** For a Namespace, its own name, once it has one. */
  readonly namespace: string;
  /** Empty if the server generates it, and if a whole collection is deleted. */
  readonly name: string;
  /** Undefined for a deletion; for a connection its options, which have no metadata. */
  readonly object?: ApiObject;
  /** Undefined for a new object. */
  readonly oldObject?: ApiObject;
}

/** The attributes of a creation or update. */
export function attributesOf(target: Target, object: ApiObject, oldObject?: ApiObject): Attributes {
  const { name = "", namespace = "" } = { ...oldObject?.metadata, ...object.metadata } as Partial<
    ApiObject["metadata"]
  >;
  const isNamespace = target.resource.id === "namespaces." && oldObject !== undefined;
  return {
    operation: oldObject === undefined ? "CREATE" : "UPDATE",
    target,
    namespace: isNamespace ? name : namespace,
    name,
    object,
    ...(oldObject === undefined ? {} : { oldObject }),
  };
}

/** The attributes of a deletion. */
export function deletionOf(target: Target, name: string, oldObject: ApiObject): Attributes {
  const { metadata } = oldObject;
  const namespace = target.resource.id === "namespaces." ? metadata.name : (metadata.namespace ?? "");
  return { operation: "DELETE", target, namespace, name, oldObject };
}

/** The name of a write's object in messages. */
export function nameOf({ name, object }: Attributes): string {
  if (name !== "") return name;
  const { generateName = "" } = object?.metadata ?? {};
  return generateName === "" ? "Unknown" : generateName;
}
