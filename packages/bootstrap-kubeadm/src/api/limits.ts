import { Type } from "typebox";

/** A non-empty string with the length limit of the upstream API. */
export function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description });
}

/** A non-empty list with the size limit of the upstream API. */
export function listOf<Item extends Type.TSchema>(item: Item, maxItems: number, description: string) {
  return Type.Array(item, { minItems: 1, maxItems, description });
}

/** A duration in whole seconds. */
export function seconds(description: string) {
  return Type.Integer({ minimum: 0, maximum: 2_147_483_647, description });
}
