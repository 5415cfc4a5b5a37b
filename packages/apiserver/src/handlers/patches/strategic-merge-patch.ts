import { isJsonObject, jsonEqual, type JsonObject, setField, ownField } from "@capstan/kube";
import { goText } from "../../go/go-text.ts";
import { StatusError } from "../../status/status-error.ts";
import { memberSchema, type Schema } from "../../schema/schema.ts";

/** `target` changed by a strategic merge patch: lists are merged by the keys in the schema. */
export function applyStrategicMergePatch(target: unknown, patch: unknown, schema: Schema | undefined): unknown {
  if (!isJsonObject(patch)) return patch;
  if (patch.$patch === "replace") return withoutDirectives(patch);
  if (patch.$patch === "delete") return {};
  if (patch.$patch !== undefined && patch.$patch !== "merge") {
    throw new StatusError(500, "", `unknown patch type: ${goText(patch.$patch)} in map: ${goText(patch)}`);
  }
  const result: Record<string, unknown> = isJsonObject(target) ? { ...target } : {};
  retainKeys(result, patch.$retainKeys);
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith("$deleteFromPrimitiveList/"))
      deleteFromList(result, key.slice("$deleteFromPrimitiveList/".length), value);
    else if (key.startsWith("$")) continue;
    else if (value === null) Reflect.deleteProperty(result, key);
    else setField(result, key, mergeMember(ownField(result, key), value, memberSchema(schema, key)));
  }
  return result;
}

function mergeMember(target: unknown, patch: unknown, schema: Schema | undefined): unknown {
  if (isJsonObject(patch)) return applyStrategicMergePatch(target, patch, schema);
  if (!Array.isArray(patch) || schema?.["x-kubernetes-patch-strategy"] !== "merge") return patch;
  const mergeKey = schema["x-kubernetes-patch-merge-key"];
  const items = Array.isArray(target) ? (target as unknown[]) : [];
  return mergeKey === undefined ? mergeValues(items, patch) : mergeItems(items, patch, mergeKey, schema.items);
}

function mergeValues(items: readonly unknown[], patch: readonly unknown[]): unknown[] {
  checkElements(items, patch);
  const added = patch.filter((value) => !items.some((item) => jsonEqual(item, value)));
  return inOrder([...items, ...added], items, patch, jsonEqual);
}

/**
 * Merged items in the order of the patch, with the server's items around them in their places: new items come first.
 *
 * @param isSame - whether two items have the same key.
 */
function inOrder(
  merged: readonly unknown[],
  server: readonly unknown[],
  patch: readonly unknown[],
  isSame: (left: unknown, right: unknown) => boolean,
): unknown[] {
  const indexIn = (list: readonly unknown[], item: unknown): number => list.findIndex((other) => isSame(other, item));
  const sortedAs = (list: readonly unknown[], order: readonly unknown[]): unknown[] =>
    list.toSorted((left, right) => indexIn(order, left) - indexIn(order, right));
  const ofPatch = sortedAs(
    merged.filter((item) => indexIn(patch, item) !== -1),
    patch,
  );
  const ofServer = sortedAs(
    merged.filter((item) => indexIn(patch, item) === -1),
    server,
  );
  const result: unknown[] = [];
  for (const item of ofServer) {
    const at = indexIn(server, item);
    while (ofPatch.length > 0 && !(indexIn(server, ofPatch[0]) > at)) result.push(ofPatch.shift());
    result.push(item);
  }
  return [...result, ...ofPatch];
}

function mergeItems(
  items: readonly unknown[],
  patch: readonly unknown[],
  mergeKey: string,
  schema: Schema | undefined,
): unknown[] {
  checkElements(items, patch);
  if (patch.some((item) => isJsonObject(item) && item.$patch === "replace")) {
    return patch.filter((item) => isJsonObject(item) && item.$patch === undefined);
  }
  let result = [...items];
  for (const change of patch) {
    if (!isJsonObject(change)) continue;
    if (!Object.hasOwn(change, mergeKey)) {
      throw unmergeable(`map: ${goText(change)} does not contain declared merge key: ${mergeKey}`);
    }
    const at = result.findIndex((item) => isJsonObject(item) && item[mergeKey] === change[mergeKey]);
    if (change.$patch === "delete") result = result.filter((_, index) => index !== at);
    else if (at === -1) result.push(applyStrategicMergePatch({}, change, schema));
    else result[at] = applyStrategicMergePatch(result[at], change, schema);
  }
  const sameKey = (left: unknown, right: unknown): boolean =>
    isJsonObject(left) && isJsonObject(right) && jsonEqual(left[mergeKey], right[mergeKey]);
  return inOrder(
    result,
    items,
    patch.filter((item) => !isJsonObject(item) || item.$patch !== "delete"),
    sameKey,
  );
}

/** @throws StatusError the elements of both lists have different types. */
function checkElements(items: readonly unknown[], patch: readonly unknown[]): void {
  const all = [...items, ...patch];
  if (all.some((item) => Array.isArray(item))) throw unmergeable("lists of lists are not supported");
  const types = new Set(all.map((item) => (item === null ? "null" : typeof item)));
  if (types.size > 1) throw unmergeable(`list element types are not identical: ${goText([items, patch])}`);
}

/** The real server uses the same message, with 500 for some of these errors. */
function unmergeable(message: string): StatusError {
  return new StatusError(422, "", message, {});
}

function retainKeys(target: JsonObject, keys: unknown): void {
  if (!Array.isArray(keys)) return;
  for (const key of Object.keys(target)) if (!keys.includes(key)) Reflect.deleteProperty(target, key);
}

function deleteFromList(target: Record<string, unknown>, key: string, values: unknown): void {
  const list = ownField(target, key);
  if (Array.isArray(list) && Array.isArray(values)) target[key] = list.filter((item) => !values.includes(item));
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !key.startsWith("$")));
}
