import { isJsonObject, type JsonObject } from "@capstan/kube";
import { type Parsed, ParseError, type parseJson, type parseYaml } from "../../decoding/json/parse.ts";
import { jsonKind } from "../../go/go-text.ts";
import { type ApiObject } from "../../object/api-object.ts";
import { type ResourceRequest } from "../../request/request.ts";
import { badRequest } from "../../status/status-error.ts";

/** @throws StatusError BadRequest. */
export function parsePatch(
  request: ResourceRequest,
  parse: typeof parseJson | typeof parseYaml,
  prefix: string,
): Parsed {
  try {
    return parse(request.body.toString("utf8"));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw badRequest(`${prefix}${error.message}`);
  }
}

/** @throws StatusError BadRequest: a merge patch is not an object. */
export function requireMap(patch: unknown, prefix: string): JsonObject {
  if (isJsonObject(patch)) return patch;
  // Go decodes it into a map, and null becomes an empty map.
  if (patch === null) return {};
  throw badRequest(`${prefix}json: cannot unmarshal ${jsonKind(patch)} into Go value of type map[string]interface {}`);
}

/** An object that a patch has changed, or created. */
export interface Patched {
  readonly object: ApiObject;
  readonly created: boolean;
}
