import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { type ResourceRequest } from "../request/request.ts";
import { badRequest } from "../status/status-error.ts";

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
