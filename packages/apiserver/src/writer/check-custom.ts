import { optional } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceVersion } from "../registry/resource.ts";
import { type FieldError } from "../status/field-error.ts";
import { Correlation } from "../schema/correlation.ts";
import { checkLists } from "../schema/list-invariants.ts";
import { checkEmbedded } from "./embedded-objects.ts";
import { checkScaledStatus, checkScaleSpec } from "./scale-fields.ts";
import { validate } from "../schema/validate.ts";

/**
 * Validates a custom object, except for its metadata and CEL rules.
 *
 * @param previous - the replaced object, if any: unchanged problems may stay.
 */
export function checkCustom(
  { schema, scale }: Pick<ResourceVersion, "schema" | "scale">,
  object: ApiObject,
  previous?: ApiObject,
  subresource?: string,
): FieldError[] {
  const correlation = previous === undefined ? undefined : new Correlation(object, previous, schema);
  const found = validate(object, schema, "", correlation);
  const errors = subresource === "status" ? found.map(withinStatus) : found;
  if (subresource !== "status") errors.push(...checkEmbedded(object, schema));
  if (scale !== undefined && subresource !== "status") errors.push(...checkScaleSpec(object, scale));
  if (scale !== undefined) errors.push(...checkScaledStatus(object, scale));
  if (previous === undefined || checkLists(previous, schema).length === 0) errors.push(...checkLists(object, schema));
  return errors;
}

/** The status is validated separately, with paths relative to it. */
function withinStatus(error: FieldError): FieldError {
  return { ...error, ...optional("detail", error.detail?.replace(/^status\.(?=\S* in body )/, "")) };
}
