import fc from "fast-check";

type Json = Readonly<Record<string, unknown>>;

/** Values for paths of a schema, such as `files[].path`, in place of the values that the schema alone would admit. */
export type Overrides = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Strings that mean the same with and without quotes in YAML. */
const words = fc.constantFrom(
  "alpha",
  "beta.example.com",
  "/var/lib/some-thing",
  "registry.example/path",
  "v-1_2.3",
  "user@host",
  "key=value",
  "a,b",
  "ünïcode",
  "x:y",
);

/** Values of a TypeBox schema: each optional field is set half of the time. */
export function arbitraryOf(schema: unknown, overrides: Overrides, path = ""): fc.Arbitrary<unknown> {
  const json = schema as Json;
  const override = overrides[path];
  if (override !== undefined) return override;
  if (Array.isArray(json.anyOf)) {
    const values = (json.anyOf as Json[]).map((branch) => branch.const);
    return fc.constantFrom(...values);
  }
  switch (json.type) {
    case "object":
      return objectOf(json, overrides, path);
    case "array": {
      const minLength = typeof json.minItems === "number" ? json.minItems : 0;
      return fc.array(arbitraryOf(json.items, overrides, `${path}[]`), { minLength, maxLength: 3 });
    }
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Number(json.minimum ?? 0), max: Number(json.maximum ?? 9000) });
    case "string":
      return words;
    default:
      throw new Error(`${path} has no arbitrary`);
  }
}

function objectOf(json: Json, overrides: Overrides, path: string): fc.Arbitrary<unknown> {
  if (json.patternProperties !== undefined) {
    const [values] = Object.values(json.patternProperties as Json);
    return fc.dictionary(words, arbitraryOf(values, overrides, `${path}{}`), { minKeys: 1, maxKeys: 3 });
  }
  const properties = Object.entries(json.properties as Json);
  const required = (json.required as string[] | undefined) ?? [];
  const place = (name: string) => (path === "" ? name : `${path}.${name}`);
  const fields = Object.fromEntries(
    properties.map(([name, property]) => [name, arbitraryOf(property, overrides, place(name))]),
  );
  const least = typeof json.minProperties === "number" ? json.minProperties : 0;
  return fc.record(fields, { requiredKeys: required }).filter((value) => Object.keys(value).length >= least);
}

/** The paths of all leaves in a schema, such as `files[].path`. */
export function leavesOf(schema: unknown, path = ""): string[] {
  const json = schema as Json;
  if (json.type === "array") return leavesOf(json.items, `${path}[]`);
  if (json.type !== "object" || json.properties === undefined) return [path];
  return Object.entries(json.properties as Json).flatMap(([name, property]) =>
    leavesOf(property, path === "" ? name : `${path}.${name}`),
  );
}

/** Whether a value is set at a path. */
export function hasLeaf(value: unknown, place: string): boolean {
  if (place === "") return value !== undefined;
  if (place.startsWith("[]")) {
    return Array.isArray(value) && value.some((item) => hasLeaf(item, place.slice(2).replace(/^\./, "")));
  }
  const [, name = "", rest = ""] = /^([^.[]+)\.?(.*)$/.exec(place) ?? [];
  if (typeof value !== "object" || value === null) return false;
  return name in value && hasLeaf((value as Json)[name], rest);
}
