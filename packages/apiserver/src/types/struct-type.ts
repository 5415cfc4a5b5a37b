import { remembered, rememberedByName } from "../object/remembered.ts";
import generated from "./tables.generated.json" with { type: "json" };

/** A type with its own JSON format, and without fields. */
export type Scalar =
  | "string"
  | "bool"
  | "int32"
  | "int64"
  | "double"
  | "bytes"
  | "time"
  | "microTime"
  | "quantity"
  | "intOrString"
  /** Any JSON object, unchanged. */
  | "raw"
  /** Any JSON value. */
  | "json"
  | "fields"
  /** A list of strings that has its own protobuf message. */
  | "strings"
  | "schemaOrArray"
  | "schemaOrBool"
  | "schemaOrStrings";

export type FieldType =
  | { readonly kind: "scalar"; readonly scalar: Scalar }
  | { readonly kind: "list"; readonly items: FieldType }
  | { readonly kind: "map"; readonly values: FieldType }
  | { readonly kind: "struct"; readonly name: string };

/** A field of a Go struct, in JSON and protobuf. */
export interface Field {
  readonly name: string;
  /** The protobuf field number. */
  readonly number: number;
  readonly type: FieldType;
  /** Whether it is a pointer: an explicit zero differs from an unset field. */
  readonly pointer: boolean;
  /** Omitted from JSON if it is zero; structs never are. */
  readonly omitEmpty: boolean;
  /** Omitted from JSON if it is zero, including structs. */
  readonly omitZero: boolean;
  /** Its fields are inlined into the JSON of the enclosing struct. */
  readonly inline: boolean;
  readonly listType?: string;
  readonly listKeys?: readonly string[];
  readonly patchStrategy?: string;
  readonly mergeKey?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

export interface StructType {
  /** The last two parts of its Go package, and its name: `core.v1.Pod`. */
  readonly name: string;
  /** Whether it is owned as a whole. */
  readonly atomic: boolean;
  /** Whether it states its kind. */
  readonly object: boolean;
  readonly fields: readonly Field[];
}

/** The schemas of CustomResourceDefinitions, which contain themselves. */
export const schemaType = "apiextensions.v1.JSONSchemaProps";

/** A struct type of Kubernetes by name; its line in the tables is parsed on first use. */
export const structType = rememberedByName((name): StructType => {
  const at = name.lastIndexOf(".");
  const group = name.slice(0, at);
  const struct = name.slice(at + 1);
  const line = linesOf(group).get(struct);
  if (line === undefined) throw new Error(`${name} is not a type of the tables.`);
  const [head = "", ...rest] = line.split(" ");
  const parts = rest.length === 0 ? [] : rest.join(" ").split("; ");
  return {
    name,
    atomic: head.includes("@atomic"),
    object: head.includes("@object"),
    fields: parts.map((text) => readField(text, group)),
  };
});

/** The struct types of each Go package of Kubernetes (Apache-2.0), a line each, as build/kinds/type-tables.ts writes them. */
const tables: Readonly<Record<string, readonly string[]>> = generated;

/** The lines of a table, by the names of their structs. */
const linesOf = rememberedByName((group): ReadonlyMap<string, string> => {
  return new Map((tables[group] ?? []).map((line) => [/^\w+/.exec(line)?.[0] ?? "", line]));
});

/** Parses `name number<flags> type`, followed by `@` list type, `~` patch strategy, `|` values, `=` default. */
function readField(text: string, group: string): Field {
  const [name = "", number = "", type = "", ...extras] = text.split(" ");
  const [, digits = "", flags = ""] = /^(\d+)(.*)$/.exec(number) ?? [];
  return {
    name,
    number: Number(digits),
    type: readType(type, group),
    pointer: flags.includes("*"),
    omitEmpty: flags.includes("?"),
    omitZero: flags.includes("z"),
    inline: flags.includes("<"),
    ...extras.map(readExtra).reduce((all, extra) => ({ ...all, ...extra }), {}),
  };
}

function readExtra(extra: string): Partial<Field> {
  const rest = extra.slice(1);
  switch (extra.charAt(0)) {
    case "@": {
      const [, listType = "", keys] = /^(\w+)(?:\((.*)\))?$/.exec(rest) ?? [];
      return { listType, ...(keys === undefined ? {} : { listKeys: keys.split(",") }) };
    }
    case "~": {
      const [patchStrategy = "", mergeKey] = rest.split(":");
      return { patchStrategy, ...(mergeKey === undefined ? {} : { mergeKey }) };
    }
    case "|":
      return { enum: rest.split("|") };
    default:
      return { default: JSON.parse(rest) as unknown };
  }
}

function readType(text: string, group: string): FieldType {
  if (text.startsWith("[]")) return { kind: "list", items: readType(text.slice(2), group) };
  if (text.startsWith("{}")) return { kind: "map", values: readType(text.slice(2), group) };
  if (text.startsWith(".")) return { kind: "struct", name: `${group}${text}` };
  return text.includes(".") ? { kind: "struct", name: text } : { kind: "scalar", scalar: text as Scalar };
}

/** The JSON members of a struct, including those of inlined structs. */
export const memberNames: (type: StructType) => ReadonlySet<string> = remembered(({ fields, object }) => {
  const own = fields.flatMap((field) =>
    field.inline && field.type.kind === "struct" ? [...memberNames(structType(field.type.name))] : [field.name],
  );
  return new Set(object ? ["apiVersion", "kind", ...own] : own);
});
