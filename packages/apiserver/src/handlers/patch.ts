import { isJsonObject } from "@capstan/kube";
import { applyPatch, type Operation } from "rfc6902";
import { ParseError, parseJson, type parseYaml, type Parsed } from "../json/parse.ts";
import { type ApiObject } from "../object/api-object.ts";
import { rootSchema } from "../apply/typed-value.ts";
import { applyMergePatch } from "../patch/merge-patch.ts";
import { applyStrategicMergePatch } from "../patch/strategic-merge-patch.ts";
import { convert } from "../conversion/convert.ts";
import { badRequest, StatusError, unsupportedMediaType } from "../status/status-error.ts";
import { applyObject } from "./apply.ts";
import { admitObject } from "./decode.ts";
import { getStored } from "./read.ts";
import { type ResourceRequest } from "./request.ts";
import { inNamespace, targetOf, type WriteContext } from "./write.ts";

/** An object that a patch has changed, or created. */
export interface Patched {
  readonly object: ApiObject;
  readonly created: boolean;
}

/** Changes an object by any of the kinds of patch; server-side apply may create it. */
export async function patchObject(context: WriteContext, request: ResourceRequest): Promise<Patched> {
  if (request.contentType === "application/apply-patch+yaml") return applyObject(context, request);
  const { store, writer } = context;
  const { resource, version } = request;
  checkMediaType(request);
  const stored = getStored(store, request);
  const current = await convert(resource, version, stored);
  const patched = admitObject(request, applyTo(request, current));
  checkName(request, patched);
  return { object: await writer.update(targetOf(request), stored, inNamespace(request, patched)), created: false };
}

const custom = ["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"];

function applyTo(request: ResourceRequest, current: ApiObject): unknown {
  const { version } = request;
  const parse = (): unknown => parsePatch(request, parseJson).value;
  switch (request.contentType) {
    case "application/merge-patch+json":
      return applyMergePatch(current, parse());
    case "application/json-patch+json":
      return applyJsonPatch(current, parse());
    case "application/strategic-merge-patch+json":
      return applyStrategicMergePatch(current, parse(), rootSchema(version.schema));
    default:
      return current;
  }
}

function checkMediaType({ contentType, resource }: ResourceRequest): void {
  const strategic = "application/strategic-merge-patch+json";
  if (custom.includes(contentType) || (contentType === strategic && !resource.custom)) return;
  if (contentType === strategic) throw unsupportedMediaType(custom);
  throw new StatusError(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
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
  if (!Array.isArray(operations) || !operations.every(isJsonObject)) {
    const found = Array.isArray(operations) ? "array" : typeof operations;
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${found} into Go value of type []handlers.jsonPatchOp`,
    );
  }
  const copy = structuredClone(current);
  const results = applyPatch(copy, operations as unknown as Operation[]);
  if (results.every((result) => result === null)) return copy;
  throw new StatusError(422, "Invalid", "the server rejected our request due to an error in our request", {});
}

function checkName({ info }: ResourceRequest, { metadata }: ApiObject): void {
  if (metadata.name === info.name) return;
  throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${info.name})`);
}
