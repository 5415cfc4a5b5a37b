import { Type } from "typebox";

/** A non-empty string with the length limit of the upstream API. */
export function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description });
}

/** A non-empty list with the size limit of the upstream API. It is atomic: one field manager owns the whole list. */
export function listOf<Item extends Type.TSchema>(item: Item, maxItems: number, description: string) {
  return Type.Array(item, { minItems: 1, maxItems, description, ...atomicList });
}

/** A list that may be empty, otherwise as {@link listOf}. */
export function anyListOf<Item extends Type.TSchema>(item: Item, maxItems: number, description: string) {
  return Type.Array(item, { maxItems, description, ...atomicList });
}

/** A group of settings, at least one of which is set. */
export function section<Properties extends Type.TProperties>(properties: Properties, description: string) {
  return Type.Object(properties, { minProperties: 1, description });
}

/** A 32-bit integer. */
export function int32(description: string, bounds: { readonly minimum?: number; readonly maximum?: number } = {}) {
  return Type.Integer({ format: "int32", ...bounds, description });
}

/** A duration in whole seconds. */
export function seconds(description: string) {
  return int32(description, { minimum: 0 });
}

const atomicList = { "x-kubernetes-list-type": "atomic" };
