import { type JsonObject, jsonEqual } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { type RuleId } from "../../catalogue/rule-info.ts";
import { type Violation, violation } from "../../violations/violation.ts";
import { type ProviderRole } from "../roles.ts";
import { boundViolations } from "./bound-violations.ts";
import { FieldReader } from "./field-reader.ts";
import { fieldsIn, type PlacedField } from "./places.ts";

/**
 * Everything that keeps a provider's report from being written: values out of bounds, and changes of reported values that must last. Pure.
 *
 * @param contract - the newest contract that the version of the object implements.
 * @param object - the object before the report is written.
 * @param demanded - the fields that the report must have a value for, by name, each with the rule that demands it.
 * @param report - values by the names of their fields, in the form of the newest contract; `undefined`: not reported.
 */
export function reportViolations(
  role: ProviderRole,
  contract: ContractVersion,
  object: unknown,
  report: JsonObject,
  demanded: Readonly<Record<string, RuleId>> = {},
): Violation[] {
  return fieldsIn(role, contract).flatMap((placed) => {
    const value = report[placed.name];
    if (value === undefined) return missing(placed, demanded[placed.name]);
    return [...boundViolations(placed, value), ...changeViolations(placed, object, value)];
  });
}

function missing({ name, place }: PlacedField, demandedBy: RuleId | undefined): Violation[] {
  if (demandedBy === undefined) return [];
  return [violation(demandedBy, { path: place.path, expected: `the ${name}`, actual: undefined })];
}

function changeViolations({ field: { lasting }, place }: PlacedField, object: unknown, value: unknown): Violation[] {
  if (lasting === undefined || lasting.onceDone === true) return [];
  const present = new FieldReader(object).read(place);
  if (present === undefined || jsonEqual(present, value)) return [];
  const expected = `${JSON.stringify(present)}, which was reported before: ${lasting.why}`;
  return [violation(lasting.rule ?? place.rule, { path: place.path, expected, actual: value })];
}
