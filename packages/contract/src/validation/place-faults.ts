import { isJsonObject, ownField } from "@capstan/kube";
import { type ValidateFunction } from "ajv";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";
import { compile } from "./compile.ts";
import { placeSchemaOf, type UnknownFields } from "./json-schema.ts";
import { faultsOf, type SchemaFault } from "./schema-fault.ts";

/** The compiled places of schemas. */
const compiled = {
  ignored: new WeakMap<StructuralSchema, ValidateFunction>(),
  refused: new WeakMap<StructuralSchema, ValidateFunction>(),
};

/** How to search for faults. */
export interface FaultSearch {
  /** How to handle fields that the schema does not know. */
  readonly unknownFields: UnknownFields;
  /** Called for the faults of each place, in the order of the schema; `false` ends the search. */
  readonly onFaults: (faults: () => SchemaFault[]) => boolean;
  /** The JSON path of the value. */
  readonly root: string;
}

/**
 * Finds the faults of a value place by place. A place is compiled when the first value has it: schemas have hundreds of places, which take
 * seconds and many MiB to compile, and objects have a few dozen of them.
 *
 * @returns whether the whole value was searched.
 */
export function searchFaults(value: unknown, schema: StructuralSchema, search: FaultSearch): boolean {
  return searchPlace(value, schema, [], search);
}

function searchPlace(value: unknown, schema: StructuralSchema, steps: string[], search: FaultSearch): boolean {
  const { unknownFields, onFaults, root } = search;
  const validate = compiledPlace(schema, unknownFields);
  if (!validate(value) && !onFaults(() => faultsOf(validate.errors ?? [], { root, steps }))) return false;
  const searchBelow = (step: string, inner: unknown, of: StructuralSchema): boolean => {
    steps.push(step);
    const isDone = searchPlace(inner, of, steps, search);
    steps.pop();
    return isDone;
  };
  const { properties = {}, items, additionalProperties } = schema;
  if (Array.isArray(value)) {
    return items === undefined || value.every((item, index) => searchBelow(String(index), item, items));
  }
  if (!isJsonObject(value)) return true;
  if (additionalProperties !== undefined) {
    return Object.entries(value).every(([name, inner]) => searchBelow(name, inner, additionalProperties));
  }
  return Object.entries(properties).every(([name, of]) => {
    const inner = ownField(value, name);
    return inner === undefined || searchBelow(name, inner, of);
  });
}

function compiledPlace(schema: StructuralSchema, unknownFields: UnknownFields): ValidateFunction {
  const known = compiled[unknownFields].get(schema);
  if (known !== undefined) return known;
  const validate = compiledJson(placeSchemaOf(schema, unknownFields));
  compiled[unknownFields].set(schema, validate);
  return validate;
}

/** Places with the same JSON Schema share a function. There are a few hundred different ones, unless a program makes schemas forever. */
const shared = new Map<string, ValidateFunction>();
const mostShared = 2_000;

function compiledJson(json: object): ValidateFunction {
  const text = JSON.stringify(json);
  const known = shared.get(text);
  if (known !== undefined) return known;
  const validate = compile(json);
  if (shared.size < mostShared) shared.set(text, validate);
  return validate;
}
