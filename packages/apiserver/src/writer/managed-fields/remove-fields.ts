import { isJsonObject, setField } from "@capstan/kube";
import { memberSchema, type Schema } from "../../schema/schema.ts";
import { type FieldSet } from "./field-set.ts";
import { itemStep } from "../../schema/typed-value.ts";

/** `value` without fields of `given` that are not in `owned`: fields that were given up and have no other owner. */
export function removeFields(
  value: unknown,
  given: FieldSet,
  owned: FieldSet | undefined,
  schema: Schema | undefined,
): unknown {
  if (isJsonObject(value)) {
    const kept: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      const result = removeStep(`f:${key}`, member, given, owned, memberSchema(schema, key));
      if (result !== gone) setField(kept, key, result);
    }
    return kept;
  }
  const step = itemStep(schema);
  if (!Array.isArray(value) || step === undefined) return value;
  return value
    .map((item: unknown) => removeStep(step(item), item, given, owned, schema?.items))
    .filter((item) => item !== gone);
}

const gone = Symbol("gone");

function removeStep(
  step: string,
  value: unknown,
  given: FieldSet,
  owned: FieldSet | undefined,
  schema: Schema | undefined,
): unknown {
  if (!given.touches(step)) return value;
  if (owned?.touches(step) !== true) return gone;
  const below = given.children.get(step);
  return below === undefined ? value : removeFields(value, below, owned.children.get(step), schema);
}
