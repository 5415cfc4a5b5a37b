import { fieldsOf, type JsonObject } from "@capstan/kube";
import { type ContractVersion } from "../../versions/contract-version.ts";
import { type Violation, violation } from "../../violations/violation.ts";
import { type Field } from "../field.ts";
import { type ProviderRole, roleOf } from "../roles.ts";
import { valueAt } from "./json-path.ts";
import { fieldsIn, placeIn, placesOf } from "./places.ts";

/** The counts of an object by the names of their fields; counts that are not set are missing. Pure. */
export function storedCounts(role: ProviderRole, contract: ContractVersion, object: unknown): JsonObject {
  const found = fieldsIn(role, contract).flatMap(({ name, field, place }) => {
    const isCount = isPart(field) || isWhole(role, name) || field.remainder !== undefined;
    const value = isCount ? valueAt(object, place.path) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries<unknown>(found);
}

/**
 * Counts that exceed the count that they are a part of: 7 ready instances of 3. Pure.
 *
 * @param counts - values by the names of their fields, in the form of the newest contract.
 */
export function partViolations(role: ProviderRole, contract: ContractVersion, counts: JsonObject): Violation[] {
  return Object.entries(roleOf(role).fields).flatMap(([name, field]) => {
    if (field.part === undefined) return [];
    const { of, rule } = field.part;
    const [part, whole] = [sumOf(counts[name]), counts[of]];
    if (part === undefined || typeof whole !== "number" || part <= whole) return [];
    const path = pathOf(field, contract);
    return [violation(rule, { path, expected: `at most ${whole}, the value of ${of}`, actual: part })];
  });
}

/** The counts that an object must have once it is done, and that these values lack. Pure. */
export function countsMissing(role: ProviderRole, contract: ContractVersion, counts: JsonObject): Violation[] {
  return Object.entries(roleOf(role).fields).flatMap(([name, field]) => {
    const isOwn = field.option !== undefined && (isPart(field) || isWhole(role, name));
    // A count that is expressed by what is missing is there, too.
    const isKnown = [name, field.remainder?.missing].some((each) => each !== undefined && counts[each] !== undefined);
    if (!isOwn || isKnown) return [];
    const rule = (placeIn(field, contract) ?? placesOf(field)[0])?.rule;
    if (rule === undefined) return [];
    return [violation(rule, { path: pathOf(field, contract), expected: `the ${name}`, actual: undefined })];
  });
}

function isPart({ part }: Field): boolean {
  return part !== undefined;
}

function isWhole(role: ProviderRole, name: string): boolean {
  return Object.values(roleOf(role).fields).some(({ part }) => part?.of === name);
}

/** The path in this contract; of a count that it expresses by another one, the path in another contract. */
function pathOf(field: Field, contract: ContractVersion): string {
  return (placeIn(field, contract) ?? placesOf(field)[0])?.path ?? "";
}

/** A count, or the sum of the counts in a list. */
function sumOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (!Array.isArray(value)) return undefined;
  const counts = value.map((item: unknown) => fieldsOf(item).replicas).filter((count) => typeof count === "number");
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}
