import type { ReadPath } from "./read-request-path.ts";

/** The verb of a request, classified as the audit log of the API server does. */
export type RequestVerb =
  "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection" | "head" | "options";

/** One attempt of a request that has been answered (for a watch: begun), or has failed. Holds no content. */
export interface RequestInfo {
  /** The verb, as authorization names it. */
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
  /** Of HTTP: `GET`. */
  readonly method: string;
  /** Host and port of the server. */
  readonly host: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** What the client calls itself. */
  readonly userAgent: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** From the request to its answer, in milliseconds. */
  readonly durationMs: number;
}

/** Called after every attempt; what it throws is ignored. */
export type RequestObserver = (request: RequestInfo) => void;

/** What the path of a request says about it. */
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

/** Classifies a request as the audit log of the API server does. */
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
    // A Namespace is in itself.
    namespace: decodeURIComponent(plural === "namespaces" ? name : namespace),
    name: decodeURIComponent(name),
  };
}
