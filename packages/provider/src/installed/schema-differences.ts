import type { StructuralSchema } from "@capstan/contract";
import type { Difference } from "./installed-finding.ts";

/** A difference at one place of a schema; the rule depends on the field. */
export type SchemaDifference = Omit<Difference, "rule"> & {
  /** The path of the field in an object: `status.conditions[].type`. */
  readonly field: string;
};

interface Place {
  /** JSON path in the CRD. */
  readonly path: string;
  readonly field: string;
}

/**
 * Places where `installed` accepts less than `defined`: missing fields, which would be pruned, other types, and narrower validation. An
 * installed schema may accept more. Pure.
 */
export function schemaDifferences(
  defined: StructuralSchema,
  installed: StructuralSchema,
  at: Place,
): SchemaDifference[] {
  const [wanted, found] = [typeOf(defined), typeOf(installed)];
  if (!takes(found, wanted)) {
    const expected = `${wanted}, as in the definition`;
    return [{ ...at, path: `${at.path}.type`, expected, actual: found, level: "MUST" }];
  }
  return [
    ...narrowings(defined, installed, at),
    ...propertyDifferences(defined, installed, at),
    ...mapDifferences(defined, installed, at),
    ...(defined.items === undefined || installed.items === undefined
      ? []
      : schemaDifferences(defined.items, installed.items, { path: `${at.path}.items`, field: `${at.field}[]` })),
  ];
}

function propertyDifferences(defined: StructuralSchema, installed: StructuralSchema, at: Place): SchemaDifference[] {
  return Object.entries(defined.properties ?? {}).flatMap(([name, property]) => {
    const place = { path: `${at.path}.properties.${name}`, field: at.field === "" ? name : `${at.field}.${name}` };
    const twin = installed.properties?.[name] ?? valuesOf(installed);
    if (twin !== undefined) return schemaDifferences(property, twin, place);
    if (preserves(installed)) return [];
    const expected = `${place.field} of type ${typeOf(property)}: without it the API server drops the value`;
    return [{ ...place, expected, actual: undefined, level: "MUST" }];
  });
}

/** Differences of maps with any keys, and of content of any form. */
function mapDifferences(defined: StructuralSchema, installed: StructuralSchema, at: Place): SchemaDifference[] {
  if (preserves(installed)) return [];
  const values = valuesOf(defined);
  const twin = valuesOf(installed);
  if (values !== undefined && twin !== undefined) {
    return schemaDifferences(values, twin, { path: `${at.path}.additionalProperties`, field: `${at.field}{}` });
  }
  if (values === undefined && !preserves(defined)) return [];
  const expected = `${at.field} with keys of any name: otherwise the API server drops them`;
  return [{ ...at, expected, actual: "certain properties only", level: "MUST" }];
}

/** Values that the definition allows and the installed schema refuses or does not define. */
function narrowings(defined: StructuralSchema, installed: StructuralSchema, at: Place): SchemaDifference[] {
  // The provider writes status, and a refused value would lose the whole write. Users can avoid such a value in the spec.
  const level = at.field.startsWith("status") ? "MUST" : "SHOULD";
  const found: SchemaDifference[] = [];
  const values = installed.enum;
  const missing = values === undefined ? [] : (defined.enum ?? []).filter((value) => !values.includes(value));
  if (missing.length > 0 || (values !== undefined && defined.enum === undefined)) {
    const expected = defined.enum === undefined ? "any value" : `${missing.map(String).join(", ")} among the values`;
    found.push({ ...at, path: `${at.path}.enum`, expected, actual: values, level });
  }
  if (defined.nullable === true && installed.nullable !== true) {
    found.push({ ...at, path: `${at.path}.nullable`, expected: "true", actual: installed.nullable, level });
  }
  for (const name of installed.required ?? []) {
    if (defined.required?.includes(name) === true || installed.properties?.[name]?.default !== undefined) continue;
    found.push({ ...at, path: `${at.path}.required`, expected: `${name} optional`, actual: "required", level });
  }
  for (const name of defined.required ?? []) {
    const twin = installed.properties?.[name];
    if (twin === undefined || twin.default !== undefined || installed.required?.includes(name) === true) continue;
    const expected = `${name} required or with a default: the provider relies on it`;
    found.push({ ...at, path: `${at.path}.required`, expected, actual: "optional", level: "SHOULD" });
  }
  return found;
}

/** The schema of a map's values. The API server still accepts `additionalProperties: true`, which keeps any value. */
function valuesOf(schema: StructuralSchema): StructuralSchema | undefined {
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

function preserves(schema: StructuralSchema): boolean {
  const values: unknown = schema.additionalProperties;
  return schema["x-kubernetes-preserve-unknown-fields"] === true || values === true;
}

function typeOf(schema: StructuralSchema): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "int-or-string";
  return schema.type ?? "any";
}

function takes(installed: string, defined: string): boolean {
  return (
    installed === defined ||
    installed === "any" ||
    (installed === "number" && defined === "integer") ||
    (installed === "int-or-string" && (defined === "integer" || defined === "string"))
  );
}
