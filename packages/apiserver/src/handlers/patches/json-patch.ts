import { deepCopy, isJsonObject, stringifyJson } from "@capstan/kube";
import { applyPatch, type Operation, Pointer } from "rfc6902";
import { type ApiObject } from "../../object/api-object.ts";
import { badRequest, StatusError } from "../../status/status-error.ts";

/** As in kube-apiserver: each `copy` may double an object. */
const maxOperations = 10_000;
const maxCopied = 3 * 1024 * 1024;

/**
 * `current` changed by a JSON patch (RFC 6902).
 *
 * @throws StatusError BadRequest, RequestEntityTooLarge, Invalid.
 */
export function applyJsonPatch(current: ApiObject, operations: unknown): unknown {
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
  const changed = deepCopy<ApiObject>(current);
  let copied = 0;
  for (const operation of operations as unknown as Operation[]) {
    copied += copiedBy(operation, changed);
    if (copied > maxCopied || !isApplied(changed, operation)) {
      throw new StatusError(422, "Invalid", "the server rejected our request due to an error in our request", {});
    }
  }
  return changed;
}

function isApplied(object: ApiObject, operation: Operation): boolean {
  try {
    return applyPatch(object, [operation])[0] === null;
  } catch (error) {
    // The library calls itself for each level of what it copies.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The characters that an operation adds of what is there already. */
function copiedBy(operation: Operation, object: ApiObject): number {
  if (operation.op !== "copy") return 0;
  try {
    return stringifyJson(Pointer.fromJSON(operation.from).get(object) ?? null).length;
  } catch {
    // Its place cannot be read: the operation fails when it is applied.
    return 0;
  }
}
