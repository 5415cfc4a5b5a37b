import { type JsonObject } from "@capstan/kube";
import { convert } from "../conversion/convert.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { userInfo } from "../user/user-info.ts";
import { type Attributes } from "./attributes.ts";

/** A version in which the same objects are served. */
export interface Versioned {
  readonly resource: Resource;
  readonly version: ResourceVersion;
}

/** The objects of a write, in the version in which a webhook is shown them. */
export async function versionedObjects(
  { resource, version }: Versioned,
  { object, oldObject }: Attributes,
): Promise<{ readonly object: ApiObject | null; readonly oldObject: ApiObject | null }> {
  const shown = (given: ApiObject | undefined): Promise<ApiObject | null> =>
    given === undefined ? Promise.resolve(null) : convert(resource, version, given);
  return { object: await shown(object), oldObject: await shown(oldObject) };
}

/** The request of an AdmissionReview, without its uid and objects. */
export function reviewRequest({ resource, version }: Versioned, attributes: Attributes): JsonObject {
  const { operation, name, namespace, target } = attributes;
  const { user, subresource, dryRun = false } = target;
  return {
    kind: kindOf(resource, version),
    resource: resourceOf(resource, version),
    ...(subresource === undefined ? {} : { subResource: subresource }),
    requestKind: kindOf(target.resource, target.version),
    requestResource: resourceOf(target.resource, target.version),
    ...(subresource === undefined ? {} : { requestSubResource: subresource }),
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation,
    userInfo: user === undefined ? {} : userInfo(user),
    dryRun,
    options: { kind: optionsKinds[operation], apiVersion: "meta.k8s.io/v1", ...target.options },
  };
}

const optionsKinds = { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions" } as const;

function kindOf({ group, kind }: Resource, { name: version }: ResourceVersion): JsonObject {
  return { group, version, kind };
}

function resourceOf({ group, plural }: Resource, { name: version }: ResourceVersion): JsonObject {
  return { group, version, resource: plural };
}
