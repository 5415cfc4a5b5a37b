import {
  isJsonObject,
  isMalformedText,
  labelMatcher,
  type LabelMatcher,
  meetsFields,
  parseFieldSelector,
  parseLabelSelector,
} from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { badRequest } from "../status/status-error.ts";
import { type ResourceRequest } from "./request.ts";

/** The selection of a request: the namespace of its path and its selectors. */
export interface Selection {
  readonly namespace: string;
  readonly labels: LabelMatcher | undefined;
  readonly fields: FieldSelection | undefined;
  matches(object: ApiObject): boolean;
}

export function selectionOf({ resource, version, info, query }: ResourceRequest): Selection {
  const labels = labelSelection(query.get("labelSelector") ?? "");
  const byField = fieldSelection(query.get("fieldSelector") ?? "", resource, version);
  const namespace = resource.namespaced ? info.namespace : "";
  if (info.name !== "") return selectionOfOne({ namespace, labels, fields: byField }, info.name);
  return {
    namespace,
    labels,
    fields: byField,
    matches: (object) =>
      (namespace === "" || object.metadata.namespace === namespace) &&
      (labels === undefined || labels(object.metadata.labels)) &&
      (byField === undefined || byField.matches(object)),
  };
}

/** A watch with the name of an object in its path. @throws StatusError BadRequest if the field selector names another. */
function selectionOfOne(asked: Omit<Selection, "matches">, name: string): Selection {
  if (asked.fields?.name !== undefined && asked.fields.name !== name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  const { namespace, labels } = asked;
  const isThat = ({ metadata }: ApiObject): boolean =>
    metadata.name === name && (namespace === "" || metadata.namespace === namespace);
  return {
    namespace,
    labels,
    fields: { name, matches: isThat },
    matches: (object) => isThat(object) && (labels === undefined || labels(object.metadata.labels)),
  };
}

/** Undefined if the selector requires nothing. @throws StatusError BadRequest if it cannot be parsed. */
function labelSelection(text: string): LabelMatcher | undefined {
  return refusing(() => (parseLabelSelector(text).length === 0 ? undefined : labelMatcher(text)));
}

/** The requirements of a field selector. */
interface FieldSelection {
  matches(object: ApiObject): boolean;
  /** The only name that can match, if the selector requires one. */
  readonly name: string | undefined;
}

/**
 * Parses a field selector. Values are compared with the object in the requested version.
 *
 * @returns undefined if it requires nothing.
 * @throws StatusError BadRequest if it cannot be parsed, or names a field that is not selectable.
 */
function fieldSelection(text: string, resource: Resource, version: ResourceVersion): FieldSelection | undefined {
  const requirements = refusing(() => parseFieldSelector(text));
  if (requirements.length === 0) return undefined;
  for (const { path } of requirements) checkField(path, resource, version);
  return {
    name: requirements.find(({ path, isEqual }) => path === "metadata.name" && isEqual)?.value,
    matches: (object) => meetsFields(requirements, (path) => fieldValue(resource, object, path)),
  };
}

/** Returns the result of `read`. @throws StatusError BadRequest if the selector cannot be parsed. */
function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw isMalformedText(error) ? badRequest(error.message) : error;
  }
}

function checkField(field: string, { namespaced, custom }: Resource, { selectableFields }: ResourceVersion): void {
  if (field === "metadata.name" || selectableFields.includes(field)) return;
  // Built-in resources without their own selectable fields share one list of fields, and another message for all others.
  const isPlain = !custom && selectableFields.length === 0;
  if (field === "metadata.namespace" && (namespaced || isPlain)) return;
  throw badRequest(
    isPlain
      ? `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
      : `field label not supported: ${field}`,
  );
}

function fieldValue(resource: Resource, object: ApiObject, field: string): string {
  const special = resource.rules.fieldValue?.(object, field);
  if (special !== undefined) return special;
  const value = field
    .split(".")
    .reduce<unknown>((current, step) => (isJsonObject(current) ? current[step] : undefined), object);
  return ["string", "number", "bigint", "boolean"].includes(typeof value) ? String(value) : "";
}
