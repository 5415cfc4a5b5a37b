import { type SchemaFault, schemaValidator, structuralSchema } from "@capstan/contract";
import { ownField } from "@capstan/kube";
import type { Static, TSchema } from "@capstan/provider";
import { HookError } from "../define/hook-error.ts";
import type { ClusterClassVariable } from "../hooks/hook-types.generated.ts";

/** The definition of a variable. */
export interface VariableOptions {
  /** The schema of its values. */
  readonly schema: TSchema;
  /** The value if a Cluster sets none; part of the schema of the ClusterClass. Default: none. */
  readonly default?: unknown;
  /** Whether a Cluster must set it. Default: false. */
  readonly required?: boolean;
}

/** The values of variables by name. A variable that is not required and has no default may be unset. */
export type VariableValues<V extends Readonly<Record<string, VariableOptions>>> = {
  readonly [Name in keyof V]: V[Name] extends { readonly required: true } | { readonly default: unknown }
    ? Static<V[Name]["schema"]>
    : Static<V[Name]["schema"]> | undefined;
};

/** Variables of a ClusterClass that an extension defines and reads. */
export interface DefinedVariables<V extends Readonly<Record<string, VariableOptions>>> {
  /** The definitions, for the answer of DiscoverVariables. */
  readonly definitions: readonly ClusterClassVariable[];
  /**
   * The values at a place, typed and validated, with defaults.
   *
   * @throws HookError - a required variable is unset, or a value does not match its schema.
   */
  read(place: { readonly variables: Readonly<Record<string, unknown>> }): VariableValues<V>;
}

/**
 * Defines the variables of an extension, by name. The core checks the values that a Cluster sets against their schemas; choose distinctive
 * names, because all patches of a ClusterClass share them.
 *
 * @throws SchemaNotStructural - a ClusterClass cannot express a schema.
 *
 * @example
 * ```ts
 * import { Type } from "@capstan/provider";
 * import { defineVariables } from "@capstan/runtime-extension";
 *
 * const variables = defineVariables({
 *   helloSize: { schema: Type.Union([Type.Literal("small"), Type.Literal("large")]), default: "small" },
 * });
 * console.log(variables.read({ variables: {} }).helloSize); // small
 * ```
 */
export function defineVariables<const V extends Readonly<Record<string, VariableOptions>>>(
  variables: V,
): DefinedVariables<V> {
  const definitions = Object.entries(variables).map(([name, { schema, required = false, ...more }]) => ({
    name,
    required,
    schema: { openAPIV3Schema: { ...structuralSchema(schema, name), ...more } },
  }));
  return {
    definitions,
    read: (place) =>
      Object.fromEntries(
        definitions.map((definition) => [definition.name, valueAt(place.variables, definition)]),
      ) as VariableValues<V>,
  };
}

function valueAt(
  values: Readonly<Record<string, unknown>>,
  { name, required, schema: { openAPIV3Schema } }: ClusterClassVariable,
): unknown {
  const set = ownField(values, name);
  const given = set === undefined ? openAPIV3Schema.default : set;
  if (given === undefined) {
    if (!required) return undefined;
    throw new HookError(`The variable ${name} is required; set it in spec.topology.variables of the Cluster`);
  }
  const validator = schemaValidator(openAPIV3Schema);
  const value = validator.asStored(given);
  const faults = validator.faults(value, name);
  if (faults.length === 0) return value;
  throw new HookError(`Set the variable ${name} to a valid value: ${faults.map(textOf).join("; ")}`);
}

function textOf({ path, expected }: SchemaFault): string {
  return `${path} must be ${expected}`;
}
