import { isJsonObject } from "@capstan/kube";
import type { ReconciledDefinition } from "@capstan/provider";

/** The definitions among a module's exports: definitions themselves, reconcilers that have one, and lists of either; each kind once. */
export function definitionsIn(exported: unknown): ReconciledDefinition[] {
  const found = new Map<string, ReconciledDefinition>();
  for (const value of valuesOf(exported).flatMap((item) => (Array.isArray(item) ? (item as unknown[]) : [item]))) {
    const definition = definitionOf(value);
    if (definition !== undefined) found.set(`${definition.kind.kind}.${definition.kind.group}`, definition);
  }
  return [...found.values()];
}

/**
 * Names the exports that are missing if a module exports no definition: its reconciler classes, because only an instance has a definition.
 */
export function whatToExport(exported: unknown): string {
  const classes = valuesOf(exported).filter(isReconcilerClass);
  const advice = "Export the result of defineInfraMachine or a similar helper, or an instance of a reconciler";
  if (classes.length === 0) return `The module exports no provider definition. ${advice}.`;
  const names = classes.map(({ name }) => name).join(", ");
  return `The module exports the class ${names}, but no instance to take a definition from. ${advice}.`;
}

/** A class whose instances reconcile. */
function isReconcilerClass(value: unknown): value is { readonly name: string } {
  if (typeof value !== "function") return false;
  const prototype: unknown = value.prototype;
  return typeof prototype === "object" && prototype !== null && "setup" in prototype;
}

function definitionOf(value: unknown): ReconciledDefinition | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (isDefinition(value)) return value;
  return "definition" in value && isDefinition(value.definition) ? value.definition : undefined;
}

function isDefinition(value: unknown): value is ReconciledDefinition {
  return (
    isJsonObject(value) && "providerType" in value && "kind" in value && "crds" in value && Array.isArray(value.crds)
  );
}

function valuesOf(exported: unknown): unknown[] {
  return typeof exported === "object" && exported !== null ? Object.values(exported) : [];
}
