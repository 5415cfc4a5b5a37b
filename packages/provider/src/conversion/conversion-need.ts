import { violation } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import type { DefinedVersion } from "../definition/defined-version.ts";
import { DefinitionError } from "../definition/definition-error.ts";
import type { OpaqueConversion } from "./author-conversion.ts";

/**
 * Whether the versions of a kind need a conversion because their contracts or the author's fields differ. Without a conversion webhook the
 * API server prunes every version to the fields of the storage version (AR-020).
 *
 * @throws DefinitionError a required conversion is missing, or a conversion names a version that does not exist.
 */
export function conversionNeed(
  kind: string,
  versions: readonly DefinedVersion[],
  conversions: Readonly<Record<string, OpaqueConversion | undefined>>,
): boolean {
  const stored = versions.find(({ storage }) => storage);
  const others = versions.filter(({ storage }) => !storage);
  for (const name of Object.keys(conversions)) {
    if (others.some((version) => version.name === name)) continue;
    throw new DefinitionError(
      `The conversions of ${kind} must not include ${name}; set conversions to and from the storage version for every other version.`,
    );
  }
  if (stored === undefined) return false;
  for (const version of others.filter(({ served }) => served))
    checkSections(kind, version, stored, conversions[version.name]);
  return others.some(
    (version) => version.contracts.join() !== stored.contracts.join() || conversions[version.name] !== undefined,
  );
}

function checkSections(
  kind: string,
  version: DefinedVersion,
  stored: DefinedVersion,
  given: OpaqueConversion = {},
): void {
  for (const name of ["spec", "status"] as const) {
    if (given[name] !== undefined || jsonEqual(ownShape(version, name), ownShape(stored, name))) continue;
    const expected = `the fields that the storage version ${stored.name} has, or a conversion to it and back`;
    throw new DefinitionError(
      `Version ${version.name} of ${kind} and the storage version ${stored.name} have different author fields in ${name}, ` +
        `but no conversion (AR-020). Set conversions: { ${version.name}: { ${name}: { toStorage, fromStorage } } }.`,
      { violations: [violation("AR-020", { path: `versions.${version.name}.${name}`, expected })] },
    );
  }
}

interface SchemaShape {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function ownShape({ schemas }: DefinedVersion, name: "spec" | "status"): unknown {
  const schema = schemas[name] as unknown as SchemaShape;
  const reserved = schemas.contractNames[name];
  const own = Object.entries(schema.properties ?? {}).filter(([field]) => !reserved.includes(field));
  return shapeOf({ ...schema, properties: Object.fromEntries(own) });
}

/** The keywords that make up the structure of a type. Different limits of the values need no conversion. */
const structure = ["type", "items", "additionalProperties", "anyOf", "oneOf", "allOf", "enum", "const", "$ref"];

function shapeOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shapeOf);
  if (typeof schema !== "object" || schema === null) return schema;
  const { properties, patternProperties, required, ...rest } = schema as SchemaShape;
  const kept = Object.entries(rest).filter(([keyword]) => structure.includes(keyword));
  return {
    ...Object.fromEntries(kept.map(([keyword, value]) => [keyword, shapeOf(value)])),
    ...(properties === undefined ? {} : { properties: shapesIn(properties) }),
    ...(patternProperties === undefined ? {} : { patternProperties: shapesIn(patternProperties as object) }),
    ...((required ?? []).length === 0 ? {} : { required: required?.toSorted() }),
  };
}

function shapesIn(schemas: object): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)]));
}
