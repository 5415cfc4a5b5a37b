import type { ResourceKind } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { refOfKey } from "../errors/object-ref.ts";
import { encodePathPart } from "./path-part.ts";

declare const made: unique symbol;

/**
 * Path and query of a request below an API server's URL. Only {@link requestPath}, {@link resourcePath} and
 * {@link groupVersionPath} make one: each part that is not the program's own text is one part of it, or one value of its query. It
 * never is a watch's.
 */
export interface RequestPath {
  /** As it is sent. */
  readonly text: string;
  /** Never set: no other object is one. */
  readonly [made]: "request";
}

/** The same of a watch, which is answered for as long as the server likes. */
export interface WatchPath {
  readonly text: string;
  readonly [made]: "watch";
}

/** Parameters of a query; those that are `undefined` are left out. Only `Client.watch` asks for what never ends. */
export type PathQuery = Readonly<Record<string, string | number | boolean | undefined>> & {
  readonly watch?: never;
  readonly follow?: never;
};

/** What of a kind a path is about. */
export interface PathTarget {
  /** Left out for all namespaces, and for kinds without. */
  readonly namespace?: string | undefined;
  /** Left out for the collection. */
  readonly name?: string | undefined;
  /** For example `status`. */
  readonly subresource?: string | undefined;
}

/** What an answer without an end is asked for with. */
const endless: ReadonlySet<string> = new Set(["watch", "follow"]);

/**
 * The path of a collection, or of an object in it.
 *
 * @throws RequestPathError - a part of it is empty, `.` or `..`, or has a character that would make another path of it.
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

/** The path of a watch: {@link resourcePath} with the parameter that makes it one. */
export function watchedPath(kind: ResourceKind, target: PathTarget, query: PathQuery): WatchPath {
  return { text: resourceText(kind, target, { watch: true, ...query }) } as WatchPath;
}

/**
 * The path below which a version of a group is served; also that of its discovery.
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
 * The path of anything else. The template is the program's own text; each value in it is one part, or the value of one parameter of the
 * query. Only at the beginning may a path stand, which the template goes on from.
 *
 * @throws RequestPathError - a part cannot be one: as {@link resourcePath}.
 * @throws ArgumentError - the template is not one of a path, asks for a watch, or has a value in any other place.
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
  if (before !== "") throw new ArgumentError(`After ${before}, a path is not at the beginning of another one`);
  if (text.includes("?") && !/^(&|$)/.test(next))
    throw new ArgumentError(`${text} has a query, after which no path goes on`);
  return text;
}

function valueText(before: string, value: string, next: string): string {
  if (before.includes("?")) {
    if (!before.endsWith("=") || !/^(&|$)/.test(next)) {
      throw new ArgumentError(`After ${before}, a value is not that of a parameter`);
    }
    return encodeURIComponent(value.toWellFormed());
  }
  if (!before.endsWith("/") || !/^([/?]|$)/.test(next)) {
    throw new ArgumentError(`After ${before}, a value is not a whole part of the path`);
  }
  return encodePathPart(value, { what: `part of ${before}` });
}

/** @throws ArgumentError - the program's own text is not that of a path. */
function checked(text: string): RequestPath {
  const [path = "", query = "", ...more] = text.split("?");
  const [root, ...parts] = path.split("/");
  const isRoot = parts.length === 1 && parts[0] === "";
  if (root !== "" || more.length > 0 || (!isRoot && parts.some((part) => ["", ".", ".."].includes(part)))) {
    throw new ArgumentError(`${text} is not the path of a request`);
  }
  // As old servers spell a watch.
  const isOldWatch = (parts[0] === "api" && parts[2] === "watch") || (parts[0] === "apis" && parts[3] === "watch");
  if (isOldWatch || [...new URLSearchParams(query).keys()].some((name) => endless.has(name.toLowerCase()))) {
    throw new ArgumentError(`${text} asks for an answer that never ends; use Client.watch`);
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
