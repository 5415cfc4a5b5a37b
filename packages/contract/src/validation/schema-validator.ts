import { type ValidateFunction } from "ajv";
import { structuralSchema } from "../schema/structural-schema.ts";
import { asStored } from "./as-stored.ts";
import { compile } from "./compile.ts";
import { jsonSchemaOf, type UnknownFields } from "./json-schema.ts";
import { faultsOf, type SchemaFault } from "./schema-fault.ts";

/** Reports what is wrong with values. The API server refuses whatever it lists; rules in CEL are left to the server. */
export interface SchemaValidator {
  /**
   * What the API server would store for `value`, before it validates: fields that the schema does not know are left out,
   * defaults filled in, null counts as left out where it is not admitted. The value itself is not modified.
   */
  asStored(value: unknown): unknown;
  /**
   * Everything that is wrong with `value` as it is; empty if nothing is.
   *
   * @param root - JSON path of the value, with which the paths of the faults start. Default: the value is the root.
   */
  faults(value: unknown, root?: string): SchemaFault[];
  /** Whether nothing is wrong with `value` as it is. */
  accepts(value: unknown): boolean;
}

const known = { ignored: new WeakMap<object, SchemaValidator>(), refused: new WeakMap<object, SchemaValidator>() };

/**
 * The validator of a schema, TypeBox or structural. Every call with the same schema object gives the same validator, and the
 * schema is compiled once, when the first value is validated: a program defines many schemas and needs few of them.
 *
 * @param unknownFields - how to treat fields that the schema does not know and the API server would prune. Default: ignored.
 * @throws SchemaNotStructural on the first use, if a CRD cannot express the schema.
 */
export function schemaValidator(schema: object, unknownFields: UnknownFields = "ignored"): SchemaValidator {
  const validators = known[unknownFields];
  const validator = validators.get(schema) ?? newValidator(schema, unknownFields);
  validators.set(schema, validator);
  return validator;
}

function newValidator(schema: object, unknownFields: UnknownFields): SchemaValidator {
  const structural = once(() => structuralSchema(schema));
  const validate = once((): ValidateFunction => compile(jsonSchemaOf(structural(), unknownFields)));
  return {
    asStored: (value) => asStored(value, structural()),
    accepts: (value) => validate()(value),
    faults: (value, root = "") => {
      const compiled = validate();
      return compiled(value) ? [] : faultsOf(compiled.errors ?? [], root);
    },
  };
}

function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
