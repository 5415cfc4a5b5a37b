import { isJsonObject, type JsonObject, labelSelectorText, objectAt } from "@capstan/kube";
import { applyMergePatch } from "./patches/merge-patch.ts";
import { parsePatch } from "./patches/parse-patch.ts";
import { type ApiObject } from "../object/api-object.ts";
import { convert } from "../conversion/convert.ts";
import { type ScalePaths } from "../registry/resource.ts";
import { badRequest, methodNotAllowed } from "../status/status-error.ts";
import { parseBody } from "../decoding/decode.ts";
import { parseJson } from "../decoding/json/parse.ts";
import { getStored } from "./read.ts";
import { type ResourceRequest } from "../request/request.ts";
import { untilCurrent } from "./write.ts";
import { type WriteContext } from "./write-context.ts";
import { targetOf } from "../request/target.ts";

/** Reads or changes the number of replicas (autoscaling/v1 Scale). */
export async function scale(context: WriteContext, request: ResourceRequest, paths: ScalePaths): Promise<ApiObject> {
  return untilCurrent(() => scaleOnce(context, request, paths));
}

async function scaleOnce(
  { store, writer }: WriteContext,
  request: ResourceRequest,
  paths: ScalePaths,
): Promise<ApiObject> {
  const { resource, version, info } = request;
  const stored = getStored(store, request);
  const current = await convert(resource, version, stored);
  if (info.verb === "get") return scaleOf(current, paths);
  if (info.verb !== "update" && info.verb !== "patch") throw methodNotAllowed();
  const given = info.verb === "update" ? parseBody(request).value : patchScale(request, scaleOf(current, paths));
  const replicas = objectAt(given, "spec")?.replicas ?? 0;
  if (typeof replicas !== "number") throw badRequest("spec.replicas of a Scale is a number");
  const next = setAt(current, steps(paths.specReplicasPath), replicas) as ApiObject;
  const target = { ...targetOf(request), subresource: "" };
  return scaleOf(await writer.update(target, stored, next), paths);
}

function patchScale(request: ResourceRequest, current: ApiObject): unknown {
  if (
    request.contentType !== "application/merge-patch+json" &&
    request.contentType !== "application/strategic-merge-patch+json"
  ) {
    throw badRequest(`a Scale is patched by application/merge-patch+json, not ${request.contentType}`);
  }
  return applyMergePatch(current, parsePatch(request, parseJson).value);
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
    apiVersion: "autoscaling/v1",
    metadata: Object.fromEntries(
      Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as ApiObject["metadata"],
    spec: { replicas: count(paths.specReplicasPath) },
    status: { replicas: count(paths.statusReplicasPath), ...selectorOf(selector) },
  };
}

/** Custom resources have it as a string, built-in kinds as a selector, or as the labels themselves. */
function selectorOf(value: unknown): { selector?: string } {
  if (typeof value === "string") return { selector: value };
  if (!isJsonObject(value)) return {};
  const isSelector = "matchLabels" in value || "matchExpressions" in value;
  return { selector: labelSelectorText(isSelector ? value : { matchLabels: value as Record<string, string> }) };
}

function steps(path: string): string[] {
  return path.split(".").filter((step) => step !== "");
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((current, step) => (isJsonObject(current) ? current[step] : undefined), value);
}

function setAt(value: unknown, [step, ...rest]: readonly string[], leaf: unknown): unknown {
  if (step === undefined) return leaf;
  const object: JsonObject = isJsonObject(value) ? value : {};
  return { ...object, [step]: setAt(object[step], rest, leaf) };
}
