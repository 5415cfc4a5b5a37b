import { applyMergePatch, isJsonObject, type JsonObject, labelSelectorText, objectAt } from "@capstan/kube";
import { invalidAt } from "../status/field-error.ts";
import { applyRequestedPatch } from "../json-patch/json-patch.ts";
import { checkManager, decodeApplied } from "./apply.ts";
import { parsePatch } from "./patches/parse-patch.ts";
import { type ApiObject, withMetadata } from "../object/api-object.ts";
import { convert } from "../conversion/convert.ts";
import { type ScalePaths, kindName, storageVersion } from "../registry/resource.ts";
import { scales } from "../registry/built-in/built-ins.ts";
import { badRequest, invalid, methodNotAllowed, StatusError } from "../status/status-error.ts";
import { parseBody } from "../decoding/decode.ts";
import { parseJson } from "../decoding/json/parse.ts";
import { getStored } from "./read.ts";
import { type ResourceRequest } from "../request/request.ts";
import { queryFlag } from "../request/query.ts";
import { untilCurrent } from "./write.ts";
import { type WriteContext } from "./write-context.ts";
import { scaleVersion, type Target, targetOf } from "../request/target.ts";
import { valueAt } from "../registry/built-in/rules/field-errors.ts";

/** Reads or writes the number of replicas (autoscaling/v1 Scale). */
export async function scale(context: WriteContext, request: ResourceRequest, paths: ScalePaths): Promise<ApiObject> {
  return untilCurrent(() => scaleOnce(context, request, paths));
}

async function scaleOnce(context: WriteContext, request: ResourceRequest, paths: ScalePaths): Promise<ApiObject> {
  const { resource, version, info } = request;
  const stored = getStored(context.store, request);
  const current = await convert(resource, version, stored);
  if (info.verb === "get") return readScale(current, paths);
  if (info.verb !== "update" && info.verb !== "patch") throw methodNotAllowed();
  const isApplied = info.verb === "patch" && request.contentType === "application/apply-patch+yaml";
  const next = isApplied ? applyScale(context, request, current, paths) : writeScale(request, current, paths);
  const target: Target = {
    ...targetOf(request),
    applied: isApplied,
    shownAs: {
      show: (object) => scaleOf(object, paths),
      take: (object, shown) => withReplicas(object, paths, replicasOf(request, shown)),
    },
  };
  return scaleOf(await context.writer.update(target, stored, next), paths);
}

/** @throws StatusError 500: the object has no number of replicas. */
function readScale(object: ApiObject, paths: ScalePaths): ApiObject {
  if (valueAt(object, steps(paths.specReplicasPath)) !== undefined) return scaleOf(object, paths);
  const message = `Internal error occurred: the spec replicas field "${paths.specReplicasPath}" does not exist`;
  throw new StatusError(500, "InternalError", message, {
    causes: [{ message: message.slice("Internal error occurred: ".length) }],
  });
}

function writeScale(request: ResourceRequest, current: ApiObject, paths: ScalePaths): ApiObject {
  const isUpdate = request.info.verb === "update";
  const given = isUpdate ? parseBody(request).value : patchScale(request, scaleOf(current, paths));
  const next = withReplicas(current, paths, replicasOf(request, given));
  const { resourceVersion, uid } = objectAt(given, "metadata") ?? {};
  return withMetadata(next, {
    ...(typeof resourceVersion === "string" && resourceVersion !== "" ? { resourceVersion } : {}),
    ...(typeof uid === "string" && uid !== "" ? { uid } : {}),
  });
}

/** Applies the replicas to the object itself, where their field owners are recorded. */
function applyScale(
  { management }: WriteContext,
  request: ResourceRequest,
  current: ApiObject,
  paths: ScalePaths,
): ApiObject {
  checkManager(request);
  const given = decodeApplied({ ...request, resource: scales, version: storageVersion(scales) });
  const { apiVersion, kind } = current;
  const count = replicasOf(request, given);
  const applied = withReplicas({ apiVersion, kind, metadata: {} as ApiObject["metadata"] }, paths, count);
  const force = queryFlag(request.query, "force");
  return management.apply({ ...targetOf(request), applied: true }, current, applied, force);
}

function withReplicas(object: ApiObject, { specReplicasPath }: ScalePaths, replicas: number): ApiObject {
  return setAt(object, steps(specReplicasPath), replicas) as ApiObject;
}

function replicasOf({ info, resource }: ResourceRequest, given: unknown): number {
  const replicas = objectAt(given, "spec")?.replicas ?? 0;
  if (typeof replicas !== "number") throw badRequest("spec.replicas of a Scale is a number");
  // For a custom resource, validation finds it.
  if (replicas >= 0 || resource.custom) return replicas;
  const problem = invalidAt("spec.replicas", replicas, "must be greater than or equal to 0");
  throw invalid(kindName(scales), info.name, [problem]);
}

function patchScale(request: ResourceRequest, current: ApiObject): unknown {
  const patch = parsePatch(request, parseJson, "error decoding patch: ").value;
  const isList = request.contentType === "application/json-patch+json";
  return isList ? applyRequestedPatch(current, patch) : applyMergePatch(current, patch);
}

function scaleOf(object: ApiObject, paths: ScalePaths): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const count = (path: string): number => {
    const value = valueAt(object, steps(path));
    return typeof value === "number" ? value : 0;
  };
  const selector = paths.labelSelectorPath === undefined ? undefined : valueAt(object, steps(paths.labelSelectorPath));
  return {
    kind: "Scale",
    apiVersion: scaleVersion,
    metadata: Object.fromEntries(
      Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as ApiObject["metadata"],
    spec: { replicas: count(paths.specReplicasPath) },
    status: { replicas: count(paths.statusReplicasPath), ...selectorOf(selector) },
  };
}

/** Custom resources have it as a string, built-in kinds as a selector or as labels. */
function selectorOf(value: unknown): { selector?: string } {
  if (typeof value === "string") return { selector: value };
  if (!isJsonObject(value)) return {};
  const isSelector = "matchLabels" in value || "matchExpressions" in value;
  if (isSelector) return { selector: labelSelectorText(value) };
  // No one checks whether these are valid labels.
  const pairs = Object.entries(value).map(([key, wanted]) => `${key}=${String(wanted)}`);
  return { selector: pairs.sort().join(",") };
}

function steps(path: string): string[] {
  return path.split(".").filter((step) => step !== "");
}

function setAt(value: unknown, [step, ...rest]: readonly string[], leaf: unknown): unknown {
  if (step === undefined) return leaf;
  const object: JsonObject = isJsonObject(value) ? value : {};
  return { ...object, [step]: setAt(object[step], rest, leaf) };
}
