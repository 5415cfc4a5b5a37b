import type { Converter } from "@capstan/runtime";
import type { KindDefinition } from "../definition/kind-definition.ts";

/**
 * The converters of a kind and of its Template for a `WebhookServer`; empty if their versions do not differ.
 *
 * @example
 * ```ts
 * import { convertersOf, defineInfraMachine, Type } from "@capstan/provider";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   storage: "v1",
 *   versions: {
 *     v1alpha1: { contract: "v1beta1", spec: Type.Object({}) },
 *     v1: { contract: "v1beta2", spec: Type.Object({}) },
 *   },
 * });
 * console.log(convertersOf(HelloMachine).flatMap(({ kinds }) => kinds)); // HelloMachine and HelloMachineTemplate
 * ```
 */
export function convertersOf(definition: KindDefinition): Converter[] {
  if (!definition.isConverted) return [];
  const { kind, crds } = definition;
  return [
    {
      group: kind.group,
      kinds: crds.map(({ spec }) => spec.names.kind),
      convert: (object, version, onLoss) => definition.convert(object, version, onLoss),
    },
  ];
}
