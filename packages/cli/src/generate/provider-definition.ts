import type { ProviderDefinition } from "@capstan/provider";

/** No provider can be generated from what was given; the message says what is missing. */
export class GenerateError extends Error {
  override readonly name = "GenerateError";
}

/**
 * The definitions among a module's exports: definitions themselves, reconcilers that have one, and lists of either;
 * each kind once.
 */
export function definitionsIn(exported: unknown): ProviderDefinition[] {
  const found = new Map<string, ProviderDefinition>();
  for (const value of valuesOf(exported).flatMap((item) => (Array.isArray(item) ? (item as unknown[]) : [item]))) {
    const definition = definitionOf(value);
    if (definition !== undefined) found.set(`${definition.kind.kind}.${definition.kind.group}`, definition);
  }
  return [...found.values()];
}

function definitionOf(value: unknown): ProviderDefinition | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isDefinition(value)) return value;
  return "definition" in value && isDefinition(value.definition) ? value.definition : undefined;
}

function isDefinition(value: unknown): value is ProviderDefinition {
  return (
    typeof value === "object" &&
    value !== null &&
    "role" in value &&
    "kind" in value &&
    "templateKind" in value &&
    "crds" in value &&
    Array.isArray(value.crds)
  );
}

function valuesOf(exported: unknown): unknown[] {
  return typeof exported === "object" && exported !== null ? Object.values(exported) : [];
}
