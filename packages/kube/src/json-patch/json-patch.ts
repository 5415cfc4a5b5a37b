import { deepCopy } from "../json/deep-copy.ts";
import { jsonEqual } from "../json/json-equal.ts";
import type { JsonObject } from "../json/json-object.ts";
import { setField } from "../json/set-field.ts";
import { stringifyJson } from "../json/stringify-json.ts";
import { indexOf, type Place, placeOf, valueAt } from "./json-pointer.ts";
import { PatchInapplicableError } from "./patch-inapplicable-error.ts";

/** As in kube-apiserver, because each `copy` may double an object. */
const maxCopied = 3 * 1024 * 1024;

/**
 * A copy of a document, changed by a JSON patch (RFC 6902) as kube-apiserver applies it. Copies of values are limited to 3 MiB together.
 * Pure.
 *
 * @param options - `replacesMissing`: whether `replace` may add a member of an object, as in kube-apiserver; in Cluster API it may not.
 *   Default: true.
 * @throws PatchInapplicableError an operation does not fit the document.
 *
 * @example
 * ```ts
 * import { applyJSONPatch } from "@capstan/kube";
 *
 * const operations = [{ op: "add", path: "/spec/size", value: "large" }];
 * console.log(applyJSONPatch({ spec: {} }, operations)); // { spec: { size: 'large' } }
 * ```
 */
export function applyJSONPatch(
  current: unknown,
  operations: readonly JsonObject[],
  { replacesMissing = true }: { readonly replacesMissing?: boolean } = {},
): unknown {
  const copy: unknown = deepCopy<unknown>(current);
  // A parent for the document, so that the root has a place too.
  const root = { document: copy };
  let copied = 0;
  for (const { op, path, from, value } of operations) {
    const at = (pointer: unknown): Place => placeOf(root.document, pointer);
    const whole: Place = { object: root, key: "document" };
    if (op === "add") add(at(path), deepCopy(value ?? null));
    else if (op === "remove") remove(at(path));
    else if (op === "replace") {
      const place = path === "" ? whole : at(path);
      if (!replacesMissing) mustExist(place);
      replace(place, deepCopy(value ?? null));
    } else if (op === "test") test(path === "" ? whole : at(path), value);
    else if (op === "move") {
      const moved = valueAt(at(from));
      remove(at(from));
      add(at(path), moved);
    } else if (op === "copy") {
      const source = valueAt(at(from));
      copied += stringifyJson(source ?? null).length;
      if (copied > maxCopied) throw new PatchInapplicableError(`Its copies exceed ${maxCopied} bytes`);
      add(at(path), deepCopy(source ?? null));
    } else throw new PatchInapplicableError(`A JSON patch has no operation ${JSON.stringify(op ?? null)}`);
  }
  return root.document;
}

function add(place: Place, value: unknown): void {
  if ("object" in place) setField(place.object, place.key, value);
  else if (place.key === "-") place.list.push(value);
  else place.list.splice(indexOf(place.key, place.list.length + 1), 0, value);
}

function mustExist(place: Place): void {
  if (valueAt(place) === undefined) throw new PatchInapplicableError(`${JSON.stringify(place.key)} does not exist`);
}

function remove(place: Place): void {
  mustExist(place);
  if ("object" in place) Reflect.deleteProperty(place.object, place.key);
  else place.list.splice(indexOf(place.key, place.list.length), 1);
}

function replace(place: Place, value: unknown): void {
  if ("object" in place) setField(place.object, place.key, value);
  else place.list[indexOf(place.key, place.list.length)] = value;
}

function test(place: Place, value: unknown): void {
  if (!jsonEqual(valueAt(place) ?? null, value ?? null)) {
    throw new PatchInapplicableError(`The test of ${JSON.stringify(place.key)} fails`, { isTest: true });
  }
}
