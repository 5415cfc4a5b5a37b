import { isJsonObject, type JsonObject, listAt, objectAt, parseJson, textAt } from "@capstan/kube";
import { maxDepth } from "../decoding/json/depth.ts";

const group = "admission.k8s.io";
const kind = "AdmissionReview";

/** The answer of a webhook. */
export interface Verdict {
  readonly allowed: boolean;
  /** A JSON patch, as an unparsed string. */
  readonly patch: string;
  readonly patchType: string;
  /** Why it is not allowed: a Status. */
  readonly result: JsonObject | undefined;
  readonly warnings: readonly string[];
}

/** The review, as kube-apiserver sends it. */
export function admissionReview(version: "v1" | "v1beta1", request: JsonObject): JsonObject {
  return { kind, apiVersion: `${group}/${version}`, request };
}

/**
 * Reads the answer to a review.
 *
 * @throws Error worded as in kube-apiserver: it is not the answer to this review.
 */
export function verdictOf(
  answer: string,
  asked: { readonly version: "v1" | "v1beta1"; readonly uid: string; readonly mutating: boolean },
): Verdict {
  const review = readReview(answer, asked.version);
  const response = objectAt(review, "response");
  if (response === undefined) throw new InvalidAnswer("webhook response was absent");
  const patch = Buffer.from(textAt(response, "patch") ?? "", "base64").toString("utf8");
  const stated = textAt(response, "patchType");
  if (asked.version === "v1") checkAnswer(review, response, patch, { ...asked, stated });
  return {
    allowed: response.allowed === true,
    patch: asked.mutating ? patch : "",
    // The older review supports only one type.
    patchType: asked.version === "v1" ? (stated ?? "") : "JSONPatch",
    result: objectAt(response, "status"),
    warnings: listAt(response, "warnings").filter((warning) => typeof warning === "string"),
  };
}

/** The answer could be read, but is not valid. */
export class InvalidAnswer extends Error {}

function readReview(answer: string, version: string): JsonObject {
  const review = parsed(answer);
  const apiVersion = textAt(review, "apiVersion") ?? "";
  // An answer without a kind is accepted.
  if ((textAt(review, "kind") ?? "") === "" && apiVersion === "") return review;
  if (textAt(review, "kind") === kind && apiVersion.startsWith(`${group}/`)) return review;
  throw new Error(
    `no kind "${textAt(review, "kind") ?? ""}" is registered for version "${apiVersion === "" ? version : apiVersion}" in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function parsed(answer: string): JsonObject {
  try {
    const review = parseJson(answer, { depth: maxDepth, integers: "exact" });
    return isJsonObject(review) ? review : {};
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`couldn't get version/kind; json parse error: ${why}`, { cause: error });
  }
}

function checkAnswer(
  review: JsonObject,
  response: JsonObject,
  patch: string,
  asked: { readonly uid: string; readonly mutating: boolean; readonly stated: string | undefined },
): void {
  const { uid, mutating, stated } = asked;
  const given = textAt(response, "uid") ?? "";
  if (given !== uid) {
    throw new InvalidAnswer(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(given)}`);
  }
  const apiVersion = textAt(review, "apiVersion") ?? "";
  if (apiVersion !== `${group}/v1`) {
    const got = `${apiVersion}, Kind=${textAt(review, "kind") ?? ""}`;
    throw new InvalidAnswer(`expected webhook response of ${group}/v1, Kind=${kind}, got ${got}`);
  }
  if (!mutating && patch !== "") throw new InvalidAnswer("validating webhook may not return response.patch");
  if (!mutating && stated !== undefined)
    throw new InvalidAnswer("validating webhook may not return response.patchType");
  if (!mutating) return;
  if (patch !== "" && stated === undefined) {
    throw new InvalidAnswer("webhook returned response.patch but not response.patchType");
  }
  if (patch === "" && stated !== undefined) {
    throw new InvalidAnswer("webhook returned response.patchType but not response.patch");
  }
  if (stated === "") throw new InvalidAnswer('webhook returned invalid response.patchType of ""');
}
