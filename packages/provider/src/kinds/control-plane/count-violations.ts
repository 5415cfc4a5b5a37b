import { countsMissing, partViolations, roleOf, storedCounts, type Violation, violation } from "@capstan/contract";
import { definedFields, fieldsOf, type JsonObject } from "@capstan/kube";
import type { ReportedOn } from "../../definition/kind-traits.ts";

const role = "ControlPlane";

/**
 * Checks the numbers of instances of a kind with replicas: an initialized control plane has all of them (rule CP-004), and none exceeds the
 * number of instances (CP-013). Omitted counts keep their stored value.
 */
export function countViolations(outcome: JsonObject, { object, contract, isSuccess }: ReportedOn): Violation[] {
  const { versions, ...others } = storedCounts(role, contract, object);
  // A single version has all instances.
  const kept = outcome.version === undefined && versions !== undefined ? { ...others, versions } : others;
  const counts = { ...kept, ...definedFields(outcome) };
  return [
    ...versionsWithoutCount(outcome.versions),
    ...(isSuccess ? countsMissing(role, contract, counts) : []),
    // An outcome without counts does not change those of an earlier version of the provider.
    ...(statesCounts(outcome) ? partViolations(role, contract, counts) : []),
  ];
}

/** Counts in the outcome of a kind without replicas. */
export function uncountedViolations(outcome: JsonObject): Violation[] {
  const expected = "no counters, because the definition does not set the option replicas";
  return countNames()
    .filter((name) => outcome[name] !== undefined)
    .map((name) => violation("CP-004", { path: `outcome.${name}`, expected, actual: outcome[name] }));
}

function statesCounts(outcome: JsonObject): boolean {
  return ["versions", ...countNames()].some((name) => outcome[name] !== undefined);
}

function countNames(): string[] {
  return Object.entries(roleOf(role).fields).flatMap(([name, { option }]) => (option === "replicas" ? [name] : []));
}

function versionsWithoutCount(versions: unknown): Violation[] {
  return (Array.isArray(versions) ? versions : []).flatMap((item: unknown, index) => {
    const { replicas } = fieldsOf(item);
    if (replicas !== undefined) return [];
    const path = `status.versions[${String(index)}].replicas`;
    return [violation("CP-005", { path, expected: "the number of instances with that version", actual: replicas })];
  });
}
