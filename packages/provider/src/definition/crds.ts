import type { CustomResourceDefinition } from "@capstan/contract";
import type { DefinedVersion } from "./build-definition.ts";
import type { ProviderRole } from "./contract-fields.ts";

export function definitionCRDs(_options: {
  readonly role: ProviderRole;
  readonly group: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly versions: readonly DefinedVersion[];
}): readonly CustomResourceDefinition[] {
  throw new Error("CRDs are not made yet.");
}
