import { isJsonObject, type JsonObject, listAt, objectAt, textAt, without } from "@capstan/kube";
import { type Attributes } from "../../authorization/attributes.ts";
import { type Authorizer } from "../../authorization/authorizer.ts";
import { type ApiObject } from "../../object/api-object.ts";
import { type FieldError, invalidAt } from "../../status/field-error.ts";
import { badRequest, invalid } from "../../status/status-error.ts";
import { type Authenticated } from "../../user/user.ts";
import { type Review } from "./review.ts";

/** Whether the user in the review has the permission in it. */
export function subjectAccessReview(authorizer: Authorizer): Review {
  return (_, review) => {
    refuse([...specErrors(review), ...subjectErrors(review), ...metadataErrors(review)]);
    return answered(authorizer, review, statedUser(review));
  };
}

/** {@link subjectAccessReview} for a namespace. */
export function localSubjectAccessReview(authorizer: Authorizer): Review {
  return ({ info }, review) => {
    refuse([
      ...specErrors(review),
      ...subjectErrors(review),
      ...metadataErrors(review, "namespace"),
      ...localErrors(review),
    ]);
    if (review.metadata.namespace !== info.namespace) {
      throw badRequest(`spec.resourceAttributes.namespace must match namespace: ${info.namespace}`);
    }
    return answered(authorizer, review, statedUser(review));
  };
}

/** {@link subjectAccessReview} for the requesting user. */
export function selfSubjectAccessReview(authorizer: Authorizer): Review {
  return ({ user }, review) => {
    refuse([...specErrors(review), ...metadataErrors(review)]);
    return answered(authorizer, review, user);
  };
}

function refuse(errors: readonly FieldError[]): void {
  // The real server has lost the kind when it reports this error.
  if (errors.length > 0) throw invalid({ group: "authorization.k8s.io", name: "" }, "", errors);
}

function answered(authorizer: Authorizer, review: ApiObject, user: Authenticated): ApiObject {
  const { allowed, reason } = authorizer.authorize(statedAttributes(review, user));
  return { ...review, status: { allowed, ...(reason === "" ? {} : { reason }) } };
}

function statedUser(review: ApiObject): Authenticated {
  const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  const extra = Object.entries(objectAt(review, "spec", "extra") ?? {});
  return {
    name: textAt(review, "spec", "user") ?? "",
    uid: textAt(review, "spec", "uid") ?? "",
    groups: strings(listAt(review, "spec", "groups")),
    extra: Object.fromEntries(extra.map(([key, values]) => [key, strings(values)])),
  };
}

function statedAttributes(review: ApiObject, user: Authenticated): Attributes {
  const of = (kind: string) => (name: string) => textAt(review, "spec", kind, name) ?? "";
  if (objectAt(review, "spec", "resourceAttributes") === undefined) {
    const at = of("nonResourceAttributes");
    return { user, verb: at("verb"), path: at("path") };
  }
  const at = of("resourceAttributes");
  return {
    user,
    verb: at("verb"),
    group: at("group"),
    resource: at("resource"),
    subresource: at("subresource"),
    namespace: at("namespace"),
    name: at("name"),
  };
}

function specErrors(review: ApiObject): FieldError[] {
  const path = objectAt(review, "spec", "nonResourceAttributes");
  const resource = objectAt(review, "spec", "resourceAttributes");
  if ((path === undefined) !== (resource === undefined)) return [];
  const field = path === undefined ? "spec.resourceAttributes" : "spec.nonResourceAttributes";
  const detail =
    path === undefined
      ? "exactly one of nonResourceAttributes or resourceAttributes must be specified"
      : "cannot be specified in combination with resourceAttributes";
  return [{ type: "Invalid value", field, value: path === undefined ? null : shown(path), detail }];
}

/** The form in which the real server shows it, with Go's field names. */
function shown(path: JsonObject): object {
  return { Path: textAt(path, "path") ?? "", Verb: textAt(path, "verb") ?? "" };
}

function subjectErrors(review: ApiObject): FieldError[] {
  const user = textAt(review, "spec", "user") ?? "";
  if (user !== "" || listAt(review, "spec", "groups").length > 0) return [];
  const detail = "at least one of user or group must be specified";
  return [invalidAt("spec.user", user, detail)];
}

function metadataErrors({ metadata }: ApiObject, ...allowed: "namespace"[]): FieldError[] {
  if (Object.keys(without(metadata, "managedFields", ...allowed)).length === 0) return [];
  const detail = allowed.length === 0 ? "must be empty" : "must be empty except for namespace";
  return [invalidAt("metadata", metadata, detail)];
}

function localErrors(review: ApiObject): FieldError[] {
  const { namespace = "" } = review.metadata;
  const path = objectAt(review, "spec", "nonResourceAttributes");
  const resource = objectAt(review, "spec", "resourceAttributes");
  const stated = textAt(resource, "namespace") ?? "";
  const errors: FieldError[] = [];
  if (isJsonObject(resource) && stated !== namespace) {
    const field = "spec.resourceAttributes.namespace";
    errors.push(invalidAt(field, stated, "must match metadata.namespace"));
  }
  if (path !== undefined) {
    const detail = "disallowed on this kind of request";
    errors.push(invalidAt("spec.nonResourceAttributes", shown(path), detail));
  }
  return errors;
}
