import type { Scenario } from "@capstan/testkit/perturbation";
import { ArgumentError, isJsonObject } from "@capstan/kube";

/**
 * The scenarios among a module's exports, alone or in lists.
 *
 * @param only - the name of one of them. Default: all.
 * @throws ArgumentError there is none, or none of that name.
 */
export function scenariosIn(exported: unknown, only?: string): readonly Scenario[] {
  const values: readonly unknown[] = typeof exported === "object" && exported !== null ? Object.values(exported) : [];
  const all = [...new Set(values.flatMap((value) => value))].filter(isScenario);
  if (all.length === 0) {
    throw new ArgumentError(
      "The module exports no scenario: an object with name, prepare and steps, or a list of them",
    );
  }
  if (only === undefined) return all;
  const found = all.filter(({ name }) => name === only);
  if (found.length > 0) return found;
  throw new ArgumentError(`There is no scenario "${only}"; there are ${all.map(({ name }) => `"${name}"`).join(", ")}`);
}

function isScenario(value: unknown): value is Scenario {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "prepare" in value &&
    typeof value.prepare === "function" &&
    "steps" in value &&
    isJsonObject(value.steps)
  );
}
