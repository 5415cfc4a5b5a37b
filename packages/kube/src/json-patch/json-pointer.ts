import { isJsonObject, type JsonObject, ownField } from "../json/json-object.ts";
import { PatchInapplicableError } from "./patch-inapplicable-error.ts";

/** A member of an object, or an index of a list, which may be empty. */
export type Place =
  { readonly object: JsonObject; readonly key: string } | { readonly list: unknown[]; readonly key: string };

/** The place of a JSON Pointer (RFC 6901). @throws PatchInapplicableError its parent does not exist. */
export function placeOf(document: unknown, pointer: unknown): Place {
  if (typeof pointer !== "string" || !pointer.startsWith("/")) {
    throw new PatchInapplicableError(`${JSON.stringify(pointer ?? null)} is not the place of a member or an item`);
  }
  const steps = pointerSteps(pointer);
  const key = steps.pop() ?? "";
  let container = document;
  for (const step of steps) container = valueAt(inside(container, step));
  return inside(container, key);
}

/** The names and indexes of a JSON Pointer, from the outermost to the innermost. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function inside(container: unknown, key: string): Place {
  if (Array.isArray(container)) return { list: container, key };
  if (isJsonObject(container)) return { object: container, key };
  throw new PatchInapplicableError(`The parent of ${JSON.stringify(key)} has no members or items`);
}

/** Undefined if the object lacks the member. @throws PatchInapplicableError the list lacks the index. */
export function valueAt(place: Place): unknown {
  if ("list" in place) return place.list[indexOf(place.key, place.list.length)];
  return ownField(place.object, place.key);
}

/** The index of a step in a list of this length; as in kube-apiserver, negative ones count from the end. */
export function indexOf(step: string, length: number): number {
  const index = Number(step) < 0 ? Number(step) + length : Number(step);
  if (!/^-?\d+$/.test(step) || index < 0 || index >= length) {
    throw new PatchInapplicableError(`A list of ${length} items has no index ${JSON.stringify(step)}`);
  }
  return index;
}
