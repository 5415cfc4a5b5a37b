import { parseJson } from "@capstan/kube";
import { DUMP_SCHEMA, dump, intCoreTag } from "js-yaml";

const schema = DUMP_SCHEMA.withTags({
  ...intCoreTag,
  identify: (value: unknown) => typeof value === "bigint" || intCoreTag.identify(value),
});

/** Converts JSON to YAML. */
export function yamlOf(text: string): string {
  return dump(parseJson(text, { integers: "exact" }), { schema });
}

/** Formats JSON on many lines. */
export function prettyJson(text: string): string {
  return JSON.stringify(parseJson(text, { integers: "exact" }), rawIntegers, 2);
}

/** TypeScript has no type for it yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

function rawIntegers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? rawJSON(String(value)) : value;
}
