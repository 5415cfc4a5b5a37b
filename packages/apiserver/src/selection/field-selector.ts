import { isRecord } from "../json/record.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { badRequest } from "../status/status-error.ts";

export type FieldPredicate = (object: ApiObject) => boolean;

export interface FieldSelector {
  readonly matches: FieldPredicate;
  /** The only name that can match, if the selector asks for one. */
  readonly name: string | undefined;
}

/**
 * Reads a field selector: `metadata.name=a,type!=b`. Values are compared with the object in the requested version.
 *
 * @throws StatusError BadRequest for a field that cannot be selected by.
 */
export function parseFieldSelector(
  text: string,
  resource: Resource,
  version: ResourceVersion,
): FieldSelector | undefined {
  if (text === "") return undefined;
  const terms = text
    .split(",")
    .filter((term) => term !== "")
    .map((term) => {
      const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
      if (match === null) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
      const [, field = "", operator, value = ""] = match;
      checkField(field, resource, version);
      return { field, equal: operator !== "!=", value };
    });
  return {
    name: terms.find((term) => term.field === "metadata.name" && term.equal)?.value,
    matches: (object) =>
      terms.every(({ field, equal, value }) => (fieldValue(resource, object, field) === value) === equal),
  };
}

function checkField(field: string, resource: Resource, version: ResourceVersion): void {
  const common = field === "metadata.name" || (field === "metadata.namespace" && resource.namespaced);
  if (!common && !version.selectableFields.includes(field)) throw badRequest(`field label not supported: ${field}`);
}

function fieldValue(resource: Resource, object: ApiObject, field: string): string {
  const special = resource.rules.fieldValue?.(object, field);
  if (special !== undefined) return special;
  const value = field
    .split(".")
    .reduce<unknown>((current, step) => (isRecord(current) ? current[step] : undefined), object);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
