/** The verb of a request, classified as the audit log of the API server does. */
export type RequestVerb =
  "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection" | "head" | "options";

/** One attempt of a request that has been answered (for a watch: begun), or has failed. Holds no content. */
export interface RequestInfo {
  readonly verb: RequestVerb;
  readonly group: string;
  readonly version: string;
  /** Plural of the kind; empty for a path that is not a resource, such as `/version`. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly path: string;
  /** Of HTTP: `GET`. */
  readonly method: string;
  /** Host and port of the server. */
  readonly host: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly userAgent: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
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

/** Classifies a request from its method and path, as `k8s.io/apiserver/pkg/endpoints/request` does. */
export function classifyRequest(method: string, path: string): RequestTarget {
  const url = new URL(path, "http://localhost");
  const parts = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decodeURIComponent);
  const [root] = parts;
  const rest = root === "api" ? parts.slice(2) : parts.slice(3);
  if ((root !== "api" && root !== "apis") || rest.length === 0) {
    return { ...none, verb: verbOf(method, false, false) };
  }
  const group = root === "api" ? "" : (parts[1] ?? "");
  const version = (root === "api" ? parts[1] : parts[2]) ?? "";
  // /namespaces/NAME, /namespaces/NAME/status and /namespaces/NAME/finalize are the Namespace itself.
  const isNamespaced = rest[0] === "namespaces" && rest.length > 2 && rest[2] !== "status" && rest[2] !== "finalize";
  const namespace = isNamespaced ? (rest[1] ?? "") : "";
  const [resource = "", name = "", subresource = ""] = isNamespaced ? rest.slice(2) : rest;
  const isWatch = ["true", "1"].includes(url.searchParams.get("watch") ?? "");
  const isNamespace = resource === "namespaces" && name !== "";
  return {
    verb: verbOf(method, name === "", isWatch),
    group,
    version,
    resource,
    subresource,
    namespace: isNamespace ? name : namespace,
    name,
  };
}
