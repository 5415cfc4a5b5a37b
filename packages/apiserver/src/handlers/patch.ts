import { applyMergePatch, without } from "@capstan/kube";
import { parseJson, withoutDuplicates } from "../decoding/json/parse.ts";
import { type ApiObject } from "../object/api-object.ts";
import { rootSchema } from "../schema/typed-value.ts";
import { applyRequestedPatch } from "../json-patch/json-patch.ts";
import { mergedProblem, type PatchProblem, strategicProblem } from "./patches/patch-problem.ts";
import { applyStrategicMergePatch } from "./patches/strategic-merge-patch.ts";
import { convert } from "../conversion/convert.ts";
import { badRequest, invalid, nameless, StatusError, unsupportedMediaType } from "../status/status-error.ts";
import { applyObject } from "./apply.ts";
import { admitObject } from "../decoding/decode.ts";
import { getStored } from "./read.ts";
import { type ResourceRequest } from "../request/request.ts";
import { inNamespace, type WriteContext } from "./write-context.ts";
import { targetOf } from "../request/target.ts";
import { kindName } from "../registry/resource.ts";
import { parsePatch, type Patched, requireMap } from "./patches/parse-patch.ts";

/** Patches an object with any type of patch; server-side apply may create it. */
export async function patchObject(context: WriteContext, request: ResourceRequest): Promise<Patched> {
  if (request.contentType === "application/apply-patch+yaml") return applyObject(context, request);
  const { store, writer } = context;
  const { resource, version } = request;
  checkMediaType(request);
  const stored = getStored(store, request);
  const current = await convert(resource, version, stored);
  const { value, problem } = applyTo(request, current);
  const patched = admitObject(request, value, withoutDuplicates, problem);
  checkIdentity(request, patched, current);
  return { object: await writer.update(targetOf(request), stored, inNamespace(request, patched)), created: false };
}

const custom = ["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"];

/** The result of a patch, and how to report that it does not fit its kind. */
function applyTo(request: ResourceRequest, current: ApiObject): { value: unknown; problem: PatchProblem } {
  const isStrategic = request.contentType === "application/strategic-merge-patch+json";
  const prefix = isStrategic ? "" : "error decoding patch: ";
  const patch = parsePatch(request, parseJson, prefix).value;
  if (patch === null && request.contentType === "application/merge-patch+json") throw badRequest("Invalid JSON Patch");
  if (isStrategic) {
    // It is decoded into the type of the object, whatever type it states.
    const ofObject = without(requireMap(patch, prefix), "apiVersion", "kind");
    const value = applyStrategicMergePatch(current, ofObject, rootSchema(request.version.schema));
    return { value, problem: strategicProblem(patch) };
  }
  const value =
    request.contentType === "application/json-patch+json"
      ? applyRequestedPatch(current, patch)
      : applyMergePatch(current, requireMap(patch, prefix));
  return { value, problem: mergedProblem(current, value, request.resource.custom) };
}

function checkMediaType({ contentType, resource }: ResourceRequest): void {
  const strategic = "application/strategic-merge-patch+json";
  if (custom.includes(contentType) || (contentType === strategic && !resource.custom)) return;
  if (contentType === strategic) throw unsupportedMediaType(custom);
  throw new StatusError(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
}

/** A patch may omit the identity of the object, but not change it. */
function checkIdentity({ info, resource }: ResourceRequest, { metadata }: ApiObject, current: ApiObject): void {
  const { uid = "" } = metadata;
  if (uid !== "" && uid !== current.metadata.uid) {
    const immutable = {
      type: "Invalid value",
      field: "metadata.uid",
      value: uid,
      detail: "field is immutable",
    } as const;
    throw invalid(kindName(resource), info.name, [immutable, immutable]);
  }
  const name = metadata.name as string | undefined;
  if (name === info.name) return;
  if (name === undefined || name === "") {
    throw nameless(info.name);
  }
  throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${info.name})`);
}
