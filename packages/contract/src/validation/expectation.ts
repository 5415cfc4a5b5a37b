import { type ErrorObject } from "ajv";

const counted: Readonly<Record<string, string>> = { Length: "characters", Items: "items", Properties: "fields" };

/** What ajv wanted where it found an error, in words: `at least 1 characters`, `one of a, b`. */
export function expectationOf(error: ErrorObject): string {
  const parameters = error.params as Readonly<Record<string, unknown>>;
  const [, bound, what] = /^(min|max)(Length|Items|Properties)$/.exec(error.keyword) ?? [];
  if (what !== undefined) {
    return `at ${bound === "min" ? "least" : "most"} ${text(parameters.limit)} ${counted[what] ?? ""}`;
  }
  switch (error.keyword) {
    case "type":
      return withArticle(text(parameters.type));
    case "enum":
      return `one of ${(parameters.allowedValues as unknown[]).map(text).join(", ")}`;
    case "pattern":
      return `text matching ${text(parameters.pattern)}`;
    case "format":
      return `a value of format ${text(parameters.format)}`;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `a number ${text(parameters.comparison)} ${text(parameters.limit)}`;
    case "anyOf":
    case "oneOf":
      return alternatives(error.schema);
    default:
      return error.message ?? error.keyword;
  }
}

function alternatives(branches: unknown): string {
  const fields = Array.isArray(branches)
    ? (branches as { required?: string[] }[]).flatMap((branch) => branch.required ?? [])
    : [];
  return fields.length > 0 ? `at least one of ${fields.join(", ")}` : "one of the allowed forms";
}

function withArticle(noun: string): string {
  return /^[aio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
