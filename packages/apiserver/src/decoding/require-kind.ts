import { apiVersionOf, groupVersionOf, type JsonObject, textAt } from "@capstan/kube";
import { shape, ShapeError } from "../types/shape.ts";
import { typeOfKind } from "../registry/built-in/kind-types.ts";
import { goPackage } from "../registry/resource.ts";
import { badRequest, type StatusError } from "../status/status-error.ts";

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
