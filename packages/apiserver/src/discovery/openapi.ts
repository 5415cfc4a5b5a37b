import { createHash } from "node:crypto";
import { apiVersionOf, isJsonObject, type JsonObject } from "@capstan/kube";
import { rootSchema } from "../schema/typed-value.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";
import { componentName, describeStruct } from "../types/open-api.ts";

const hashes = new WeakMap<Resource, Map<string, string>>();

/** `/openapi/v3`: where each group version is described. */
export function openApiIndex(registry: Registry): JsonObject {
  const paths: Record<string, unknown> = {};
  for (const path of servedPaths(registry)) {
    const hash = hashOf(registry, path);
    paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` };
  }
  return { paths };
}

/** Of built-in kinds the description never changes, and is long. */
function hashOf(registry: Registry, path: string): string {
  const [first, ...others] = servedAt(registry, path).map(({ resource }) => resource);
  const known = first === undefined || [first, ...others].some(({ custom }) => custom) ? undefined : hashes.get(first);
  const found = known?.get(path);
  if (found !== undefined) return found;
  const text = JSON.stringify(openApiDocument(registry, path));
  const hash = createHash("sha256").update(text).digest("hex").toUpperCase().slice(0, 32);
  if (first !== undefined) hashes.set(first, new Map(hashes.get(first)).set(path, hash));
  return hash;
}

function servedAt(registry: Registry, path: string): { resource: Resource; version: ResourceVersion }[] {
  const [root, ...steps] = path.split("/");
  const [group = "", version = ""] = root === "api" ? ["", steps[0]] : steps;
  return registry.all().flatMap((resource) => {
    const served = resource.versions.find((candidate) => candidate.name === version && candidate.served);
    return resource.group === group && served !== undefined ? [{ resource, version: served }] : [];
  });
}

/** The description of one group version, `api/v1` or `apis/<group>/<version>`; undefined if it is not served. */
export function openApiDocument(registry: Registry, path: string): JsonObject | undefined {
  const found = servedAt(registry, path);
  if (found.length === 0) return undefined;
  const schemas: Record<string, unknown> = {};
  describeStruct("meta.v1.ObjectMeta", schemas);
  const paths: Record<string, unknown> = {};
  for (const one of found) {
    if (one.version.type !== undefined) describeStruct(one.version.type, schemas);
    schemas[schemaName(one.resource, one.version)] = describeKind(one.resource, one.version, schemas);
    Object.assign(paths, describePaths(one.resource, one.version));
  }
  return { openapi: "3.0.0", info: { title: "Kubernetes", version: "v1.36.3" }, paths, components: { schemas } };
}

function servedPaths(registry: Registry): string[] {
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

function describeKind(
  resource: Resource,
  version: ResourceVersion,
  described: Readonly<Record<string, unknown>>,
): JsonObject {
  const kinds = { "x-kubernetes-group-version-kind": [groupVersionKind(resource, version)] };
  const known = described[schemaName(resource, version)];
  if (isJsonObject(known)) return { ...known, ...kinds };
  const schema = rootSchema(version.schema);
  const metadata = { allOf: [{ $ref: `#/components/schemas/${componentName("meta.v1.ObjectMeta")}` }] };
  return { ...schema, properties: { ...schema.properties, metadata }, ...kinds };
}

function groupVersionKind({ group, kind }: Resource, { name }: ResourceVersion): JsonObject {
  return { group, kind, version: name };
}

/** Enough of the paths for clients to see which parameters the server understands. */
function describePaths(resource: Resource, version: ResourceVersion): JsonObject {
  const { group, plural, namespaced } = resource;
  const prefix = group === "" ? "/api" : "/apis";
  const collection = `${prefix}/${apiVersionOf({ group, version: version.name })}/${namespaced ? "namespaces/{namespace}/" : ""}${plural}`;
  const kind = { "x-kubernetes-group-version-kind": groupVersionKind(resource, version) };
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${schemaName(resource, version)}` } } };
  const responses = { "200": { description: "OK", content } };
  const parameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => ({
    name,
    in: "query",
    schema: { type: "string", uniqueItems: true },
  }));
  const write = (action: string): JsonObject => ({ ...kind, "x-kubernetes-action": action, parameters, responses });
  return {
    [collection]: { get: { ...kind, "x-kubernetes-action": "list", responses }, post: write("post") },
    [`${collection}/{name}`]: {
      get: { ...kind, "x-kubernetes-action": "get", responses },
      put: write("put"),
      patch: write("patch"),
      delete: { ...kind, "x-kubernetes-action": "delete", responses },
    },
  };
}
