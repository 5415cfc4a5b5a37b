import { isJsonObject, type JsonObject, stringifyJson, textAt } from "@capstan/kube";
import { invalidAt, unsupported } from "../status/field-error.ts";
import { goTypeMetaProblem } from "../decoding/type-meta.ts";
import { parseBody } from "../decoding/decode.ts";
import { type DeleteOptions } from "../deletion/deleter.ts";
import { queryInteger } from "../request/query.ts";
import { isDryRun, type ResourceRequest } from "../request/request.ts";
import { badRequest, invalid } from "../status/status-error.ts";
import { shape, ShapeError } from "../types/shape.ts";

/** The options of a deletion, from its body and query. @throws StatusError BadRequest, Invalid. */
export function deleteOptions(request: ResourceRequest): DeleteOptions {
  const value = request.body.length === 0 ? {} : (parseBody(request, badRequest).value ?? {});
  const why = goTypeMetaProblem(value);
  if (why !== undefined || !isJsonObject(value)) throw badRequest(why ?? "");
  const kind = textAt(value, "kind") ?? "DeleteOptions";
  if (kind !== "DeleteOptions") {
    const version = stringifyJson(textAt(value, "apiVersion") ?? "v1");
    throw badRequest(
      `no kind ${stringifyJson(kind)} is registered for version ${version} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  return readDeleteOptions(request, typed(value));
}

/** @throws StatusError BadRequest: a field has the wrong type. */
function typed(value: JsonObject): JsonObject {
  try {
    return shape(value, "meta.v1.DeleteOptions");
  } catch (error) {
    throw error instanceof ShapeError ? badRequest(error.message) : error;
  }
}

const optionsName = { group: "meta.k8s.io", name: "DeleteOptions" };

/** @throws StatusError Invalid for any stage but All. */
function checkStagesGiven(stages: unknown): void {
  if (!Array.isArray(stages) || stages.every((stage) => stage === "All")) return;
  throw invalid(optionsName, "", [unsupported("dryRun", stages, ["All"])]);
}

/** @throws StatusError Invalid. */
export function readDeleteOptions(request: ResourceRequest, given: JsonObject): DeleteOptions {
  const { query } = request;
  const preconditions = isJsonObject(given.preconditions) ? given.preconditions : undefined;
  const text = (found: unknown): string | undefined => (typeof found === "string" && found !== "" ? found : undefined);
  const orphan = given.orphanDependents;
  checkStagesGiven(given.dryRun);
  if (typeof orphan === "boolean" && text(given.propagationPolicy) !== undefined) {
    const detail = "orphanDependents and deletionPropagation cannot be both set";
    throw invalid(optionsName, "", [invalidAt("propagationPolicy", given.propagationPolicy, detail)]);
  }
  const policy =
    text(given.propagationPolicy) ??
    query.get("propagationPolicy") ??
    (typeof orphan === "boolean" ? (orphan ? "Orphan" : "Background") : undefined);
  if (policy !== undefined && !["Orphan", "Background", "Foreground"].includes(policy)) {
    const policies = ["Foreground", "Background", "Orphan", "nil"];
    throw invalid(optionsName, "", [unsupported("propagationPolicy", policy, policies)]);
  }
  // In a query, preconditions are separate parameters.
  const uid = text(preconditions?.uid) ?? text(query.get("uid"));
  const resourceVersion = text(preconditions?.resourceVersion) ?? text(query.get("resourceVersion"));
  const grace = given.gracePeriodSeconds ?? queryInteger(query, "gracePeriodSeconds");
  return {
    ...(typeof grace === "number" && Number.isInteger(grace) ? { gracePeriodSeconds: grace } : {}),
    propagationPolicy: policy,
    dryRun: isDryRun(request) || (Array.isArray(given.dryRun) && given.dryRun.includes("All")),
    preconditions: {
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
  };
}
