import type { Converter } from "@capstan/runtime";
import type { KindDefinition } from "../definition/kind-definition.ts";

/** What a `WebhookServer` needs for the kind and its Template; empty if their versions do not differ. */
export function convertersOf(definition: KindDefinition): Converter[] {
  if (!definition.isConverted) return [];
  const { kind, crds } = definition;
  return [
    {
      group: kind.group,
      kinds: crds.map(({ spec }) => spec.names.kind),
      convert: (object, version) => definition.convert(object, version),
    },
  ];
}
