import { isJsonObject, type JsonObject, without } from "@capstan/kube";
import { kubernetesDescriptions } from "../descriptions/kubernetes-descriptions.ts";
import { type Registry } from "../registry/registry.ts";
import { openApiDocument, servedPaths, typeMeta } from "./openapi.ts";
import { serverVersion } from "./version.ts";

/** `/openapi/v2`: what the documents of v3 say, in one document of the older form. */
export function openApiV2Document(registry: Registry): JsonObject {
  const documents = servedPaths(registry).flatMap((path) => openApiDocument(registry, path) ?? []);
  const definitions = documents.flatMap(({ components }) => Object.entries(components.schemas));
  const paths = documents.flatMap((document) => Object.entries(document.paths));
  return {
    swagger: "2.0",
    info: { title: "Kubernetes", version: serverVersion.gitVersion },
    paths: Object.fromEntries(paths.map(([path, item]) => [path, mapValues(item, operationOf)])),
    definitions: Object.fromEntries(definitions.map(([name, schema]) => [name, definitionOf(schema)])),
  };
}

function operationOf(operation: JsonObject): JsonObject {
  const { parameters, responses, ...rest } = operation as {
    readonly parameters?: readonly { readonly schema: JsonObject }[];
    readonly responses: Readonly<Record<string, { content: Record<string, { schema: JsonObject }> }>>;
  };
  return {
    ...rest,
    ...(parameters === undefined
      ? {}
      : { parameters: parameters.map(({ schema, ...other }) => ({ ...other, ...schema })) }),
    responses: mapValues(responses, ({ content, ...other }) => ({
      ...other,
      schema: schemaOf(content["application/json"]?.schema ?? {}),
    })),
  };
}

const preserves = "x-kubernetes-preserve-unknown-fields";
const kinds = "x-kubernetes-group-version-kind";

/** kubectl takes what the description of a kind leaves out for a mistake: one that keeps unknown fields is not described. */
function definitionOf(schema: JsonObject): JsonObject {
  return schema[preserves] === true ? { type: "object", [kinds]: schema[kinds] } : schemaOf(schema);
}

/** What the older form does not have, or kubectl does not understand there. */
const left = ["allOf", "anyOf", "oneOf", "not", "nullable", "default", "example", "externalDocs"] as const;

/** A schema as the real server rewrites it for the older form. */
function schemaOf(schema: JsonObject): JsonObject {
  const reference = referenceOf(schema);
  if (reference !== undefined) return { ...without(schema, ...left), $ref: reference };
  const isUntyped = schema.nullable === true || (schema[preserves] === true && schema.type === "object");
  const isOpen = schema.nullable === true || schema[preserves] === true;
  const items = isOpen || !isJsonObject(schema.items) ? undefined : schemaOf(schema.items);
  const hasType = schema.type !== undefined && !isUntyped && (schema.type !== "array" || items !== undefined);
  const properties = isOpen ? undefined : propertiesOf(schema);
  const required = requiredOf(schema);
  const { additionalProperties } = schema;
  const rest = without(schema, ...left, "type", "items", "properties", "required", "additionalProperties");
  return {
    ...rest,
    ...(hasType ? { type: schema.type } : isOfSeveralTypes(schema) ? { type: "string" } : {}),
    ...(items === undefined ? {} : { items }),
    ...(properties === undefined ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties: isJsonObject(additionalProperties)
            ? schemaOf(additionalProperties)
            : additionalProperties,
        }),
  };
}

/** A quantity and a number or a string: the older form has one type only. */
function isOfSeveralTypes({ type, oneOf }: JsonObject): boolean {
  return type === undefined && Array.isArray(oneOf) && oneOf.every((one) => isJsonObject(one) && "type" in one);
}

/** Version 3 has a reference that is described in an `allOf`, alone. */
function referenceOf({ allOf, $ref }: JsonObject): string | undefined {
  const [first, ...others] = Array.isArray(allOf) ? (allOf as readonly JsonObject[]) : [];
  const reference = $ref ?? (others.length === 0 ? first?.$ref : undefined);
  return typeof reference === "string" ? reference.replace("#/components/schemas/", "#/definitions/") : undefined;
}

function propertiesOf(schema: JsonObject): JsonObject | undefined {
  const properties = schema.properties as Readonly<Record<string, JsonObject>> | undefined;
  const all = isEmbedded(schema) ? { ...properties, ...embeddedFields() } : properties;
  return all === undefined ? undefined : mapValues(all, schemaOf);
}

/** What is said of the type of an embedded object, Kubernetes says of custom resources alone. */
function embeddedFields() {
  const { metadata } = typeMeta(kubernetesDescriptions());
  return { apiVersion: { type: "string" }, kind: { type: "string" }, metadata };
}

/** One that keeps unknown fields is not described. */
function isEmbedded(schema: JsonObject): boolean {
  return schema["x-kubernetes-embedded-resource"] === true && schema[preserves] !== true;
}

/** The older form has no null: what may be null is not required. */
function requiredOf(schema: JsonObject): readonly string[] {
  const { required, properties, additionalProperties } = schema;
  if (isJsonObject(additionalProperties) && additionalProperties.nullable === true) return [];
  const described = (properties ?? {}) as Readonly<Record<string, JsonObject>>;
  const stated = (required ?? []) as readonly string[];
  const names = stated.filter((name) => described[name]?.nullable !== true);
  return isEmbedded(schema) ? [...new Set([...names, "kind", "apiVersion"])] : names;
}

function mapValues<From, To>(object: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}
