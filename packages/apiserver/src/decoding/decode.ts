import { apiVersionOf, isJsonObject, type JsonObject, stringifyJson, textAt } from "@capstan/kube";
import { goQuote } from "../go/go-quote.ts";
import { protobufType } from "../protobuf/envelope.ts";
import { parseProtobuf, shownBytes } from "./parse-protobuf.ts";
import { isTooDeep, maxDepth } from "./json/depth.ts";
import { goTypeMetaProblem, requireKind } from "./type-meta.ts";
import { ParseError, type Parsed, parseJson, parseYaml, withoutDuplicates } from "./json/parse.ts";
import { type ApiObject, type ObjectMeta } from "../object/api-object.ts";
import { complete } from "../registry/complete.ts";
import { ShapeError } from "../types/shape.ts";
import { applyDefaults } from "../schema/default.ts";
import { objectMetaSchema } from "../schema/object-meta-schema.ts";
import { prune } from "../schema/prune.ts";
import { validate } from "../schema/validate.ts";
import { badRequest, invalid, StatusError, unsupportedMediaType } from "../status/status-error.ts";
import { type ResourceRequest } from "../request/request.ts";

type Duplicates = Omit<Parsed, "value">;

const accepted = ["application/json", "application/yaml", protobufType];

/**
 * The object in a request's body, with its kind checked, unknown fields removed and defaults set.
 *
 * @throws StatusError BadRequest, UnsupportedMediaType.
 */
export function decodeObject(request: ResourceRequest): ApiObject {
  const { value, ...duplicates } = parseBody(request);
  return admitObject(request, value, duplicates);
}

/**
 * Like {@link decodeObject}, for the result of a patch.
 *
 * @param problem - reports wrong types or unknown fields.
 */
export function admitObject(
  request: ResourceRequest,
  value: unknown,
  duplicates: Duplicates = withoutDuplicates,
  problem?: DecodingProblem,
): ApiObject {
  const { resource, version } = request;
  if (value === null && !resource.custom) return admitObject(request, {}, duplicates);
  const report = problem ?? handlingProblem(request);
  if (!isJsonObject(value)) throw unreadable(request, goTypeMetaProblem(value) ?? "");
  // A series of patches may each increase the depth.
  if (isTooDeep(value)) throw badRequest(`the object provided exceeded max depth ${maxDepth}`);
  const typed = checkKind(request, value, problem);
  if (!resource.custom) return admitBuiltIn(request, typed, duplicates, report);
  const metadata = checkMetadataTypes(request, typed.metadata);
  const unknown: string[] = [];
  const pruned = prune({ ...typed, metadata }, version.schema, unknown) as ApiObject;
  reportFields(request, unknown, duplicates, report);
  return applyDefaults(pruned, version.schema) as ApiObject;
}

function admitBuiltIn(
  request: ResourceRequest,
  value: JsonObject,
  duplicates: Duplicates,
  problem: DecodingProblem,
): ApiObject {
  const unknown: string[] = [];
  const object = completeObject(request, value, unknown, problem);
  reportFields(request, unknown, duplicates, problem);
  return object;
}

type DecodingProblem = (error: ShapeError | string) => StatusError;

function handlingProblem({ resource: { kind }, version }: ResourceRequest): DecodingProblem {
  return (error) => {
    const detail = typeof error === "string" ? error : error.message;
    return badRequest(`${kind} in version "${version.name}" cannot be handled as a ${kind}: ${detail}`);
  };
}

/**
 * Completes an object of a built-in kind with defaults.
 *
 * @throws StatusError BadRequest: a field has the wrong type.
 */
export function completeObject(
  request: ResourceRequest,
  value: JsonObject,
  unknown: string[] = [],
  problem = handlingProblem(request),
): ApiObject {
  try {
    return complete(request.resource, request.version, value, unknown);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    throw problem(error);
  }
}

/** @param problem - reports that it is not JSON. */
export function parseBody(
  request: ResourceRequest,
  problem = (why: string): StatusError => unreadable(request, why),
): Parsed {
  const text = request.body.toString("utf8");
  switch (request.contentType) {
    case "":
    case "application/json":
    case "*/*":
      return guard(problem, "couldn't get version/kind; json parse error: ", () => parseJson(text));
    case "application/yaml":
    case "text/yaml":
      return guard(problem, "", () => parseYaml(text));
    case protobufType:
      if (isCustomObject(request)) break;
      return { value: parseProtobuf(request), ...withoutDuplicates };
  }
  throw unsupportedMediaType(request.resource.custom ? accepted.slice(0, 2) : accepted);
}

/** Whether a request has an object of a custom resource, which has no protobuf format; options and scales have one. */
function isCustomObject({ resource, info }: ResourceRequest): boolean {
  return resource.custom && ["", "status"].includes(info.subresource) && !info.verb.startsWith("delete");
}

function guard(problem: (why: string) => StatusError, prefix: string, parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw problem(`${prefix}${error.message}`);
  }
}

function unreadable({ resource, body }: ResourceRequest, why: string): StatusError {
  return badRequest(
    `the object provided is unrecognized (must be of type ${resource.kind}): ${why} (${shownBytes(body)})`,
  );
}

