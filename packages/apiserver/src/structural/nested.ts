import { goPatternProblem, jsonEqual } from "@capstan/kube";
import { additionalSchema, type Schema } from "../schema/schema.ts";
import { type FieldError, forbiddenAt, invalidAt } from "../status/field-error.ts";

/** Keywords that a part of a logical combination must not have, with their messages. */
const outside: readonly (readonly [string, string, (schema: Schema) => boolean])[] = [
  ["type", "must be empty to be structural", ({ type = "" }) => type !== ""],
  ["additionalProperties", "must be undefined to be structural", (schema) => additionalSchema(schema) !== undefined],
  ["default", "must be undefined to be structural", ({ default: value }) => value !== undefined],
  ["title", "must be empty to be structural", ({ title = "" }) => title !== ""],
  ["description", "must be empty to be structural", ({ description = "" }) => description !== ""],
  ["nullable", "must be false to be structural", ({ nullable }) => nullable === true],
  ...(
    ["x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"] as const
  ).map((key) => [key, "must be false to be structural", (schema: Schema) => schema[key] === true] as const),
  [
    "x-kubernetes-list-map-keys",
    "must be empty to be structural",
    (schema) => isStated(schema["x-kubernetes-list-map-keys"]),
  ],
  [
    "x-kubernetes-list-type",
    "must be undefined to be structural",
    (schema) => schema["x-kubernetes-list-type"] !== undefined,
  ],
  [
    "x-kubernetes-map-type",
    "must be undefined to be structural",
    (schema) => schema["x-kubernetes-map-type"] !== undefined,
  ],
  [
    "x-kubernetes-validations",
    "must be empty to be structural",
    (schema) => isStated(schema["x-kubernetes-validations"]),
  ],
];

function isStated(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

const intOrString = [{ type: "integer" }, { type: "string" }];

/**
 * Reports keywords in allOf, anyOf, oneOf or not that only the enclosing schema may have.
 *
 * @param union - whether its anyOf belongs to an int-or-string, and may set types.
 */
export function nestedProblems(schema: Schema, path: string, union = false): FieldError[] {
  const { properties = {}, items } = schema;
  const problems = nestedCombinations(schema, path, union);
  if (items !== undefined) problems.push(...nestedProblems(items, `${path}.items`));
  for (const [key, property] of Object.entries(properties)) {
    problems.push(...nestedProblems(property, `${path}.properties[${key}]`));
  }
  for (const [key, detail, states] of outside) if (states(schema)) problems.push(forbiddenAt(`${path}.${key}`, detail));
  if (Object.hasOwn(properties, "metadata")) {
    problems.push(forbiddenAt(`${path}.properties[metadata]`, "must not be specified in a nested context"));
  }
  return problems;
}

/** The parts of a schema's combinations, and its pattern. */
export function nestedCombinations(schema: Schema, path: string, union = isIntOrString(schema)): FieldError[] {
  const { anyOf = [], allOf = [], oneOf = [], not } = schema;
  return [
    ...(union ? [] : anyOf.flatMap((part, index) => nestedProblems(part, `${path}.anyOf[${index}]`))),
    ...allOf.flatMap((part, index) => nestedProblems(part, `${path}.allOf[${index}]`)),
    ...oneOf.flatMap((part, index) => nestedProblems(part, `${path}.oneOf[${index}]`)),
    ...(not === undefined ? [] : nestedProblems(not, `${path}.not`)),
    ...patternProblems(schema, path),
  ];
}

export function isIntOrString({ anyOf }: Schema): boolean {
  return jsonEqual(anyOf, intOrString);
}

/** Reports a pattern that Go cannot parse. */
function patternProblems({ pattern = "" }: Schema, path: string): FieldError[] {
  const problem = goPatternProblem(pattern);
  if (problem === undefined) return [];
  return [invalidAt(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${problem}`)];
}
