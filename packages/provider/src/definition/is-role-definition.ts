import type { ProviderDefinition } from "./definition.ts";
import type { ReconciledDefinition } from "./reconciled-definition.ts";

/** Whether a kind has a role for core, which then reads and writes its objects. */
export function isRoleDefinition(definition: ReconciledDefinition): definition is ProviderDefinition {
  return "role" in definition;
}
