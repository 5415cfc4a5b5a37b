import type { Converter } from "@capstan/runtime";
import type { ProviderDefinition } from "../definition/definition.ts";

/** What a `WebhookServer` needs for the kind and its Template; empty if their versions do not differ. */
export function convertersOf(definition: ProviderDefinition): Converter[] {
  if (!definition.isConverted) return [];
  const { kind, templateKind } = definition;
  return [
    {
      group: kind.group,
      kinds: [kind.kind, templateKind.kind],
      convert: (object, version) => definition.convert(object, version),
    },
  ];
}
