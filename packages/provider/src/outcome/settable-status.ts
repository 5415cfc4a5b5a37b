import type { OwnStatusOf } from "../definition/definition.ts";
import type { Settable } from "./settable.ts";

/** Your own status fields, as an outcome may set them; `undefined` removes a field. */
export type SettableStatusOf<D> = {
  readonly [Name in keyof OwnStatusOf<D>]?: Settable<OwnStatusOf<D>[Name]> | undefined;
};
