import { apiVersionOf, groupVersionOf, isJsonObject, type JsonObject, textAt, without } from "@capstan/kube";
import { required } from "../status/field-error.ts";
import { type Parsed, parseYaml } from "../decoding/json/parse.ts";
import { sortedJson } from "../object/serialize.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { queryFlag } from "../request/query.ts";
import { convert } from "../conversion/convert.ts";
import { jsonKind } from "../go/go-text.ts";
import { completeObject } from "../decoding/decode.ts";
import { resourceName } from "../registry/resource.ts";
import { badRequest, conflict, invalid, modifiedConflict, nameless, notFound } from "../status/status-error.ts";
import { statedVersion } from "../request/resource-version.ts";
import { type ResourceRequest } from "../request/request.ts";
import { checkTypes } from "./typed-problems.ts";
import { parsePatch, type Patched } from "./patches/parse-patch.ts";
import { inNamespace, type WriteContext } from "./write-context.ts";
import { targetOf } from "../request/target.ts";

/** Server-side apply: merges the applied fields, or creates the object. */
export async function applyObject(
  { store, writer, management }: WriteContext,
  request: ResourceRequest,
): Promise<Patched> {
  const { resource, version, info, query } = request;
  checkManager(request);
  const given = inNamespace(request, decodeApplied(request));
  const target = { ...targetOf(request), applied: true };
  const stored = store.get(resource.id, resource.namespaced ? info.namespace : "", info.name);
  if (stored === undefined && info.subresource !== "") throw notFound(resourceName(resource), info.name);
  checkPreconditions(request, stored, given);
  if (stored === undefined && textAt(given, "metadata", "name") === undefined) throw nameless(info.name);
  const applied = withMetadata(given, { name: info.name });
  const live = stored === undefined ? undefined : await convert(resource, version, stored);
  const merged = withLastApplied(request, management.apply(target, live, applied, queryFlag(query, "force")), applied);
  const filled = completeObject(request, merged);
  if (stored === undefined) {
    const unstored = withMetadata(filled, { resourceVersion: undefined });
    return { object: await writer.create(target, unstored), created: true };
  }
  const { resourceVersion, uid } = stored.metadata;
  const current = withMetadata(filled, { resourceVersion, uid });
  return { object: await writer.update(target, stored, current), created: false };
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** Updates the annotation of a client-side `kubectl apply` when kubectl applies on the server. */
function withLastApplied({ query }: ResourceRequest, merged: ApiObject, applied: ApiObject): ApiObject {
  const { annotations } = merged.metadata;
  if (query.get("fieldManager") !== "kubectl" || (annotations?.[lastApplied] ?? "") === "") return merged;
  const own = without(applied.metadata.annotations ?? {}, lastApplied);
  const bare = withMetadata(applied, {
    annotations: Object.keys(own).length === 0 ? undefined : own,
  });
  return withMetadata(merged, { annotations: { ...annotations, [lastApplied]: `${sortedJson(bare)}\n` } });
}

/** @throws StatusError Invalid: the field manager is missing. */
export function checkManager({ query }: ResourceRequest): void {
  if ((query.get("fieldManager") ?? "") !== "") return;
  const detail = "is required for apply patch";
  throw invalid({ group: "meta.k8s.io", name: "PatchOptions" }, "", [required("fieldManager", detail)]);
}

/** The applied object: of the request's kind, and valid for its schema. */
export function decodeApplied(request: ResourceRequest): ApiObject {
  const { resource, version, info } = request;
  const parsed = parsePatch(request, parseYaml, "error decoding YAML: error converting YAML to JSON: ");
  const { value } = parsed;
  reportDuplicates(request, parsed);
  if (value !== null && !isJsonObject(value)) {
    const why = `json: cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`;
    throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${why}`);
  }
  const apiVersion = apiVersionOf({ group: resource.group, version: version.name });
  const given: JsonObject = isJsonObject(value) ? value : {};
  const stated = { apiVersion: textAt(given, "apiVersion") ?? "/", kind: textAt(given, "kind") ?? "" };
  if (stated.kind !== resource.kind || stated.apiVersion !== apiVersion) {
    const { group, version: statedVersion } = groupVersionOf(stated.apiVersion);
    throw badRequest(`invalid object type: ${group}/${statedVersion}, Kind=${stated.kind}`);
  }
  const metadata = isJsonObject(given.metadata) ? given.metadata : {};
  if (metadata.managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  const name = textAt(metadata, "name") ?? info.name;
  if (name !== info.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${info.name})`);
  }
  const object = { ...given, metadata } as unknown as ApiObject;
  checkTypes(request, object);
  return object;
}

/** @throws StatusError BadRequest: a field is duplicated, and the client requests strict validation. */
function reportDuplicates({ query, warnings }: ResourceRequest, { duplicates, strictly }: Parsed): void {
  const mode = query.get("fieldValidation") ?? "Warn";
  if (mode === "Strict" && strictly.length > 0) {
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${strictly.join(", ")}`);
  }
  if (mode === "Warn") warnings.push(...duplicates);
}

function checkPreconditions(
  { resource, info }: ResourceRequest,
  stored: ApiObject | undefined,
  { metadata }: ApiObject,
): void {
  const name = resourceName(resource);
  if (metadata.uid !== undefined && metadata.uid !== "" && metadata.uid !== stored?.metadata.uid) {
    const why =
      stored === undefined
        ? `uid mismatch: the provided object specified uid ${metadata.uid}, and no existing object was found`
        : `uid mismatch: the provided object specified uid ${metadata.uid}, and the existing object has uid ${stored.metadata.uid ?? ""}`;
    throw conflict(name, info.name, why);
  }
  const asked = statedVersion(metadata);
  if (stored === undefined || asked === "" || asked === stored.metadata.resourceVersion) return;
  throw modifiedConflict(name, info.name);
}
