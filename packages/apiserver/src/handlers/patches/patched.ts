import { type ApiObject } from "../../object/api-object.ts";

/** An object that a patch has changed, or created. */
export interface Patched {
  readonly object: ApiObject;
  readonly created: boolean;
}
