import type { ReadPath } from "./read-request-path.ts";

/** The path of a request without the parts that vary by object, so there are only as many templates as kinds. */
export function urlTemplate({ prefix, resource }: ReadPath): string {
  if (resource === undefined) return prefix.length <= 1 ? `/${prefix[0] ?? ""}` : `/${prefix[0] ?? ""}/{path}`;
  const { plural, namespace, name, subresource, rest } = resource;
  const inNamespace = namespace === undefined ? "" : "/namespaces/{namespace}";
  const ofName = name === undefined ? "" : "/{name}";
  const ofSubresource = subresource === undefined ? "" : `/${subresource}`;
  return `/${prefix.join("/")}${inNamespace}/${plural}${ofName}${ofSubresource}${rest.length === 0 ? "" : "/{path}"}`;
}
