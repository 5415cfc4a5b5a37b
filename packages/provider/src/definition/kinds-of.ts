import { calculateCRDName } from "@capstan/contract";
import type { ProviderDefinition } from "./definition.ts";
import type { KindDefinition } from "./kind-definition.ts";

/** All kinds that definitions bring: their own, and the auxiliary ones that they use, each once. */
export function kindsOf(definitions: readonly ProviderDefinition[]): KindDefinition[] {
  const all: readonly KindDefinition[] = [...definitions, ...definitions.flatMap(({ uses }) => uses)];
  return [...new Map(all.map((each) => [calculateCRDName(each.kind.group, each.kind.kind), each])).values()];
}
