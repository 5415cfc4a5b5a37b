import { type JsonObject } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Target } from "../request/target.ts";
import { userInfo } from "../user/user.ts";
import { type Attributes } from "./attributes.ts";
import { partOf, shownObject, type Versioned } from "./shown-object.ts";

/** The objects of a write, in the version that a webhook gets. */
export async function versionedObjects(
  versioned: Versioned,
  { object, oldObject, target }: Attributes,
): Promise<{ readonly object: ApiObject | null; readonly oldObject: ApiObject | null }> {
  const shown = (given: ApiObject | undefined): Promise<ApiObject | null> =>
    given === undefined ? Promise.resolve(null) : shownObject(versioned, target, given);
  return { object: await shown(object), oldObject: await shown(oldObject) };
}

/** The request of an AdmissionReview, without its uid and objects. */
export function reviewRequest(shown: Versioned, attributes: Attributes): JsonObject {
  const { operation, name, namespace, target } = attributes;
  const { user, subresource, dryRun = false } = target;
  return {
    kind: kindOf(shown, target),
    resource: resourceOf(shown),
    ...(subresource === undefined ? {} : { subResource: subresource }),
    requestKind: kindOf(target, target),
    requestResource: resourceOf(target),
    ...(subresource === undefined ? {} : { requestSubResource: subresource }),
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation,
    userInfo: user === undefined ? {} : userInfo(user),
    dryRun,
    options:
      operation === "CONNECT" ? null : { kind: optionsKinds[operation], apiVersion: metaVersion, ...target.options },
  };
}

const metaVersion = "meta.k8s.io/v1";
const optionsKinds = { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions" } as const;

function kindOf({ resource, version }: Versioned, target: Target): JsonObject {
  const part = partOf({ resource, version }, target);
  return {
    group: part?.group ?? resource.group,
    version: part?.version ?? version.name,
    kind: part?.kind ?? resource.kind,
  };
}

function resourceOf({ resource, version }: Versioned): JsonObject {
  return { group: resource.group, version: version.name, resource: resource.plural };
}
