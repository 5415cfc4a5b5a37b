import { isJsonObject, type JsonObject } from "@capstan/kube";
import { additionalSchema, type Schema } from "../schema/schema.ts";
import { type FieldError, forbiddenAt, invalidAt, required, unsupported } from "../status/field-error.ts";
import { atLeastZero, isEmbedded } from "../rules/rule-types.ts";
import { listProblems } from "./list-problems.ts";
import { ruleTextProblems } from "./rule-text-problems.ts";

/** Rules that can be compiled, because their schema is valid. */
export interface RuleSite {
  readonly schema: Schema;
  readonly path: string;
  readonly isRoot: boolean;
  /** The maximum number of values in an object; undefined if it has no bound. */
  readonly occurrences: number | undefined;
  /** The part of oldSelf that cannot be correlated. */
  readonly uncorrelated: string | undefined;
}

/** The surroundings of a schema. */
interface Surroundings {
  readonly isRoot: boolean;
  readonly inMetadata: boolean;
  readonly noDefaults: string | undefined;
  readonly uncorrelated: string | undefined;
  readonly occurrences: number | undefined;
  /** Whether rules are allowed here. */
  readonly rules: boolean;
}

export interface OpenApiFindings {
  readonly problems: readonly FieldError[];
  readonly sites: readonly RuleSite[];
}

const root: Surroundings = {
  isRoot: true,
  inMetadata: false,
  noDefaults: undefined,
  uncorrelated: undefined,
  occurrences: 1,
  rules: true,
};

/** Validates a schema against the rules of CRDs, and finds its compilable rules. */
export function openApiProblems(schema: Schema, path: string): OpenApiFindings {
  return visit(schema, path, root);
}

function visit(schema: Schema, path: string, around: Surroundings): OpenApiFindings {
  const below = partsOf(schema, path, around).map(({ part, at, within }) => visit(part, at, within));
  const problems = [
    ...standardProblems(schema, path, around),
    ...below.flatMap((found) => found.problems),
    ...listProblems(schema, path),
    ...ruleTextProblems(schema, path),
  ];
  const sites = below.flatMap((found) => found.sites);
  const isSite = problems.length === 0 && around.rules && (schema["x-kubernetes-validations"] ?? []).length > 0;
  const { isRoot, occurrences, uncorrelated } = around;
  return { problems, sites: isSite ? [...sites, { schema, path, isRoot, occurrences, uncorrelated }] : sites };
}

interface Part {
  readonly part: Schema;
  readonly at: string;
  readonly within: Surroundings;
}

const metaFields = new Set(["metadata", "kind", "apiVersion"]);

function partsOf(schema: Schema, path: string, around: Surroundings): Part[] {
  const parts: Part[] = [];
  const inner = { ...around, isRoot: false, occurrences: occurrencesIn(schema, around) };
  const additional = additionalSchema(schema);
  if (additional !== undefined) {
    const noDefaults = around.inMetadata
      ? "inside additionalProperties applying to object metadata"
      : around.noDefaults;
    parts.push({ part: additional, at: `${path}.additionalProperties`, within: { ...inner, noDefaults } });
  }
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    const isMeta = (around.isRoot || isEmbedded(schema)) && metaFields.has(key);
    const within = {
      ...inner,
      inMetadata: around.inMetadata || isMeta,
      noDefaults: isMeta && around.isRoot ? `in top-level ${key}` : around.noDefaults,
    };
    parts.push({ part, at: `${path}.properties[${key}]`, within });
  }
  const nested = { ...inner, rules: false };
  if (schema.not !== undefined) parts.push({ part: schema.not, at: `${path}.not`, within: nested });
  for (const key of ["allOf", "oneOf", "anyOf"] as const) {
    for (const [index, part] of (schema[key] ?? []).entries()) {
      parts.push({ part, at: `${path}.${key}[${index}]`, within: nested });
    }
  }
  if (schema.items !== undefined && !Array.isArray(schema.items)) {
    const isMap = schema["x-kubernetes-list-type"] === "map";
    const uncorrelated = around.uncorrelated ?? (isMap ? undefined : path);
    parts.push({ part: schema.items, at: `${path}.items`, within: { ...inner, uncorrelated } });
  }
  return parts;
}

function occurrencesIn(schema: Schema, { occurrences }: Surroundings): number | undefined {
  let factor: number | undefined = 1;
  if (schema.type === "object" && schema.additionalProperties !== undefined) factor = atLeastZero(schema.maxProperties);
  if (schema.type === "array") factor = atLeastZero(schema.maxItems);
  return occurrences === undefined || factor === undefined ? undefined : occurrences * factor;
}

const types = ["array", "boolean", "integer", "number", "object", "string"];
const unsupportedKeys = ["id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref"];

function standardProblems(schema: Schema, path: string, around: Surroundings): FieldError[] {
  const problems: FieldError[] = [];
  const { type = "", properties = {} } = schema;
  if (type !== "" && !types.includes(type)) problems.push(unsupported(`${path}.type`, type, types));
  if (schema.default !== undefined && around.noDefaults !== undefined) {
    problems.push(forbiddenAt(`${path}.default`, `must not be set ${around.noDefaults}`));
  }
  const raw = schema as JsonObject;
  for (const key of unsupportedKeys) {
    if (isStated(raw[key])) problems.push(forbiddenAt(`${path}.${key}`, `${key} is not supported`));
  }
  if (type === "null") {
    problems.push(forbiddenAt(`${path}.type`, "type cannot be set to null, use nullable as an alternative"));
  }
  if (Array.isArray(schema.items)) {
    problems.push(forbiddenAt(`${path}.items`, "items must be a schema object and not an array"));
  }
  if (around.inMetadata && isEmbedded(schema)) {
    problems.push(forbiddenAt(`${path}.x-kubernetes-embedded-resource`, "must not be used inside of resource meta"));
  }
  if (schema.uniqueItems === true) {
    const detail = "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    problems.push(forbiddenAt(`${path}.uniqueItems`, detail));
  }
  const closed = schema.additionalProperties !== undefined && schema.additionalProperties !== true;
  if (closed && Object.keys(properties).length > 0) {
    const detail = "additionalProperties and properties are mutual exclusive";
    problems.push(forbiddenAt(`${path}.additionalProperties`, detail));
  }
  return [...problems, ...mapProblems(schema, path)];
}

function isStated(value: unknown): boolean {
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "" && value !== false;
}

function mapProblems(schema: Schema, path: string): FieldError[] {
  const problems: FieldError[] = [];
  const { type = "" } = schema;
  const mapType: string | undefined = schema["x-kubernetes-map-type"];
  if (schema["x-kubernetes-preserve-unknown-fields"] === false) {
    problems.push(invalidAt(`${path}.x-kubernetes-preserve-unknown-fields`, false, "must be true or undefined"));
  }
  if (mapType === undefined) return problems;
  const detail = "must be object if x-kubernetes-map-type is specified";
  if (type === "") problems.push(required(`${path}.type`, detail));
  else if (type !== "object") problems.push(invalidAt(`${path}.type`, type, detail));
  if (mapType !== "atomic" && mapType !== "granular") {
    problems.push(unsupported(`${path}.x-kubernetes-map-type`, mapType, ["atomic", "granular"]));
  }
  return problems;
}
