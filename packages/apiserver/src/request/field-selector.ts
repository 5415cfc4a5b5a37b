import { isJsonObject, isMalformedText, meetsFields, parseFieldSelector } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { badRequest } from "../status/status-error.ts";

/** The requirements of a field selector. */
export interface FieldSelection {
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
export function fieldSelection(text: string, resource: Resource, version: ResourceVersion): FieldSelection | undefined {
  const requirements = refusing(() => parseFieldSelector(text));
  if (requirements.length === 0) return undefined;
  for (const { path } of requirements) checkField(path, resource, version);
  return {
    name: requirements.find(({ path, isEqual }) => path === "metadata.name" && isEqual)?.value,
    matches: (object) => meetsFields(requirements, (path) => fieldValue(resource, object, path)),
  };
}

/** Returns the result of `read`. @throws StatusError BadRequest if the selector cannot be parsed. */
export function refusing<T>(read: () => T): T {
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
