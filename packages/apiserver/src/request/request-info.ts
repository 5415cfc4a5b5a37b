import { isMalformedText, parseDuration } from "@capstan/kube";
import { badRequest } from "../status/status-error.ts";
import { queryFlag } from "./query.ts";

/** The attributes of a request, from its method and path (and `watch` from its query). */
export interface RequestInfo {
  /** The verb, as in authorization. */
  readonly verb: Verb;
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version of the API group. */
  readonly version: string;
  /** The resource, in the plural: `machines`. */
  readonly resource: string;
  /** The subresource, such as `status`; empty if there is none. */
  readonly subresource: string;
  /** The namespace; empty for all namespaces and for cluster-scoped kinds. */
  readonly namespace: string;
  /** The object's name; empty for requests that are not about one object. */
  readonly name: string;
  /** Whether it uses a `watch` path, as in the first versions of Kubernetes. */
  readonly watchPath?: boolean;
}

type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/** Parses method and path of a request for a resource; undefined for any other path. */
export function parseRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo | undefined {
  const segments = segmentsOf(path);
  const root = segments.shift();
  if (root !== "api" && root !== "apis") return undefined;
  const group = root === "api" ? "" : (segments.shift() ?? "");
  const version = segments.shift();
  if (version === undefined || segments.length === 0) return undefined;
  const watchPath = segments[0] === watchStep;
  if (watchPath) segments.shift();

  let namespace = "";
  if (segments[0] === "namespaces" && segments.length > 1) {
    namespace = segments[1] ?? "";
    if (segments.length > 2 && !namespaceSubresources.has(segments[2] ?? "")) segments.splice(0, 2);
  }
  const [resource = "", name = "", subresource = ""] = segments;
  const info = { group, version, resource, subresource, namespace, name };
  return watchPath ? { verb: "watch", ...info, watchPath } : { verb: verbOf(method, name, query), ...info };
}

const watchStep = "watch";

/**
 * Whether a path is valid for the resource in `info`. A path may claim a namespace for a cluster-scoped object. Such a path must not be
 * served, because users with all permissions in that namespace would be authorized.
 */
export function isPathOf({ namespaced, verbs }: WhereServed, path: string, info: RequestInfo): boolean {
  const { group, version, resource, namespace, name, subresource, watchPath = false } = info;
  if (watchPath && (subresource !== "" || !verbs.includes("watch"))) return false;
  const isEverywhere = namespaced && namespace === "" && name === "";
  const root = group === "" ? "api" : `apis/${group}`;
  const scope = namespaced && !isEverywhere ? `/namespaces/${namespace}` : "";
  const below = (segment: string): string => (segment === "" ? "" : `/${segment}`);
  const begin = `${root}/${version}${watchPath ? `/${watchStep}` : ""}${scope}`;
  const [given, own] = [trimmed(path), `${begin}${below(resource)}${below(name)}${below(subresource)}`];
  return given === own || (subresource === "proxy" && given.startsWith(`${own}/`));
}

interface WhereServed {
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

function segmentsOf(path: string): string[] {
  return trimmed(path).split("/");
}

/** Slashes at both ends do not count, those in between do. */
function trimmed(path: string): string {
  const decoded = decode(path);
  let [start, end] = [0, decoded.length];
  while (decoded[start] === "/") start += 1;
  while (end > start && decoded[end - 1] === "/") end -= 1;
  return decoded.slice(start, end);
}

const namespaceSubresources = new Set(["status", "finalize"]);

function verbOf(method: string, name: string, query: URLSearchParams): Verb {
  switch (method) {
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return name === "" ? "deletecollection" : "delete";
    default:
      // For a single object, the query does not matter.
      if (name !== "") return "get";
      return queryFlag(query, "watch") ? "watch" : "list";
  }
}

function decode(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Checks that the timeout of a request is a duration. Watches ignore it.
 *
 * @throws StatusError BadRequest.
 */
export function checkTimeout(query: URLSearchParams, info: RequestInfo | undefined): void {
  const timeout = query.get("timeout") ?? "";
  if (timeout === "" || info?.verb === "watch") return;
  try {
    parseDuration(timeout);
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}
