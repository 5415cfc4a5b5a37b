import type { SeenRequest } from "./world.ts";

/** The parts of a request line. */
export type RequestTarget = Omit<SeenRequest, "status"> & { readonly group: string };

const verbs: Readonly<Record<string, string>> = { POST: "create", PUT: "update", PATCH: "patch" };

/** The path below a group and version: `[namespaces, name,] resource[, name[, subresource]]`. */
const resourcePath =
  /^\/(?:api\/[^/]+|apis\/(?<group>[^/]+)\/[^/]+)(?:\/namespaces\/(?<namespace>[^/]+)(?=\/[^/]+))?\/(?<resource>[^/]+)(?:\/(?<name>[^/]+)(?:\/(?<subresource>.+))?)?$/;

/** Classifies a request as the API server's audit log does; undefined for a non-resource request. */
export function requestTarget(method: string, path: string): RequestTarget | undefined {
  const { pathname, searchParams } = new URL(path, "https://localhost");
  const {
    group = "",
    namespace = "",
    resource,
    name = "",
    subresource = "",
  } = resourcePath.exec(pathname)?.groups ?? {};
  if (resource === undefined) return undefined;
  const isWatch = ["1", "true"].includes(searchParams.get("watch") ?? "");
  return { verb: verbOf(method, name === "", isWatch), group, resource, subresource, namespace, name };
}

function verbOf(method: string, isCollection: boolean, isWatch: boolean): string {
  if (method === "GET") return isWatch ? "watch" : isCollection ? "list" : "get";
  if (method === "DELETE") return isCollection ? "deletecollection" : "delete";
  return verbs[method] ?? method.toLowerCase();
}

const bookkeeping: ReadonlySet<string> = new Set([
  "authentication.k8s.io",
  "authorization.k8s.io",
  "coordination.k8s.io",
  "events.k8s.io",
]);

/** Whether a request is a relevant write: leader election, Events and access reviews are not. */
export function isWrite({ verb, group, resource }: RequestTarget): boolean {
  if (bookkeeping.has(group) || resource === "events") return false;
  return ["create", "delete", "deletecollection", "patch", "update"].includes(verb);
}
