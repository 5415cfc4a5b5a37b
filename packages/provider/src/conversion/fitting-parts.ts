import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import type { DefinedVersion } from "../definition/build-definition.ts";
import { fieldsOf } from "../lifecycle/stored-object.ts";
import type { KeptParts } from "./conversion-data.ts";

/**
 * Of what an annotation kept, the parts that the version could have stored, since the API server does not validate what it has
 * converted. Go's webhooks leave empty lists out when they keep an object: what is an empty object for that alone goes as well.
 */
export function fittingParts(kept: KeptParts, version: DefinedVersion, isTemplate: boolean): KeptParts {
  const names = (["spec", "status"] as const).filter((name) => name in kept);
  const parts = names.flatMap((name) => {
    const part = structuredClone(kept[name]);
    return fits(name, part, version, isTemplate) ? [[name, part] as const] : [];
  });
  return Object.fromEntries(parts);
}

/** Takes empty objects out of `part` that the schema does not admit. */
function fits(name: "spec" | "status", part: unknown, { schemas }: DefinedVersion, isTemplate: boolean): boolean {
  if (!isTemplate) return fitsOnceTidied(schemas[name], part);
  if (name === "status") return false;
  const made = fieldsOf(fieldsOf(part).template).spec;
  return made === undefined || fitsOnceTidied(schemas.templateSpec, made);
}

function fitsOnceTidied(schema: TSchema, value: unknown): boolean {
  if (Value.Check(schema, value)) return true;
  for (const { instancePath } of Value.Errors(schema, value)) removeIfEmpty(value, instancePath);
  return Value.Check(schema, value);
}

function removeIfEmpty(value: unknown, path: string): void {
  const names = path.split("/").slice(1);
  const last = names.pop();
  if (last === undefined) return;
  const parent = names.reduce<unknown>(memberOf, value);
  const found = memberOf(parent, last);
  if (isObject(parent) && isObject(found) && Object.keys(found).length === 0) Reflect.deleteProperty(parent, last);
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
