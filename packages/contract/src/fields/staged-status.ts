import Type from "typebox";
import { conditionsSchema } from "./conditions.ts";

/** `status.v1beta2` of v1beta1 objects, with the status in the form of v1beta2. */
export function stagedStatus<Fields extends Type.TProperties>(fields: Fields) {
  return Type.Object(
    { conditions: Type.Optional(conditionsSchema), ...fields },
    { description: "Fields that the v1beta2 status has." },
  );
}
