import { isJsonObject, type JsonObject } from "@capstan/kube";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";
import { structuralSchema } from "../schema/structural-schema.ts";
import { type SchemaFault } from "../validation/schema-fault.ts";
import { schemaValidator } from "../validation/schema-validator.ts";
import { standIn } from "./stand-in.ts";

/** What is left of a value so that a schema admits it. */
export interface Fitted {
  /** `undefined` if nothing is. It shares with the value what has not changed. */
  readonly value: unknown;
  /** What the schema does not admit of the value; empty if the value is as it was. */
  readonly faults: readonly SchemaFault[];
  /** Whether a field that must be there says nothing: it has a value that only stands in for one. */
  readonly standsIn: boolean;
}

/**
 * What to do where a field that must be there has no valid value: leave the object around it out; have one stand in for it; or
 * nothing, for objects that lack such fields themselves, as those have that server-side apply puts together.
 */
export type Demands = "left out" | "stood in for" | "ignored";

/**
 * As much of `value` as a schema admits, since the API server does not validate what a webhook returns: what is wrong is left out,
 * with as little around it as possible. What stands in for a value refers to nothing.
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

/** Whether a value has all that the schema demands, right or wrong. */
export function isComplete(value: unknown, schema: object): boolean {
  const validator = schemaValidator(schema);
  return validator.accepts(value) || validator.faults(value).every(({ reason }) => reason !== "missing field");
}

/** What is left of an object may be wrong for what it lacks; each round reaches the next level. */
const mostRounds = 100;

const structurals = new WeakMap<object, StructuralSchema>();

/** One object for each schema, since validators are kept by the object. */
function structuralOf(schema: object): StructuralSchema {
  let structural = structurals.get(schema);
  if (structural === undefined) {
    structural = structuralSchema(schema);
    structurals.set(schema, structural);
  }
  return structural;
}

/** Where values are wrong. */
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
    // An object that lacks a field is looked at again, since it may be one that must be there.
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
    // What is right of half a reference must not refer to something else.
    const left = this.#left(value, marks, schema, isNeeded && !isFlat(schema));
    return left === undefined && isNeeded ? this.standIn(schema) : left;
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
    const schemaOf = (name: string): StructuralSchema =>
      (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? additionalProperties;
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

/** Whether an object is one value in several fields, as references are. */
function isFlat({ properties = {} }: StructuralSchema): boolean {
  return Object.values(properties).every(({ type }) => type !== "object" && type !== "array");
}

/** A list or map that has too many items without those at its end; `undefined` for anything else. */
function shortened(value: unknown, { maxItems = Infinity, maxProperties = Infinity }: StructuralSchema): unknown {
  if (Array.isArray(value) && value.length > maxItems) return value.slice(0, maxItems);
  if (!isJsonObject(value)) return undefined;
  const fields = Object.entries(value);
  return fields.length > maxProperties ? Object.fromEntries(fields.slice(0, maxProperties)) : undefined;
}
