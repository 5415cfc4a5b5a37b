import { contractVersions } from "../../versions/contract-version.ts";
import { schemaValidator } from "../../validation/schema-validator.ts";
import { type Violation, violation } from "../../violations/violation.ts";
import { type PlacedField, placeIn } from "./places.ts";

/** Violations of the bounds that core's own kinds also have for a field. The value has the form of the newest contract. */
export function boundViolations({ field, place }: PlacedField, value: unknown): Violation[] {
  const [newest] = contractVersions;
  const schema = field.reported ?? (placeIn(field, newest) ?? place).schema;
  const faults = schemaValidator(schema).faults(value, place.path);
  const bounds = field.bounds ?? place.rule;
  return faults.map((fault) => violation(fault.reason === "missing field" ? (field.parts ?? bounds) : bounds, fault));
}
