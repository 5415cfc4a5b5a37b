import type { ResourceKind } from "@capstan/contract";

/** Path of a collection, or of an object in it, with its query. Parameters that are `undefined` are left out. */
export function resourcePath(
  kind: ResourceKind,
  target: {
    readonly namespace?: string | undefined;
    readonly name?: string;
    readonly subresource?: string | undefined;
  },
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const parts = kind.group === "" ? ["api", kind.version] : ["apis", kind.group, kind.version];
  if (kind.namespaced && target.namespace !== undefined) parts.push("namespaces", target.namespace);
  parts.push(kind.plural);
  if (target.name !== undefined) parts.push(target.name);
  if (target.subresource !== undefined) parts.push(target.subresource);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const suffix = search.size === 0 ? "" : `?${search.toString()}`;
  return `/${parts.map(encodeURIComponent).join("/")}${suffix}`;
}
