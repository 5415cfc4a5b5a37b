import { jsonEqual } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { type Violation, violation } from "../../violations/violation.ts";
import { type ProviderRole } from "../roles.ts";
import { doneField, fieldsIn, type PlacedField } from "./places.ts";
import { FieldReader } from "./field-reader.ts";

/**
 * Returns changes that undo a lasting field: a flag, once true; facts that were reported with it; an identity or an endpoint, once set; and
 * a terminal failure if the newest contract of the version has one. Pure.
 *
 * A status that was lost as a whole has nothing to compare with. Malformed fields are left to the code that reads them.
 *
 * @param contracts - the contracts that the version implements, newest first.
 */
export function violationsOverTime(
  role: ProviderRole,
  contracts: readonly ContractVersion[],
  before: unknown,
  after: unknown,
): Violation[] {
  const found = contracts.flatMap((contract) => {
    const wasDone = valueIn(before, doneField(role, contract)) === true;
    return fieldsIn(role, contract)
      .filter(({ field: { lasting } }) => lasting?.inNewestOnly !== true || contract === contracts[0])
      .filter(({ field: { lasting } }) => lasting?.onceDone !== true || wasDone)
      .flatMap((placed) => takenBack(placed, before, after));
  });
  // Some fields have the same place in several contracts.
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
}

function takenBack(placed: PlacedField, before: unknown, after: unknown): Violation[] {
  const { lasting } = placed.field;
  const then = valueIn(before, placed);
  const now = valueIn(after, placed);
  const isNothing = then === undefined || then === false || then === malformed || now === malformed;
  if (lasting === undefined || isNothing || jsonEqual(then, now)) return [];
  const { path, rule } = placed.place;
  const expected = `${JSON.stringify(then)}, which was reported before: ${lasting.why}`;
  return [violation(lasting.rule ?? rule, { path, expected, actual: now })];
}

const malformed = Symbol("malformed");

function valueIn(object: unknown, { place }: PlacedField): unknown {
  const reader = new FieldReader(object);
  const value = reader.read(place);
  return reader.violations.length > 0 ? malformed : value;
}
