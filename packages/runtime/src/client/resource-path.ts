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
  return `/${parts.map(encodeURIComponent).join("/")}${queryText(query)}`;
}

function queryText(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}
