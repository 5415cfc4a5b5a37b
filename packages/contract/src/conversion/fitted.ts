import { isJsonObject, type JsonObject, ownField } from "@capstan/kube";
import { type StructuralSchema, type ValueValidation } from "../kubernetes/structural-schema.ts";
import { structuralSchema } from "../schema/structural-schema.ts";
import { type SchemaFault } from "../validation/schema-fault.ts";
import { schemaValidator } from "../validation/schema-validator.ts";
import { standIn } from "./stand-in.ts";

/** The result of making a value valid. */
export interface Fitted {
  /** The valid rest of the value; `undefined` if there is none. It shares unchanged parts with the value. */
  readonly value: unknown;
  /** The faults of the original value; empty if the value is unchanged. */
  readonly faults: readonly SchemaFault[];
  /** Whether a required field has a stand-in instead of a value. */
  readonly standsIn: boolean;
}

/**
 * How to handle a required field without a valid value: omit the object that contains it, use a stand-in, or ignore it, for objects that
 * lack required fields from the start, such as those of server-side apply.
 */
export type Demands = "left out" | "stood in for" | "ignored";

/**
 * Makes a value valid by omitting as little as possible around each fault, because the API server does not validate the responses of
 * conversion webhooks. Stand-ins refer to nothing.
 */
export function fitted(value: unknown, schema: object, demands: Demands): Fitted {
  const validator = schemaValidator(schema);
  if (validator.accepts(value)) return { value, faults: [], standsIn: false };
  const structural = structuralOf(schema);
  const pruning = new Pruning(demands);
  const faultsIn = (given: unknown): readonly SchemaFault[] =>
    validator.faults(given).filter(({ reason }) => demands !== "ignored" || reason !== "missing field");
  const first = faultsIn(value);
  let current: unknown = value;
  for (let faults = first, round = 0; faults.length > 0 && current !== undefined; round += 1) {
    current = round < mostRounds ? pruning.root(current, marksOf(faults), structural) : undefined;
    faults = current === undefined ? [] : faultsIn(current);
  }
  if (current === undefined && demands === "stood in for") current = pruning.standIn(structural);
  return { value: current, faults: first, standsIn: pruning.standsIn };
}

/** Whether a value has all required fields, valid or not. */
export function isComplete(value: unknown, schema: object): boolean {
  return hasRequired(value, structuralOf(schema));
}

function hasRequired(value: unknown, schema: StructuralSchema): boolean {
  const { properties = {}, items = {}, additionalProperties = {} } = schema;
  if (Array.isArray(value)) return value.every((item) => hasRequired(item, items));
  if (!isJsonObject(value)) return true;
  return (
    requiredBy(schema).every((name) => ownField(value, name) !== undefined) &&
    Object.entries(value).every(([name, inner]) =>
      hasRequired(inner, ownField(properties, name) ?? additionalProperties),
    )
  );
}

function requiredBy({ required = [], allOf = [] }: ValueValidation): readonly string[] {
  return [...required, ...allOf.flatMap(requiredBy)];
}

/** Omitting a value may leave its object without a required field; each round reaches the next level. */
const mostRounds = 100;

const structurals = new WeakMap<object, StructuralSchema>();

/** The same structural schema for the same schema object, because validators are cached by object. */
function structuralOf(schema: object): StructuralSchema {
  let structural = structurals.get(schema);
  if (structural === undefined) {
    structural = structuralSchema(schema);
    structurals.set(schema, structural);
  }
  return structural;
}

/** The places of faults. */
interface Marks {
  isWrong: boolean;
  readonly below: Map<string, Marks>;
}

function marksOf(faults: readonly SchemaFault[]): Marks {
  const root: Marks = { isWrong: false, below: new Map() };
  for (const { steps, reason } of faults) {
    let marks = root;
    for (const step of steps) {
      const next = marks.below.get(step) ?? { isWrong: false, below: new Map() };
      marks.below.set(step, next);
      marks = next;
    }
    // An object that lacks a field is processed again, because a required field may get a stand-in.
    if (reason === "wrong value") marks.isWrong = true;
  }
  return root;
}

class Pruning {
  readonly #demands: Demands;
  standsIn = false;

  constructor(demands: Demands) {
    this.#demands = demands;
  }

  standIn(schema: StructuralSchema): unknown {
    this.standsIn = true;
    return standIn(schema);
  }

  /** @returns `undefined` if nothing is left. */
  root(value: unknown, marks: Marks, schema: StructuralSchema): unknown {
    return this.#left(value, marks, schema, this.#demands === "stood in for");
  }

  #left(value: unknown, marks: Marks, schema: StructuralSchema, isNeeded: boolean): unknown {
    return marks.isWrong ? shortened(value, schema) : this.#inside(value, marks, schema, isNeeded);
  }

  #pruned(value: unknown, marks: Marks, schema: StructuralSchema, isNeeded: boolean): unknown {
    // The valid half of a reference must not be combined with a stand-in, which would refer to something else.
    return this.#left(value, marks, schema, isNeeded && !isFlat(schema));
  }

  #inside(value: unknown, marks: Marks, schema: StructuralSchema, isNeeded: boolean): unknown {
    if (Array.isArray(value)) return this.#list(value, marks, schema);
    return isJsonObject(value) ? this.#object(value, marks, schema, isNeeded) : undefined;
  }

  #list(list: readonly unknown[], { below }: Marks, { items = {} }: StructuralSchema): unknown[] {
    return list.flatMap((item, index) => {
      const marks = below.get(String(index));
      const left = marks === undefined ? item : this.#pruned(item, marks, items, false);
      return left === undefined ? [] : [left];
    });
  }

  #object(object: JsonObject, { below }: Marks, schema: StructuralSchema, isNeeded: boolean): JsonObject | undefined {
    const { properties = {}, additionalProperties = {}, required = [] } = schema;
    const schemaOf = (name: string): StructuralSchema => ownField(properties, name) ?? additionalProperties;
    const left = new Map(Object.entries(object));
    for (const [name, marks] of below) {
      const next = this.#pruned(left.get(name), marks, schemaOf(name), isNeeded && required.includes(name));
      if (next === undefined) left.delete(name);
      else left.set(name, next);
    }
    if (this.#demands === "ignored") return Object.fromEntries(left);
    for (const name of required.filter((field) => !left.has(field))) {
      const next = isNeeded ? this.standIn(schemaOf(name)) : undefined;
      if (next === undefined) return undefined;
      left.set(name, next);
    }
    return Object.fromEntries(left);
  }
}

/** Whether the fields of an object form a single value, as in references. */
function isFlat({ properties = {} }: StructuralSchema): boolean {
  return Object.values(properties).every(({ type }) => type !== "object" && type !== "array");
}

/** Removes the last items of a list or map with too many items; `undefined` for any other value. */
function shortened(value: unknown, { maxItems = Infinity, maxProperties = Infinity }: StructuralSchema): unknown {
  if (Array.isArray(value) && value.length > maxItems) return value.slice(0, maxItems);
  if (!isJsonObject(value)) return undefined;
  const fields = Object.entries(value);
  return fields.length > maxProperties ? Object.fromEntries(fields.slice(0, maxProperties)) : undefined;
}
