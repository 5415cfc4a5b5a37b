import { type ErrorObject } from "ajv";

type Parameters = Readonly<Record<string, unknown>>;

const counted: Readonly<Record<string, readonly [one: string, more: string]>> = {
  Length: ["character", "characters"],
  Items: ["item", "items"],
  Properties: ["field", "fields"],
};

const bounds: Readonly<Record<string, string>> = {
  minimum: "at least",
  maximum: "at most",
  exclusiveMinimum: "more than",
  exclusiveMaximum: "less than",
};

const formats: Readonly<Record<string, string>> = {
  int32: "an integer of 32 bits",
  int64: "an integer of 64 bits",
  float: "a number of 32 bits",
};

/** The expectation behind an error of ajv, in words: `at least 1 character`, `one of a, b`. */
export function expectationOf(error: ErrorObject): string {
  const parameters = error.params as Parameters;
  const { keyword } = error;
  const [, bound, what] = /^(min|max)(Length|Items|Properties)$/.exec(keyword) ?? [];
  if (what !== undefined) {
    const [one, more] = counted[what] ?? ["", ""];
    return `at ${bound === "min" ? "least" : "most"} ${text(parameters.limit)} ${parameters.limit === 1 ? one : more}`;
  }
  if (bounds[keyword] !== undefined) return `${bounds[keyword]} ${text(parameters.limit)}`;
  switch (keyword) {
    case "type":
      return [parameters.type].flat().map(nounOf).join(" or ");
    case "enum":
      return oneOf(parameters.allowedValues as readonly unknown[]);
    case "multipleOf":
      return `a multiple of ${text(parameters.multipleOf)}`;
    case "pattern":
      return `a string that matches ${String(parameters.pattern)}`;
    case "format":
      return formats[String(parameters.format)] ?? `a string of format ${String(parameters.format)}`;
    case "anyOf":
    case "oneOf":
      return alternatives(keyword, error.schema as readonly Parameters[]);
    case "not":
      return forbidden(error.schema as Parameters);
    case "uniqueItems":
      return "unique items";
    case "x-kubernetes-list-type":
      return withoutDuplicate(parameters.keys as readonly string[]);
    default:
      return `a value that satisfies ${keyword} of the schema`;
  }
}

function nounOf(type: unknown): string {
  if (type === "null") return "null";
  if (type === "array") return "a list";
  return /^[aeio]/.test(String(type)) ? `an ${String(type)}` : `a ${String(type)}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? text(values[0]) : `one of ${values.map(text).join(", ")}`;
}

function alternatives(keyword: "anyOf" | "oneOf", branches: readonly Parameters[]): string {
  const fields = requiredBy(branches);
  const number = keyword === "anyOf" ? "at least one" : "exactly one";
  return fields.length > 0 ? `${number} of ${fields.join(", ")}` : `${number} of the forms that the schema allows`;
}

function forbidden(schema: Parameters): string {
  if (Array.isArray(schema.enum)) return `anything but ${schema.enum.map(text).join(", ")}`;
  const fields = requiredBy([schema]);
  return fields.length > 0 ? `not ${fields.join(" and ")} together` : "a value that the schema allows";
}

function requiredBy(branches: readonly Parameters[]): readonly string[] {
  return branches.flatMap(({ required }) => (Array.isArray(required) ? (required as string[]) : []));
}

function withoutDuplicate(keys: readonly string[]): string {
  return keys.length === 0 ? "unique items" : `items with unique ${keys.join(" and ")}`;
}

/** Omits quotation marks unless the string could be read as something else. */
function text(value: unknown): string {
  return typeof value === "string" && /^[\w./:-]+$/.test(value) && /[a-zA-Z]/.test(value) && !isWord(value)
    ? value
    : JSON.stringify(value);
}

function isWord(value: string): boolean {
  return ["true", "false", "null"].includes(value);
}
