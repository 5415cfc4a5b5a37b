import { type Admission } from "../admission/admission.ts";
import { type Deleter } from "../deletion/deleter.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { type ResourceRequest } from "../request/request.ts";
import { badRequest } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type FieldManagement } from "../writer/managed-fields/field-management.ts";
import { type Writer } from "../writer/writer.ts";

/** The context of write requests. */
export interface WriteContext {
  readonly store: Store;
  readonly writer: Writer;
  readonly deleter: Deleter;
  readonly admission: Admission;
  readonly management: FieldManagement;
}

/** Sets the namespace of the path in an object; an object with another namespace is refused. */
export function inNamespace({ resource, info }: ResourceRequest, object: ApiObject): ApiObject {
  const stated = object.metadata.namespace;
  if (!resource.namespaced) return stated === undefined ? object : withMetadata(object, { namespace: undefined });
  if (stated === undefined || stated === "") return withMetadata(object, { namespace: info.namespace });
  if (stated !== info.namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  return object;
}
