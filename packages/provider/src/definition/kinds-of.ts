import { calculateCRDName } from "@capstan/contract";
import type { KindDefinition } from "./kind-definition.ts";
import type { ReconciledDefinition } from "./reconciled-definition.ts";

/**
 * All kinds of the definitions, each once: their own kinds, and the auxiliary kinds that they use.
 *
 * @example
 * ```ts
 * import { defineIdentity, defineInfraCluster, kindsOf, Type } from "@capstan/provider";
 *
 * const HelloAccount = defineIdentity({ kind: "HelloAccount", versions: { v1: { spec: Type.Object({}) } } });
 * const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   uses: [HelloAccount],
 *   versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * console.log(kindsOf([HelloCluster]).map(({ kind }) => kind.kind)); // [ 'HelloCluster', 'HelloAccount' ]
 * ```
 */
export function kindsOf(definitions: readonly ReconciledDefinition[]): KindDefinition[] {
  const all: readonly KindDefinition[] = [...definitions, ...definitions.flatMap(({ uses }) => uses)];
  return [...new Map(all.map((each) => [calculateCRDName(each.kind.group, each.kind.kind), each])).values()];
}
