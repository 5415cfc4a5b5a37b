import { apiVersionOf, groupVersionOf, isJsonObject, type JsonObject, textAt } from "@capstan/kube";
import { jsonKind } from "../go/go-text.ts";
import { typeOfKind } from "../registry/built-in/kind-types.ts";
import { goPackage } from "../registry/resource.ts";
import { badRequest, type StatusError } from "../status/status-error.ts";
import { shape, ShapeError } from "../types/shape.ts";

const prefix = "couldn't get version/kind; json parse error: ";

/** Why Go cannot decode the type of a value; undefined if it can. */
export function goTypeMetaProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) {
    const typeMeta =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    return `${prefix}json: cannot unmarshal ${jsonKind(value)} into Go value of type ${typeMeta}`;
  }
  const { kind, apiVersion } = value;
  if (kind !== undefined && kind !== null && typeof kind !== "string") {
    return `${prefix}json: cannot unmarshal ${jsonKind(kind)} into Go struct field .kind of type string`;
  }
  if (typeof apiVersion !== "string" || !/\/.*\//.test(apiVersion)) return undefined;
  return `unexpected GroupVersion string: ${apiVersion}`;
}

interface WantedKind {
  readonly group: string;
  /** The first is the default. */
  readonly versions: readonly [string, ...string[]];
  readonly kind: string;
}

/**
 * @param problem - reports the problem, if it is not about a body.
 * @throws StatusError BadRequest: an object has another kind or version than expected.
 */
export function requireKind(
  value: JsonObject,
  { group, versions, kind: wanted }: WantedKind,
  problem?: (why: string) => StatusError,
): void {
  const kind = textAt(value, "kind") ?? wanted;
  const apiVersion = textAt(value, "apiVersion") ?? apiVersionOf({ group, version: versions[0] });
  const isWanted = versions.some((version) => apiVersionOf({ group, version }) === apiVersion);
  if (kind === wanted && isWanted) return;
  const { version } = groupVersionOf(apiVersion);
  const mismatch =
    typeOfKind(apiVersion, kind) === undefined
      ? `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`
      : `converting (${version}.${kind}) to (${goPackage({ group })}.${wanted}): unknown conversion`;
  if (problem !== undefined) throw problem(problemAs(value, typeOfKind(apiVersion, kind)) ?? mismatch);
  throw badRequest(`${kind} in version "${version}" cannot be handled as a ${wanted}: ${mismatch}`);
}

/** The problem of an object with its stated type. */
function problemAs(value: JsonObject, type: string | undefined): string | undefined {
  try {
    if (type !== undefined) shape(value, type);
    return undefined;
  } catch (error) {
    if (error instanceof ShapeError) return error.message;
    throw error;
  }
}
