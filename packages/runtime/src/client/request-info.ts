import type { ReadPath } from "./read-request-path.ts";

/** The verb of a request, as the API server's audit log classifies it. */
export type RequestVerb =
  "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection" | "head" | "options";

/** One attempt of a request that was answered (for a watch: that began) or that failed. Has no request or response body. */
export interface RequestInfo {
  /** The verb, as in authorization. */
  readonly verb: RequestVerb;
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version of the API group. */
  readonly version: string;
  /** Plural of the kind; empty for a path that is not a resource, such as `/version`. */
  readonly resource: string;
  /** The subresource, such as `status`; empty if there is none. */
  readonly subresource: string;
  /** The namespace; empty for all namespaces and for cluster-scoped kinds. */
  readonly namespace: string;
  /** The object's name; empty for requests that are not about one object. */
  readonly name: string;
  /** The path of the URL, without its query. */
  readonly path: string;
  /** The HTTP method, such as `GET`. */
  readonly method: string;
  /** Host and port of the server. */
  readonly host: string;
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number;
  /** The `User-Agent` of the client. */
  readonly userAgent: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** From the request to its answer, in milliseconds. */
  readonly durationMs: number;
}

/** Called after every attempt; errors that it throws are ignored. */
export type RequestObserver = (request: RequestInfo) => void;

/** The parts of a request that its path contains. */
export type RequestTarget = Pick<
  RequestInfo,
  "verb" | "group" | "version" | "resource" | "subresource" | "namespace" | "name"
>;

const none: Omit<RequestTarget, "verb"> = {
  group: "",
  version: "",
  resource: "",
  subresource: "",
  namespace: "",
  name: "",
};

function verbOf(method: string, isCollection: boolean, isWatch: boolean): RequestVerb {
  switch (method) {
    case "GET":
      if (isWatch) return "watch";
      return isCollection ? "list" : "get";
    case "POST":
      return "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return isCollection ? "deletecollection" : "delete";
    case "HEAD":
      return "head";
    default:
      return "options";
  }
}

/** Classifies a request as the API server's audit log does. */
export function classifyRequest(method: string, { prefix, resource, query }: ReadPath): RequestTarget {
  if (resource === undefined) return { ...none, verb: verbOf(method, false, false) };
  const { plural, namespace = "", name = "", subresource = "" } = resource;
  const [root, first = "", second = ""] = prefix;
  const isWatch = query !== "" && ["true", "1"].includes(new URLSearchParams(query).get("watch") ?? "");
  return {
    verb: verbOf(method, name === "", isWatch),
    group: root === "api" ? "" : decodeURIComponent(first),
    version: decodeURIComponent(root === "api" ? first : second),
    resource: decodeURIComponent(plural),
    subresource: decodeURIComponent(subresource),
    // A Namespace counts as an object in its own namespace.
    namespace: decodeURIComponent(plural === "namespaces" ? name : namespace),
    name: decodeURIComponent(name),
  };
}
