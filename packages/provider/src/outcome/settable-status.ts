import type { OwnStatusOf } from "../definition/definition.ts";
import type { Settable } from "./settable.ts";

/** The status fields of the author's own, as an outcome may set them; `undefined` removes one. */
export type SettableStatusOf<D> = {
  readonly [Name in keyof OwnStatusOf<D>]?: Settable<OwnStatusOf<D>[Name]> | undefined;
};
