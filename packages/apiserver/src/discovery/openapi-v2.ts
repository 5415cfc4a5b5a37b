import { isJsonObject, type JsonObject, without } from "@capstan/kube";
import { kubernetesDescriptions } from "../descriptions/kubernetes-descriptions.ts";
import { type Registry } from "../registry/registry.ts";
import { openApiDocument, servedPaths, typeMeta } from "./openapi.ts";
import { serverVersion } from "./version.ts";

/** `/openapi/v2`: the content of the v3 documents in one document of the older format. */
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

/** kubectl reports fields that a kind's schema lacks as mistakes, so a kind that keeps unknown fields has no schema. */
function definitionOf(schema: JsonObject): JsonObject {
  return schema[preserves] === true ? { type: "object", [kinds]: schema[kinds] } : schemaOf(schema);
}

/** Keywords that the older format lacks, or that kubectl does not support in it. */
const left = ["allOf", "anyOf", "oneOf", "not", "nullable", "default", "example", "externalDocs"] as const;

/** A schema as the real server converts it to the older format. */
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

/** A quantity, or a number or string: the older format allows a single type. */
function isOfSeveralTypes({ type, oneOf }: JsonObject): boolean {
  return type === undefined && Array.isArray(oneOf) && oneOf.every((one) => isJsonObject(one) && "type" in one);
}

/** In version 3, a reference with a description is the only item of an `allOf`. */
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

/** Kubernetes describes the type of an embedded object only for custom resources. */
function embeddedFields() {
  const { metadata } = typeMeta(kubernetesDescriptions());
  return { apiVersion: { type: "string" }, kind: { type: "string" }, metadata };
}

/** An object that keeps unknown fields has no schema. */
function isEmbedded(schema: JsonObject): boolean {
  return schema["x-kubernetes-embedded-resource"] === true && schema[preserves] !== true;
}

/** The older format has no null: a nullable field is not required. */
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
