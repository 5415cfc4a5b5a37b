import { structuralSchema } from "../schema/structural-schema.ts";
import { asStored } from "./as-stored.ts";
import { type UnknownFields } from "./json-schema.ts";
import { searchFaults } from "./place-faults.ts";
import { type SchemaFault } from "./schema-fault.ts";

/** Finds faults in values. The API server refuses everything that it lists; CEL rules are left to the server. */
export interface SchemaValidator {
  /**
   * The value that the API server would store for `value`, before it validates: without fields that the schema does not know, with
   * defaults, and without null where it is not allowed. The value itself is not modified.
   */
  asStored(value: unknown): unknown;
  /**
   * The faults of `value`, without defaulting; empty if there is no fault.
   *
   * @param root - the JSON path of the value, with which the paths of the faults start. Default: the value is the root.
   * @param most - the search ends after so many places with faults. Set it for values of strangers, who may make as many as they like.
   *   Default: all.
   */
  faults(value: unknown, root?: string, most?: number): SchemaFault[];
  /** Whether `value` has no fault, without defaulting. */
  accepts(value: unknown): boolean;
}

const known = { ignored: new WeakMap<object, SchemaValidator>(), refused: new WeakMap<object, SchemaValidator>() };

/**
 * The validator of a schema, TypeBox or structural. The same schema object always has the same validator. Each place of
 * the schema is compiled when the first value has it.
 *
 * @param unknownFields - how to handle fields that the schema does not know and the API server would prune. Default: ignored.
 * @throws SchemaNotStructural on first use, if a CRD cannot express the schema.
 */
export function schemaValidator(schema: object, unknownFields: UnknownFields = "ignored"): SchemaValidator {
  const validators = known[unknownFields];
  const validator = validators.get(schema) ?? newValidator(schema, unknownFields);
  validators.set(schema, validator);
  return validator;
}

function newValidator(schema: object, unknownFields: UnknownFields): SchemaValidator {
  const structural = once(() => structuralSchema(schema));
  return {
    asStored: (value) => asStored(value, structural()),
    accepts: (value) => searchFaults(value, structural(), { unknownFields, onFaults: () => false, root: "" }),
    faults: (value, root = "", most = Infinity) => {
      const found: SchemaFault[] = [];
      const onFaults = (faults: () => readonly SchemaFault[]): boolean => {
        for (const fault of faults()) found.push(fault);
        return found.length < most;
      };
      searchFaults(value, structural(), { unknownFields, onFaults, root });
      return found;
    },
  };
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
