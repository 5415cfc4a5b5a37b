import { isJsonObject, jsonEqual, ownField } from "@capstan/kube";

/** One operation of a JSON patch (RFC 6902). */
export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** The JSON patch from one JSON value to another, field by field; lists that differ are replaced as a whole. Pure. */
export function jsonPatch(from: unknown, to: unknown, path = ""): PatchOperation[] {
  if (jsonEqual(from, to)) return [];
  if (!isJsonObject(from) || !isJsonObject(to)) return [{ op: "replace", path, value: to }];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name): PatchOperation[] => {
    const place = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const [before, after] = [ownField(from, name), ownField(to, name)];
    if (after === undefined) return before === undefined ? [] : [{ op: "remove", path: place }];
    return before === undefined ? [{ op: "add", path: place, value: after }] : jsonPatch(before, after, place);
  });
}
