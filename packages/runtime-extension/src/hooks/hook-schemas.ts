import { type SchemaValidator, schemaValidator } from "@capstan/contract";
import { fieldsOf, isJsonObject } from "@capstan/kube";
import facts from "./hooks.generated.json" with { type: "json" };
import type { HookFacts } from "./hook-facts.ts";

const schemas: Readonly<Record<string, object>> = facts.schemas;
/** Each schema is one object wherever it is referred to, so that the validator compiles its places once. */
const resolved = new Map<string, object>();

/** Validates the requests of a hook. Fields of later versions of Cluster API are dropped, as in Go. */
export function requestValidator({ request }: HookFacts): SchemaValidator {
  return schemaValidator(schemaNamed(request));
}

/** Validates the responses of a hook; fields that the core does not know are refused. */
export function responseValidator({ response }: HookFacts): SchemaValidator {
  return schemaValidator(schemaNamed(response), "refused");
}

function schemaNamed(name: string): object {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  const schema = resolve(schemas[name]) as object;
  resolved.set(name, schema);
  return schema;
}

function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (!isJsonObject(value)) return value;
  const { $ref } = fieldsOf(value);
  if (typeof $ref === "string") return schemaNamed($ref);
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, resolve(inner)]));
}
