import type { OwnStatusOf } from "../definition/definition.ts";

/** The status fields of the author's own, as an outcome may set them; `undefined` removes one. */
export type SettableStatusOf<D> = {
  readonly [Name in keyof OwnStatusOf<D>]?: OwnStatusOf<D>[Name] | undefined;
};
