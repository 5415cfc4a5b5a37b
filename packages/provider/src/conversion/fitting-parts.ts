import { fieldsOf } from "@capstan/kube";
import { schemaValidator } from "@capstan/contract";
import type { TSchema } from "typebox";
import type { DefinedVersion } from "../definition/defined-version.ts";
import type { KeptParts } from "./conversion-data.ts";

/**
 * Of what an annotation kept, the parts that the version could have stored, since the API server does not validate what it has
 * converted. Go's webhooks leave empty lists out when they keep an object: an object that is empty only because of that is removed
 * as well.
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
  const validator = schemaValidator(schema);
  const faults = validator.faults(value);
  for (const { steps } of faults) removeIfEmpty(value, steps);
  return faults.length === 0 || validator.accepts(value);
}

function removeIfEmpty(value: unknown, steps: readonly string[]): void {
  const last = steps.at(-1);
  if (last === undefined) return;
  const parent = steps.slice(0, -1).reduce<unknown>(memberOf, value);
  const found = memberOf(parent, last);
  if (isObject(parent) && isObject(found) && Object.keys(found).length === 0) Reflect.deleteProperty(parent, last);
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
