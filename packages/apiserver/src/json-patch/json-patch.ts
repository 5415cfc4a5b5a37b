import { applyJSONPatch, isJsonObject, isPatchInapplicable } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { badRequest, StatusError } from "../status/status-error.ts";

/** As in kube-apiserver. */
const maxOperations = 10_000;

/**
 * `current` changed by a JSON patch (RFC 6902).
 *
 * @throws StatusError BadRequest, RequestEntityTooLarge, Invalid.
 */
export function applyRequestedPatch(current: ApiObject, given: unknown): unknown {
  // Go reads null as an empty list.
  const operations = given ?? [];
  if (!Array.isArray(operations) || !operations.every(isJsonObject)) {
    const found = Array.isArray(operations) ? "array" : typeof operations;
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${found} into Go value of type []handlers.jsonPatchOp`,
    );
  }
  if (operations.length > maxOperations) {
    const message = `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${operations.length}`;
    throw new StatusError(413, "RequestEntityTooLarge", message, {});
  }
  try {
    return applyJSONPatch(current, operations);
  } catch (error) {
    if (!isPatchInapplicable(error)) throw error;
    throw new StatusError(422, "Invalid", "the server rejected our request due to an error in our request", {});
  }
}
