import { type Schema } from "../schema/schema.ts";

interface AnyField {
  readonly schema: Schema;
  readonly isOptional: boolean;
}

/** The schema of a value of type `T`. */
export interface Field<T> extends AnyField {
  /** Only for the compiler, which must not confuse fields of different types. */
  readonly of?: (value: T) => T;
}

/** A field for each property of `T`, optional if the property is: a property without a schema does not compile. */
export type Fields<T> = {
  readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> & {
    readonly isOptional: Partial<Pick<T, K>> extends Pick<T, K> ? true : false;
  };
};

type Required<T> = Field<T> & { readonly isOptional: false };

export const number: Required<number> = { schema: { type: "number" }, isOptional: false };
export const text: Required<string> = { schema: { type: "string" }, isOptional: false };

/** A string from a set that names all values. */
export function oneOf<T extends string>(all: Readonly<Record<T, true>>): Required<T> {
  return { schema: { type: "string", enum: Object.keys(all) }, isOptional: false };
}

export function listOf<T>({ schema: items }: Required<T>): Required<readonly T[]> {
  return { schema: { type: "array", items }, isOptional: false };
}

export function objectOf<T>(fields: Fields<T>): Required<T> {
  const all = Object.entries<AnyField>(fields as Readonly<Record<string, AnyField>>);
  const properties = Object.fromEntries(all.map(([name, { schema }]) => [name, schema]));
  const required = all.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return { schema: { type: "object", properties, required, additionalProperties: false }, isOptional: false };
}

/** An optional field. */
export function ifStated<T>({ schema }: Required<T>): Field<T> & { readonly isOptional: true } {
  return { schema, isOptional: true };
}
