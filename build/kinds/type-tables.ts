import { listOf, objectOf } from "../data-lines.ts";
import { type GoDefault, type GoFacts, type GoField } from "./facts.ts";
import { type OpenApiSchema, type OpenApiSchemas } from "./served.ts";

/** The struct types of each Go package, one per line, by the name of the package: `core.v1`. */
export function typeTables(facts: GoFacts, schemas: OpenApiSchemas): string {
  const everywhere = defaultsEverywhere(facts);
  const outer = outerSchemas(facts, schemas);
  const tables = new Map<string, string[]>();
  for (const [name, fields] of Object.entries(facts.types).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [group = "", version = "", struct = ""] = name.split(".");
    const schema = schemas.get(name) ?? outer.get(name);
    const isAtomic = schema?.["x-kubernetes-map-type"] === "atomic";
    const marks = `${isAtomic ? "@atomic" : ""}${facts.objects[name] === true ? "@object" : ""}`;
    const parts = fields.map((field) =>
      fieldText(
        field,
        `${group}.${version}`,
        schema?.properties?.[field.name],
        everywhere.get(`${name} ${field.name}`),
      ),
    );
    const table = tables.get(`${group}.${version}`) ?? [];
    table.push(`${struct}${marks} ${parts.join("; ")}`.trim());
    tables.set(`${group}.${version}`, table);
  }
  return objectOf(Object.fromEntries([...tables].map(([name, lines]) => [name, listOf(lines, "  ")])));
}

/** The schemas that describe the fields of inlined structs, by the name of the inner struct. */
function outerSchemas({ types }: GoFacts, schemas: OpenApiSchemas): OpenApiSchemas {
  const inner = Object.entries(types).flatMap(([name, fields]) =>
    fields.filter(({ inline }) => inline === true).map(({ type }) => [type, schemas.get(name)] as const),
  );
  return new Map(inner.flatMap(([type, schema]) => (schema === undefined ? [] : [[type, schema] as const])));
}

/** Defaults that a field has wherever its struct occurs, independent of its siblings. */
export function defaultsEverywhere({ defaults, places, types }: GoFacts): ReadonlyMap<string, unknown> {
  const byField = Map.groupBy(defaults, ({ struct, field }) => `${struct} ${field}`);
  return new Map(
    [...byField].flatMap(([name, found]): [string, unknown][] => {
      const [first] = found;
      if (first === undefined || found.length !== places[first.struct] || !isOne(found)) return [];
      return isShown(first, types) ? [[name, first.value]] : [];
    }),
  );
}

function isOne(found: readonly GoDefault[]): boolean {
  const values = new Set(found.map(({ value, conditional }) => `${JSON.stringify(value)} ${String(conditional)}`));
  return values.size === 1 && found[0]?.conditional !== true;
}

/** Whether a default appears in the server's responses, and is the same every day. */
export function isShown({ struct, field, value }: GoDefault, types: GoFacts["types"]): boolean {
  const found = types[struct]?.find(({ name }) => name === field);
  if (found === undefined || found.type === "time") return false;
  const isEmpty = value === "" || value === 0 || value === false || JSON.stringify(value) === "{}";
  return found.pointer === true || found.omitEmpty !== true || !isEmpty;
}

function fieldText(field: GoField, group: string, schema: OpenApiSchema | undefined, value: unknown): string {
  const { pointer, omitEmpty, omitZero, inline } = field;
  const flags = `${pointer === true ? "*" : ""}${omitEmpty === true ? "?" : ""}${omitZero === true ? "z" : ""}${inline === true ? "<" : ""}`;
  const type = field.type.replace(`${group}.`, ".").replace(/(^|[\]}])\.(\w+)$/, "$1.$2");
  const text = [field.name, `${field.number}${flags}`, type, ...extras(schema)];
  if (value !== undefined) text.push(`=${JSON.stringify(value)}`);
  const line = text.join(" ");
  if (line.includes(";") || text.some((part) => part.includes(" "))) throw new Error(`${line} cannot be written down.`);
  return line;
}

/** How parts are owned and patched, and which values are known. */
function extras(schema: OpenApiSchema | undefined): string[] {
  if (schema === undefined) return [];
  const listType = schema["x-kubernetes-list-type"] ?? schema["x-kubernetes-map-type"];
  const keys = schema["x-kubernetes-list-map-keys"];
  const strategy = schema["x-kubernetes-patch-strategy"];
  const mergeKey = schema["x-kubernetes-patch-merge-key"];
  return [
    ...(listType === undefined ? [] : [`@${listType}${keys === undefined ? "" : `(${keys.join(",")})`}`]),
    ...(strategy === undefined && mergeKey === undefined
      ? []
      : [`~${strategy ?? ""}${mergeKey === undefined ? "" : `:${mergeKey}`}`]),
    ...(schema.enum === undefined ? [] : [`|${schema.enum.join("|")}`]),
  ];
}
