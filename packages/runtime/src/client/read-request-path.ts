/** The parts of a path after the version, still encoded. */
interface RequestedResource {
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** For example, the parts after `proxy`. */
  readonly rest: readonly string[];
}

/** The path of a request, parsed as in `k8s.io/apiserver/pkg/endpoints/request`. */
export interface ReadPath {
  /** `api` and the version, or `apis`, the group and the version; the whole path for a non-resource request. */
  readonly prefix: readonly string[];
  /** `undefined` for a non-resource request, such as `/version`. */
  readonly resource: RequestedResource | undefined;
  readonly query: string;
}

/** The two subresources of Namespaces; any other part in this place is a resource in the namespace. */
const namespaceSubresources: ReadonlySet<string> = new Set(["status", "finalize"]);

/** Parses a path with its query. */
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

/** The namespace of a request; "" for none, or for all namespaces. */
export function namespaceOf(path: string): string {
  return readRequestPath(path).resource?.namespace ?? "";
}
