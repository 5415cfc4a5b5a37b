import { goType } from "../go/go-text.ts";
import { isJsonObject, type JsonObject, objectAt, parseJson, textAt } from "@capstan/kube";
import { maxDepth } from "../decoding/json/depth.ts";
import { type ApiObject, type ObjectMeta } from "../object/api-object.ts";
import { checkAnnotations, checkLabels } from "../object/metadata-rules.ts";
import { describeFieldErrors } from "../status/field-error.ts";

const group = "apiextensions.k8s.io";

interface Question {
  readonly uid: string;
  /** The requested version, with its group. */
  readonly apiVersion: string;
  readonly object: ApiObject;
}

/** The review as kube-apiserver sends it, including the empty response. */
export function conversionReview(version: "v1" | "v1beta1", { uid, apiVersion, object }: Question): JsonObject {
  return {
    kind: "ConversionReview",
    apiVersion: `${group}/${version}`,
    request: { uid, desiredAPIVersion: apiVersion, objects: [object] },
    response: { uid: "", convertedObjects: null, result: { metadata: {} } },
  };
}

/**
 * The object in the answer to a review; only labels and annotations of its metadata count.
 *
 * @throws Error worded as in kube-apiserver: the webhook failed, or the answer does not match the request.
 */
export function convertedObject(
  answer: string,
  question: Question & { readonly what: string; readonly reviewVersion: "v1" | "v1beta1" },
): ApiObject {
  const { apiVersion, object, what } = question;
  const objects = objectsIn(readReview(answer, what, question.reviewVersion), question);
  if (objects.length !== 1) throw new Error(`${what} returned ${objects.length} objects, expected 1`);
  const [converted] = objects;
  if (!isJsonObject(converted)) throw new Error("unexpected end of JSON input");
  const invalid = `${what} returned invalid object`;
  if (converted.apiVersion !== apiVersion) {
    const received = textAt(converted, "apiVersion") ?? "";
    throw new Error(`${invalid} at index 0: invalid groupVersion (expected ${apiVersion}, received ${received})`);
  }
  if (converted.kind !== object.kind) {
    const received = textAt(converted, "kind") ?? "";
    throw new Error(`${invalid} at index 0: invalid kind (expected ${object.kind}, received ${received})`);
  }
  for (const [field, word] of [
    ["name", "name"],
    ["namespace", "namespace"],
    ["uid", "UID"],
  ] as const) {
    const expected = textAt(object, "metadata", field) ?? "";
    const received = textAt(converted, "metadata", field) ?? "";
    if (expected !== received) throw new Error(`${invalid}: must have the same ${word}: ${expected} != ${received}`);
  }
  const metadata = restored(object.metadata, objectAt(converted, "metadata") ?? {}, what);
  return { ...converted, apiVersion, kind: object.kind, metadata };
}

function readReview(answer: string, what: string, version: "v1" | "v1beta1"): JsonObject {
  if (answer === "") {
    throw new Error(`${what} failed: 0-length response with status code: 200 and content type: application/json`);
  }
  let review: unknown;
  try {
    review = parseJson(answer, { depth: maxDepth, integers: "exact" });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${what} failed: couldn't get version/kind; json parse error: ${why}`, { cause: error });
  }
  const kind = textAt(review, "kind") ?? "";
  const apiVersion = textAt(review, "apiVersion") ?? "";
  if (kind !== "ConversionReview" || !apiVersion.startsWith(`${group}/`)) {
    const scheme = 'in scheme "pkg/runtime/scheme.go:111"';
    throw new Error(`${what} failed: no kind "${kind}" is registered for version "${apiVersion}" ${scheme}`);
  }
  if (apiVersion !== `${group}/${version}`) {
    const given = apiVersion.slice(group.length + 1);
    throw new Error(
      `${what} failed: converting (${given}.ConversionReview) to (${version}.ConversionReview): unknown conversion`,
    );
  }
  return isJsonObject(review) ? review : {};
}

function objectsIn(
  review: JsonObject,
  { uid, what, reviewVersion }: { uid: string; what: string; reviewVersion: string },
) {
  const response = objectAt(review, "response");
  if (response === undefined) throw new Error(`${what} failed: no response provided`);
  const given = textAt(response, "uid") ?? "";
  if (reviewVersion === "v1" && given !== uid) {
    throw new Error(`${what} failed: expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(given)}`);
  }
  const status = textAt(response, "result", "status") ?? "";
  const message = textAt(response, "result", "message") ?? "";
  if (status !== "Success") {
    throw new Error(
      `${what} failed: ${message === "" ? `response.result.status was '${status}', not 'Success'` : message}`,
    );
  }
  const { convertedObjects } = response;
  return Array.isArray(convertedObjects) ? (convertedObjects as unknown[]) : [];
}

function restored(original: ObjectMeta, converted: JsonObject, what: string): ObjectMeta {
  const invalid = `${what} returned invalid metadata`;
  const fields = (["labels", "annotations"] as const).flatMap((field) => {
    const given = converted[field];
    if (given === undefined || given === null) return [];
    if (!isJsonObject(given))
      throw new Error(`${invalid}: invalid metadata.${field} of type ${goType(given)} in converted object`);
    for (const [key, value] of Object.entries(given)) {
      if (typeof value === "string") continue;
      throw new Error(
        `${invalid}: metadata.${field}[${key}] must be a string, but is ${goType(value)} in converted object`,
      );
    }
    return [[field, given as Record<string, string>] as const];
  });
  const changed = Object.fromEntries(fields);
  // The real server uses this field name here.
  const errors = [...checkLabels(changed.labels), ...checkAnnotations(changed.annotations, "metadata.annotation")];
  if (errors.length > 0) throw new Error(`${invalid}: ${describeFieldErrors(errors)}`);
  const kept = Object.entries(original).filter(([field]) => field !== "labels" && field !== "annotations");
  return { ...Object.fromEntries(kept), ...changed } as ObjectMeta;
}
