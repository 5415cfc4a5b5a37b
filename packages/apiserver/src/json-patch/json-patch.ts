import { deepCopy, isJsonObject, jsonEqual, type JsonObject, setField, stringifyJson } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { badRequest, StatusError } from "../status/status-error.ts";
import { Inapplicable, indexOf, type Place, placeOf, valueAt } from "./json-pointer.ts";

/** As in kube-apiserver, because each `copy` may double an object. */
const maxOperations = 10_000;
const maxCopied = 3 * 1024 * 1024;

/**
 * `current` changed by a JSON patch (RFC 6902).
 *
 * @throws StatusError BadRequest, RequestEntityTooLarge, Invalid.
 */
export function applyJsonPatch(current: ApiObject, given: unknown): unknown {
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
    return changed(current, operations);
  } catch (error) {
    if (!(error instanceof Inapplicable)) throw error;
    throw new StatusError(422, "Invalid", "the server rejected our request due to an error in our request", {});
  }
}

/** A `test` operation failed. */
export class TestFailed extends Inapplicable {}

/**
 * Applies a JSON patch without the errors for a client.
 *
 * @throws Inapplicable
 */
export function changed(current: ApiObject, operations: readonly JsonObject[]): unknown {
  const copy: unknown = deepCopy<ApiObject>(current);
  // A parent for the document, so that the root has a place too.
  const root = { document: copy };
  let copied = 0;
  for (const { op, path, from, value } of operations) {
    const at = (pointer: unknown): Place => placeOf(root.document, pointer);
    const whole: Place = { object: root, key: "document" };
    if (op === "add") add(at(path), deepCopy(value ?? null));
    else if (op === "remove") remove(at(path));
    else if (op === "replace") replace(path === "" ? whole : at(path), deepCopy(value ?? null));
    else if (op === "test") test(path === "" ? whole : at(path), value);
    else if (op === "move") {
      const moved = valueAt(at(from));
      remove(at(from));
      add(at(path), moved);
    } else if (op === "copy") {
      const source = valueAt(at(from));
      copied += stringifyJson(source ?? null).length;
      if (copied > maxCopied) throw new Inapplicable();
      add(at(path), deepCopy(source ?? null));
    } else throw new Inapplicable();
  }
  return root.document;
}

function add(place: Place, value: unknown): void {
  if ("object" in place) setField(place.object, place.key, value);
  else if (place.key === "-") place.list.push(value);
  else place.list.splice(indexOf(place.key, place.list.length + 1), 0, value);
}

function remove(place: Place): void {
  if (valueAt(place) === undefined) throw new Inapplicable();
  if ("object" in place) Reflect.deleteProperty(place.object, place.key);
  else place.list.splice(indexOf(place.key, place.list.length), 1);
}

/** As in kube-apiserver, the replaced member of an object need not exist. */
function replace(place: Place, value: unknown): void {
  if ("object" in place) setField(place.object, place.key, value);
  else place.list[indexOf(place.key, place.list.length)] = value;
}

function test(place: Place, value: unknown): void {
  if (!jsonEqual(valueAt(place) ?? null, value ?? null)) throw new TestFailed();
}
