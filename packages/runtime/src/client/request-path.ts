import type { ResourceKind } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { refOfKey } from "../errors/object-ref.ts";
import { encodePathPart } from "./path-part.ts";

declare const made: unique symbol;

/**
 * Path and query of a request, relative to an API server's URL. Only {@link requestPath}, {@link resourcePath} and {@link groupVersionPath}
 * create one, so each value that the program inserts is exactly one part of the path or one value of the query. It is never the path of a
 * watch.
 */
export interface RequestPath {
  /** The encoded path. */
  readonly text: string;
  /** Never set; makes the type nominal. */
  readonly [made]: "request";
}

/** The path of a watch, whose answer lasts as long as the server chooses. */
export interface WatchPath {
  readonly text: string;
  readonly [made]: "watch";
}

/** Parameters of a query; `undefined` values are omitted. Only `Client.watch` may request endless answers. */
export type PathQuery = Readonly<Record<string, string | number | boolean | undefined>> & {
  readonly watch?: never;
  readonly follow?: never;
};

/** The part of a kind that a path selects. */
export interface PathTarget {
  /** Unset for all namespaces, and for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  /** Unset for the collection. */
  readonly name?: string | undefined;
  /** For example `status`. */
  readonly subresource?: string | undefined;
}

/** Parameters that request an endless answer. */
const endless: ReadonlySet<string> = new Set(["watch", "follow"]);

/**
 * The path of a collection, or of an object in it.
 *
 * @throws RequestPathError - a part is empty, `.` or `..`, or has a character that would change the path.
 *
 * @example
 * ```ts
 * import { Node, resourcePath } from "@capstan/runtime";
 *
 * console.log(resourcePath(Node, { name: "worker-1" }, { timeout: "5s" }).text); // /api/v1/nodes/worker-1?timeout=5s
 * ```
 */
export function resourcePath(kind: ResourceKind, target: PathTarget, query: PathQuery = {}): RequestPath {
  return checked(resourceText(kind, target, query));
}

/** The path of a watch: {@link resourcePath} with the parameter `watch`. */
export function watchedPath(kind: ResourceKind, target: PathTarget, query: PathQuery): WatchPath {
  return { text: resourceText(kind, target, { watch: true, ...query }) } as WatchPath;
}

/**
 * The path of an API group version, which is also the path of its discovery.
 *
 * @throws RequestPathError - as {@link resourcePath}.
 *
 * @example
 * ```ts
 * import { groupVersionPath } from "@capstan/runtime";
 *
 * console.log(groupVersionPath({ group: "apps", version: "v1" }).text); // /apis/apps/v1
 * ```
 */
export function groupVersionPath({ group, version }: Pick<ResourceKind, "group" | "version">): RequestPath {
  return group === "" ? requestPath`/api/${version}` : requestPath`/apis/${group}/${version}`;
}

/**
 * The path of any other request. The template is the program's own string; each value in it is one part of the path, or the value of one
 * query parameter. Only the first value may be a {@link RequestPath}, which the template then extends.
 *
 * @throws RequestPathError - a value cannot be a part, as in {@link resourcePath}.
 * @throws ArgumentError - the template is not a path, requests a watch, or has a value in any other place.
 *
 * @example
 * ```ts
 * import { requestPath } from "@capstan/runtime";
 *
 * const pod = "default/p".split("/");
 * console.log(requestPath`/api/v1/namespaces/${pod[0] ?? ""}/pods/${pod[1] ?? ""}/eviction`.text);
 * ```
 */
export function requestPath(
  template: TemplateStringsArray,
  ...values: readonly (string | number | RequestPath)[]
): RequestPath {
  const [first = "", ...others] = template;
  let text = first;
  for (const [index, value] of values.entries()) {
    const next = others[index] ?? "";
    text += typeof value === "object" ? begun(text, value, next) : valueText(text, String(value), next);
    text += next;
  }
  return checked(text);
}

function begun(before: string, { text }: RequestPath, next: string): string {
  if (before !== "")
    throw new ArgumentError(`A path can only be inserted at the beginning of a path, not after ${before}`);
  if (text.includes("?") && !/^(&|$)/.test(next))
    throw new ArgumentError(`${text} has a query; only a parameter can follow it`);
  return text;
}

function valueText(before: string, value: string, next: string): string {
  if (before.includes("?")) {
    if (!before.endsWith("=") || !/^(&|$)/.test(next)) {
      throw new ArgumentError(`A value after ${before} must be the value of a query parameter`);
    }
    return encodeURIComponent(value.toWellFormed());
  }
  if (!before.endsWith("/") || !/^([/?]|$)/.test(next)) {
    throw new ArgumentError(`A value after ${before} must be a whole segment of the path`);
  }
  return encodePathPart(value, { what: `part of ${before}` });
}

/** @throws ArgumentError - the program's own string is not a valid path. */
function checked(text: string): RequestPath {
  const [path = "", query = "", ...more] = text.split("?");
  const [root, ...parts] = path.split("/");
  const isRoot = parts.length === 1 && parts[0] === "";
  if (root !== "" || more.length > 0 || (!isRoot && parts.some((part) => ["", ".", ".."].includes(part)))) {
    throw new ArgumentError(`${text} is not a valid request path`);
  }
  // The deprecated form of a watch.
  const isOldWatch = (parts[0] === "api" && parts[2] === "watch") || (parts[0] === "apis" && parts[3] === "watch");
  if (isOldWatch || [...new URLSearchParams(query).keys()].some((name) => endless.has(name.toLowerCase()))) {
    throw new ArgumentError(`${text} requests a response that never ends; use Client.watch`);
  }
  return { text } as RequestPath;
}

function resourceText(
  kind: ResourceKind,
  { namespace, name, subresource }: PathTarget,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const object = refOfKey(kind, { namespace, name });
  const part = (what: string, value: string): string => `/${encodePathPart(value, { what, object })}`;
  const { group, version, plural, namespaced } = kind;
  return [
    group === "" ? "/api" : `/apis${part("group", group)}`,
    part("version", version),
    namespaced && namespace !== undefined ? `/namespaces${part("namespace", namespace)}` : "",
    part("plural", plural),
    name === undefined ? "" : part("name", name),
    subresource === undefined ? "" : part("subresource", subresource),
    queryText(query),
  ].join("");
}

function queryText(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}
