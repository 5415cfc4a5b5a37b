import { type ApiObject } from "../object/api-object.ts";
import { type ResourceVersion } from "../registry/resource.ts";
import { type FieldError } from "../status/field-error.ts";
import { Correlation } from "../schema/correlation.ts";
import { checkLists } from "../schema/list-invariants.ts";
import { checkScaledStatus, checkScaleSpec } from "./scale-fields.ts";
import { validate } from "../schema/validate.ts";

/**
 * What is wrong with a custom object, apart from its metadata and the rules in CEL.
 *
 * @param previous - what it replaces, if anything: what was wrong there and has not been touched may stay.
 */
export function checkCustom(
  { schema, scale }: Pick<ResourceVersion, "schema" | "scale">,
  object: ApiObject,
  previous?: ApiObject,
  subresource?: string,
): FieldError[] {
  const correlation = previous === undefined ? undefined : new Correlation(object, previous, schema);
  const errors = validate(object, schema, "", correlation);
  if (scale !== undefined && subresource !== "status") errors.push(...checkScaleSpec(object, scale));
  if (scale !== undefined) errors.push(...checkScaledStatus(object, scale));
  if (previous === undefined || checkLists(previous, schema).length === 0) errors.push(...checkLists(object, schema));
  return errors;
}
