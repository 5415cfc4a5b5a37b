/** What follows the version in a path, as it is written there. */
interface RequestedResource {
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** Such as what follows `proxy`. */
  readonly rest: readonly string[];
}

/** The path of a request, read as `k8s.io/apiserver/pkg/endpoints/request` does. */
export interface ReadPath {
  /** `api` and the version, or `apis`, the group and the version; all of a path that is not one of a resource. */
  readonly prefix: readonly string[];
  /** `undefined` if it is not one of a resource, such as `/version`. */
  readonly resource: RequestedResource | undefined;
  readonly query: string;
}

/** Namespaces have these two; in any other place a name follows the namespace's. */
const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

/** Reads a path with its query. */
export function readRequestPath(text: string): ReadPath {
  const [path = "", query = ""] = text.split("?", 2);
  const parts = path.split("/").filter((part) => part !== "");
  const [root] = parts;
  const length = root === "api" ? 2 : 3;
  if ((root !== "api" && root !== "apis") || parts.length <= length) {
    return { prefix: parts, resource: undefined, query };
  }
  const resource = parts.slice(length);
  const isNamespaced =
    resource[0] === "namespaces" && resource.length > 2 && !namespaceSubresources.has(resource[2] ?? "");
  const [plural = "", name, subresource, ...rest] = isNamespaced ? resource.slice(2) : resource;
  const namespace = isNamespaced ? resource[1] : undefined;
  return { prefix: parts.slice(0, length), resource: { plural, namespace, name, subresource, rest }, query };
}

/** Whose namespace a request is about; "": none, or all of them. */
export function namespaceOf(path: string): string {
  return readRequestPath(path).resource?.namespace ?? "";
}
