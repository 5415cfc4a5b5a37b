import { queryFlag } from "./query.ts";

/** What a request asks for, read from its method and path (and `watch` from its query). */
export interface RequestInfo {
  readonly verb: Verb;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/** The request for a resource that `method` and `path` describe; undefined for any other path. */
export function parseRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo | undefined {
  const segments = path
    .split("/")
    .filter((segment) => segment !== "")
    .map(decode);
  const root = segments.shift();
  if (root !== "api" && root !== "apis") return undefined;
  const group = root === "api" ? "" : (segments.shift() ?? "");
  const version = segments.shift();
  if (version === undefined || segments.length === 0) return undefined;

  let namespace = "";
  if (segments[0] === "namespaces" && segments.length > 2 && !namespaceSubresources.has(segments[2] ?? "")) {
    namespace = segments[1] ?? "";
    segments.splice(0, 2);
  }
  const [resource = "", name = "", subresource = ""] = segments;
  const named = resource === "namespaces" && group === "" ? name : namespace;
  return { verb: verbOf(method, name, query), group, version, resource, subresource, namespace: named, name };
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
      // One object is shown whatever else is asked for.
      if (name !== "") return "get";
      return queryFlag(query, "watch") ? "watch" : "list";
  }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
