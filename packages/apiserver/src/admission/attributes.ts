import { type ApiObject } from "../object/api-object.ts";
import { type Target } from "../request/target.ts";

export type Operation = "CONNECT" | "CREATE" | "UPDATE" | "DELETE";

/** A write that is about to happen, as admission sees it. Objects are in the version of the request. */
export interface Attributes {
  readonly operation: Operation;
  readonly target: Target;
  /** Of a Namespace its own name, once it has one. */
  readonly namespace: string;
  /** Empty where the server makes it up, and where a whole collection is deleted. */
  readonly name: string;
  /** Undefined for a deletion; of a connection what it asks for, which has no metadata. */
  readonly object?: ApiObject;
  /** Undefined for a new object. */
  readonly oldObject?: ApiObject;
}

/** The write of an object, in the place of another or as a new one. */
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

/** The deletion of an object. */
export function deletionOf(target: Target, name: string, oldObject: ApiObject): Attributes {
  const { metadata } = oldObject;
  const namespace = target.resource.id === "namespaces." ? metadata.name : (metadata.namespace ?? "");
  return { operation: "DELETE", target, namespace, name, oldObject };
}
