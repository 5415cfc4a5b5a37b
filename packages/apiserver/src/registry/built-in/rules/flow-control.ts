import { jsonEqual, objectAt } from "@capstan/kube";
import { flowObjects, mandatory } from "../../../flow-control/flow-objects.ts";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, invalidAt } from "../../../status/field-error.ts";
import { type KindRules } from "./cells.ts";

/** The rules of FlowSchemas and PriorityLevelConfigurations. */
export const flowControlRules: KindRules = { validate: checkFixed };

/** Mandatory objects are immutable, except for the shares of `exempt`. */
function checkFixed({ kind, metadata: { name }, spec }: ApiObject): FieldError[] {
  if (!mandatory.has(name)) return [];
  const fixed = flowObjects.find((one) => one.kind === kind && one.metadata.name === name)?.spec;
  const isLevel = fixed?.exempt !== undefined;
  const isSame = jsonEqual(fixed, isLevel ? { ...objectAt(spec), exempt: fixed.exempt } : spec);
  const what = isLevel ? `spec of '${name}' except the 'spec.exempt' field` : `spec of '${name}'`;
  return isSame ? [] : [invalidAt("spec", spec, `${what} must equal the fixed value`)];
}