/** @param problem - reports the result of a patch. */
function checkKind(request: ResourceRequest, value: JsonObject, problem: DecodingProblem | undefined): JsonObject {
  const { resource, version } = request;
  const apiVersion = apiVersionOf({ group: resource.group, version: version.name });
  if (resource.custom) {
    if (problem === undefined) checkCustomKind(request, value, apiVersion);
    else checkPatchedKind(request, value, apiVersion);
    return { apiVersion, kind: resource.kind, ...value };
  }
  const why = goTypeMetaProblem(value);
  if (why !== undefined) throw problem === undefined ? unreadable(request, why) : problem(why);
  const { group, kind } = resource;
  requireKind(value, { group, kind, versions: [version.name] }, problem);
  const typeMeta = { kind, apiVersion };
  return { ...typeMeta, ...value, ...typeMeta };
}

function checkCustomKind(request: ResourceRequest, value: JsonObject, apiVersion: string): void {
  const given = { Kind: value.kind, apiVersion: value.apiVersion };
  for (const field of ["Kind", "apiVersion"] as const) {
    if (given[field] !== undefined && given[field] !== "") continue;
    throw unreadable(request, `Object '${field}' is missing in '${stringifyJson(value)}'`);
  }
  if (given.apiVersion !== apiVersion) {
    const message = `the API version in the data (${String(given.apiVersion)}) does not match the expected API version (${apiVersion})`;
    throw badRequest(message);
  }
  checkPatchedKind(request, value, apiVersion);
}

/** A patch may have changed the kind of an object; validation finds this later. */
function checkPatchedKind(request: ResourceRequest, value: JsonObject, apiVersion: string): void {
  const { resource } = request;
  const wanted = { kind: resource.kind, apiVersion };
  for (const field of ["apiVersion", "kind"] as const) {
    if (textAt(value, field) === undefined || textAt(value, field) === "") throw noTypeInside(field);
  }
  const errors = (["kind", "apiVersion"] as const)
    .filter((field) => value[field] !== wanted[field])
    .map(
      (field) => ({ type: "Invalid value", field, value: value[field], detail: `must be ${wanted[field]}` }) as const,
    );
  const name = textAt(value, "metadata", "name") ?? "";
  if (value.apiVersion !== apiVersion) {
    // A version that does not exist has no fields.
    const fields = Object.keys(value).filter((field) => !["apiVersion", "kind", "metadata"].includes(field));
    request.warnings.push(...fields.map((field) => `unknown field ${goQuote(field)}`));
  }
  if (errors.length > 0) throw invalid({ group: resource.group, name: String(value.kind) }, name, errors);
}

function noTypeInside(field: "apiVersion" | "kind"): StatusError {
  const missing = field === "kind" ? "Kind" : field;
  const message = `Object '${missing}' is missing in 'object has no ${field} field'`;
  return new StatusError(500, "InternalError", `Internal error occurred: ${message}`, { causes: [{ message }] });
}

const goTypes: Record<string, string> = {
  array: "array",
  boolean: "bool",
  integer: "number",
  number: "number",
  object: "object",
  string: "string",
  null: "null",
};

function checkMetadataTypes({ resource, version }: ResourceRequest, value: unknown): ObjectMeta {
  const metadata = isJsonObject(value) ? withoutNulls(value) : {};
  const [error] = validate(metadata, objectMetaSchema, "metadata").filter((found) => found.type === "Type invalid");
  if (error !== undefined) {
    const wanted = / must be of type (\w+)/.exec(error.detail ?? "")?.[1] ?? "string";
    const found = goTypes[String(error.value)] ?? "value";
    const message = `${resource.kind} in version "${version.name}" cannot be handled as a ${resource.kind}: json: cannot unmarshal ${found} into Go struct field ObjectMeta.${fieldOf(error.field)} of type ${wanted}`;
    throw badRequest(message);
  }
  return metadata as ObjectMeta;
}

/** Go names the field of the struct, not its content. */
function fieldOf(path: string): string {
  return path.split(/[.[]/).slice(0, 2).join(".");
}

function withoutNulls(metadata: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
}

/** Reports unknown and duplicate fields as `fieldValidation` requests: Strict fails, Warn warns, Ignore is silent. */
function reportFields(
  request: ResourceRequest,
  unknown: readonly string[],
  duplicates: Duplicates,
  problem: DecodingProblem,
): void {
  if (unknown.length === 0 && duplicates.duplicates.length === 0) return;
  const mode = request.query.get("fieldValidation") ?? "Warn";
  const others = unknown.map((path) => `unknown field ${goQuote(path)}`);
  // The unknown fields of custom resources are known only after the whole document has been read.
  const inOrder = request.resource.custom ? undefined : duplicates.inOrder?.(unknown);
  const strictly = inOrder ?? [...duplicates.strictly, ...others];
  if (mode === "Strict") throw problem(`strict decoding error: ${strictly.join(", ")}`);
  if (mode === "Warn") request.warnings.push(...(inOrder ?? [...duplicates.duplicates, ...others]));
}
