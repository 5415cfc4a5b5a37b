import { isJsonObject } from "@capstan/kube";
import type { Exploration } from "@capstan/testkit/exploration";
import { hasNameAndWorld, namedExports } from "../module/named-exports.ts";

/**
 * The explorations among a module's exports, alone or in lists.
 *
 * @param only - the name of one of them. Default: all.
 * @throws ArgumentError there is no exploration, or none of that name.
 */
export function explorationsIn(exported: unknown, only?: string): readonly Exploration[] {
  const form = "an object with name, definition, spec, prepare and create";
  return namedExports(exported, { noun: "exploration", form, isOne: isExploration }, only);
}

function isExploration(value: unknown): value is Exploration {
  return (
    hasNameAndWorld(value) &&
    isJsonObject(value.definition) &&
    isJsonObject(value.spec) &&
    typeof value.create === "function"
  );
}
