/** The path of a request without what differs from object to object: there are only as many as there are kinds. */
export function urlTemplate(path: string): string {
  const parts = (path.split("?", 1)[0] ?? "").split("/").filter((part) => part !== "");
  const [root] = parts;
  const prefix = root === "api" ? 2 : 3;
  if ((root !== "api" && root !== "apis") || parts.length <= prefix) {
    return parts.length <= 1 ? `/${root ?? ""}` : `/${root ?? ""}/{path}`;
  }
  const resource = parts.slice(prefix);
  // `namespaces/NAME/status` and `namespaces/NAME/finalize` are the Namespace itself.
  const isNamespaced =
    resource[0] === "namespaces" && resource.length > 2 && !/^(status|finalize)$/.test(resource[2] ?? "");
  const [plural = "", name, subresource, ...rest] = isNamespaced ? resource.slice(2) : resource;
  return [
    "",
    ...parts.slice(0, prefix),
    ...(isNamespaced ? ["namespaces", "{namespace}"] : []),
    plural,
    ...(name === undefined ? [] : ["{name}"]),
    ...(subresource === undefined ? [] : [subresource]),
    // Such as what follows `proxy`.
    ...(rest.length === 0 ? [] : ["{path}"]),
  ].join("/");
}
