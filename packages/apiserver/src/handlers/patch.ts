import { applyPatch, type Operation } from "rfc6902";
import { isRecord } from "../json/record.ts";
import { ParseError, parseJson, parseYaml, type Parsed } from "../json/parse.ts";
import { type ApiObject } from "../object/api-object.ts";
import { applyMergePatch } from "../patch/merge-patch.ts";
import { convert } from "../registry/conversion.ts";
import { badRequest, StatusError } from "../status/status-error.ts";
import { admitObject } from "./decode.ts";
import { getStored } from "./read.ts";
import { type ResourceRequest } from "./request.ts";
import { inNamespace, targetOf, type WriteContext } from "./write.ts";

/** Changes an object by any of the kinds of patch; server-side apply may create it. */
export function patchObject(
  { store, writer }: WriteContext,
  request: ResourceRequest,
): { object: ApiObject; created: boolean } {
  const { resource, version } = request;
  const stored = getStored(store, request);
  const current = convert(resource, version, stored);
  const patched = admitObject(request, applyTo(request, current));
  checkName(request, patched);
  return { object: writer.update(targetOf(request), stored, inNamespace(request, patched)), created: false };
}

function applyTo(request: ResourceRequest, current: ApiObject): unknown {
  switch (request.contentType) {
    case "application/merge-patch+json":
      return applyMergePatch(current, parsePatch(request, parseJson).value);
    case "application/json-patch+json":
      return applyJsonPatch(current, parsePatch(request, parseJson).value);
    default:
      throw new StatusError(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
  }
}

export function parsePatch(request: ResourceRequest, parse: typeof parseJson | typeof parseYaml): Parsed {
  try {
    return parse(request.body.toString("utf8"));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw badRequest(`error decoding patch: ${error.message}`);
  }
}

function applyJsonPatch(current: ApiObject, operations: unknown): unknown {
  if (!Array.isArray(operations) || !operations.every(isRecord)) {
    throw badRequest("json: cannot unmarshal object into Go value of type jsonpatch.Patch");
  }
  const copy = structuredClone(current);
  const results = applyPatch(copy, operations as unknown as Operation[]);
  const failed = results.findIndex((result) => result !== null);
  if (failed === -1) return copy;
  const operation = operations[failed] as { op?: string; path?: string };
  const why =
    operation.op === "test"
      ? `testing value ${operation.path ?? ""} failed: test failed`
      : `${operation.op ?? ""} operation does not apply: doc is missing path: ${operation.path ?? ""}: missing value`;
  throw new StatusError(422, "Invalid", `the server rejected our request due to an error in our request`, {
    causes: [{ message: why }],
  });
}

function checkName({ info }: ResourceRequest, { metadata }: ApiObject): void {
  if (metadata.name === info.name) return;
  throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${info.name})`);
}
