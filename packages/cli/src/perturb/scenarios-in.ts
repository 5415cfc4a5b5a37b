import type { ProcessScenario, Scenario } from "@capstan/testkit/perturbation";
import { isJsonObject } from "@capstan/kube";
import { hasNameAndWorld, namedExports } from "../module/named-exports.ts";

/** A scenario of reconcilers in this process, or of a manager in a separate process. */
export type AnyScenario = ProcessScenario | Scenario;

/** Whether the manager is a separate process. */
export function isOfProcess(scenario: AnyScenario): scenario is ProcessScenario {
  return "provider" in scenario;
}

/**
 * The scenarios among a module's exports, alone or in lists.
 *
 * @param only - the name of one of them. Default: all.
 * @throws ArgumentError there is no scenario, or none of that name.
 */
export function scenariosIn(exported: unknown, only?: string): readonly AnyScenario[] {
  const form = "an object with name, prepare (or provider) and steps";
  return namedExports(exported, { noun: "scenario", form, isOne: isScenario }, only);
}

function isScenario(value: unknown): value is AnyScenario {
  if (!isJsonObject(value) || !isJsonObject(value.steps)) return false;
  return hasNameAndWorld(value) || (typeof value.name === "string" && typeof value.provider === "string");
}
