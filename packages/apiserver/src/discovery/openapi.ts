import { createHash } from "node:crypto";
import { apiVersionOf, type JsonObject } from "@capstan/kube";
import { type Descriptions, kubernetesDescriptions } from "../descriptions/kubernetes-descriptions.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { componentName, describeStruct } from "../types/open-api.ts";
import { serverVersion } from "./version.ts";

const hashes = new WeakMap<Resource, Map<string, string>>();

/** `/openapi/v3`: the paths of all group versions' documents. */
export function openApiIndex(registry: Registry): JsonObject {
  const paths: Record<string, unknown> = {};
  for (const path of servedPaths(registry)) {
    const hash = hashOf(registry, path);
    paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` };
  }
  return { paths };
}

/** Documents of built-in kinds never change, and are long; descriptions of types stay the same while the server runs. */
function hashOf(registry: Registry, path: string): string {
  const [first, ...others] = servedAt(registry, path).map(({ resource }) => resource);
  const known = first === undefined || [first, ...others].some(({ custom }) => custom) ? undefined : hashes.get(first);
  const found = known?.get(path);
  if (found !== undefined) return found;
  const text = JSON.stringify(openApiDocument(registry, path, {}));
  const hash = createHash("sha256").update(text).digest("hex").toUpperCase().slice(0, 32);
  if (first !== undefined) hashes.set(first, new Map(hashes.get(first)).set(path, hash));
  return hash;
}

function servedAt(registry: Registry, path: string): Served[] {
  const [root, ...steps] = path.split("/");
  const [group = "", version = ""] = root === "api" ? ["", steps[0]] : steps;
  return registry.all().flatMap((resource) => {
    const served = resource.versions.find((candidate) => candidate.name === version && candidate.served);
    return resource.group === group && served !== undefined ? [{ resource, version: served }] : [];
  });
}

/** The document of one group version. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: JsonObject;
  /** Operations by path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> };
}

/**
 * The document of one group version; undefined if it is not served.
 *
 * @param path - `api/v1` or `apis/<group>/<version>`.
 * @param descriptions - descriptions of types. Default: those of Kubernetes.
 */
export function openApiDocument(
  registry: Registry,
  path: string,
  descriptions = kubernetesDescriptions(),
): OpenApiDocument | undefined {
  const found = servedAt(registry, path);
  if (found.length === 0) return undefined;
  const schemas: Record<string, JsonObject> = {};
  const components = { schemas, descriptions };
  for (const type of ["meta.v1.ObjectMeta", "meta.v1.ListMeta"]) describeStruct(type, components);
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const one of found) {
    if (one.version.type !== undefined) describeStruct(one.version.type, components);
    const name = schemaName(one.resource, one.version);
    schemas[name] =
      schemas[name] === undefined ? describeCustom(one, descriptions) : describeBuiltIn(one, schemas[name]);
    if (one.resource.custom) schemas[`${name}List`] = describeList(one, descriptions);
    Object.assign(paths, describePaths(one.resource, one.version));
  }
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: serverVersion.gitVersion },
    paths,
    components: { schemas },
  };
}

/** The served group versions, as `api/v1` or `apis/<group>/<version>`. */
export function servedPaths(registry: Registry): string[] {
  const paths = registry
    .all()
    .flatMap(({ group, versions }) =>
      versions
        .filter(({ served }) => served)
        .map(({ name }) => (group === "" ? `api/${name}` : `apis/${group}/${name}`)),
    );
  return [...new Set(paths)];
}

function schemaName({ group, kind }: Resource, { name, type }: ResourceVersion): string {
  return type === undefined ? `${group.split(".").reverse().join(".")}.${name}.${kind}` : componentName(type);
}

/** The fields of every object. */
export function typeMeta(descriptions: Descriptions): Readonly<Record<"apiVersion" | "kind" | "metadata", JsonObject>> {
  const { apiVersion, kind, metadata } = descriptions["io.k8s.api.core.v1.Secret"]?.fields ?? {};
  return {
    apiVersion: { type: "string", ...describedAs(apiVersion) },
    kind: { type: "string", ...describedAs(kind) },
    metadata: { ...referenceTo(componentName("meta.v1.ObjectMeta")), ...describedAs(metadata) },
  };
}

function describedAs(description: string | undefined): JsonObject {
  return description === undefined ? {} : { description };
}

function referenceTo(name: string): JsonObject {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }] };
}

/** A resource with one of its versions. */
interface Served {
  readonly resource: Resource;
  readonly version: ResourceVersion;
}

function describeBuiltIn({ resource, version }: Served, type: JsonObject): JsonObject {
  return { ...type, "x-kubernetes-group-version-kind": [groupVersionKind(resource, version)] };
}

function describeCustom({ resource, version }: Served, descriptions: Descriptions): JsonObject {
  const properties = { ...version.schema.properties, ...typeMeta(descriptions) };
  return { ...version.schema, properties, "x-kubernetes-group-version-kind": [groupVersionKind(resource, version)] };
}

const conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

function describeList({ resource, version }: Served, descriptions: Descriptions): JsonObject {
  const ofList = describedAs(descriptions["io.k8s.api.core.v1.SecretList"]?.fields?.metadata);
  const ofItems = { description: `List of ${resource.plural}. More info: ${conventions}` };
  return {
    type: "object",
    description: `${resource.listKind} is a list of ${resource.kind}`,
    required: ["items"],
    properties: {
      ...typeMeta(descriptions),
      metadata: { ...referenceTo(componentName("meta.v1.ListMeta")), ...ofList },
      items: { type: "array", items: referenceTo(schemaName(resource, version)), ...ofItems },
    },
    "x-kubernetes-group-version-kind": [{ ...groupVersionKind(resource, version), kind: resource.listKind }],
  };
}

function groupVersionKind({ group, kind }: Resource, { name }: ResourceVersion): JsonObject {
  return { group, kind, version: name };
}

const writeParameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => ({
  name,
  in: "query",
  schema: { type: "string", uniqueItems: true },
}));

/** The HTTP methods of a resource's verbs, which also name the operations. */
const methods: Readonly<Record<string, string>> = {
  get: "get",
  create: "post",
  update: "put",
  patch: "patch",
  delete: "delete",
};

/** Enough of the paths to show clients which parameters the server supports. */
function describePaths(resource: Resource, version: ResourceVersion): Record<string, Record<string, JsonObject>> {
  const { group, plural, namespaced } = resource;
  const prefix = `${group === "" ? "/api" : "/apis"}/${apiVersionOf({ group, version: version.name })}`;
  const collection = `${prefix}/${namespaced ? "namespaces/{namespace}/" : ""}${plural}`;
  const operate = operationsOf(resource, version);
  const ofCollection = resource.verbs.includes("create") ? operate(["create"]) : {};
  const below = version.subresources.map(
    ({ name, verbs }) => [`${collection}/{name}/${name}`, operate(verbs)] as const,
  );
  const list = { get: { ...operate(["get"]).get, "x-kubernetes-action": "list" } };
  return {
    ...(namespaced ? { [`${prefix}/${plural}`]: list } : {}),
    [collection]: { ...list, ...ofCollection },
    [`${collection}/{name}`]: operate(resource.verbs.filter((verb) => verb !== "create")),
    ...Object.fromEntries(below),
  };
}

/** The operations of these verbs. */
function operationsOf(resource: Resource, version: ResourceVersion) {
  const kind = { "x-kubernetes-group-version-kind": groupVersionKind(resource, version) };
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${schemaName(resource, version)}` } } };
  const responses = { "200": { description: "OK", content } };
  return (verbs: readonly string[]): Record<string, JsonObject> =>
    Object.fromEntries(
      verbs.flatMap((verb) => {
        const method = methods[verb];
        if (method === undefined) return [];
        const parameters = method === "get" || method === "delete" ? {} : { parameters: writeParameters };
        return [[method, { ...kind, "x-kubernetes-action": method, ...parameters, responses }]];
      }),
    );
}
