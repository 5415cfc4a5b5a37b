import { isJsonObject, type JsonObject, ownField } from "@capstan/kube";

/** An operation of a JSON patch that cannot be applied. */
export class Inapplicable extends Error {}

/** A member of an object, or an index of a list, which may be empty. */
export type Place =
  { readonly object: JsonObject; readonly key: string } | { readonly list: unknown[]; readonly key: string };

/** The place of a JSON Pointer (RFC 6901). @throws Inapplicable if its parent does not exist. */
export function placeOf(document: unknown, pointer: unknown): Place {
  if (typeof pointer !== "string" || !pointer.startsWith("/")) throw new Inapplicable();
  const steps = pointer.slice(1).split("/").map(unescapeStep);
  const key = steps.pop() ?? "";
  let container = document;
  for (const step of steps) container = valueAt(inside(container, step));
  return inside(container, key);
}

function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function inside(container: unknown, key: string): Place {
  if (Array.isArray(container)) return { list: container, key };
  if (isJsonObject(container)) return { object: container, key };
  throw new Inapplicable();
}

/** Undefined if the object lacks the member. @throws Inapplicable if the list lacks the index. */
export function valueAt(place: Place): unknown {
  if ("list" in place) return place.list[indexOf(place.key, place.list.length)];
  return ownField(place.object, place.key);
}

/** The index of a step in a list of this length; as in kube-apiserver, negative ones count from the end. */
export function indexOf(step: string, length: number): number {
  if (!/^-?\d+$/.test(step)) throw new Inapplicable();
  const index = Number(step) < 0 ? Number(step) + length : Number(step);
  if (index < 0 || index >= length) throw new Inapplicable();
  return index;
}
