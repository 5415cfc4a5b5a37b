import { apiVersionOf } from "@capstan/kube";
import { resourceFacts } from "./resource-facts.ts";

/** The Go types of request and response kinds, by apiVersion and kind. */
const types: ReadonlyMap<string, string> = new Map([
  ...resourceFacts.flatMap((resource) =>
    [resource, ...resource.subresources].map(
      ({ group = resource.group, version = resource.version, kind, type }) =>
        [`${apiVersionOf({ group, version })} ${kind}`, type] as const,
    ),
  ),
  ["v1 Status", "meta.v1.Status"],
  ["meta.k8s.io/v1 PartialObjectMetadata", "meta.v1.PartialObjectMetadata"],
  ["meta.k8s.io/v1beta1 PartialObjectMetadata", "meta.v1.PartialObjectMetadata"],
]);

/** The Go type of a built-in kind; undefined for any other. */
export function typeOfKind(apiVersion: string, kind: string): string | undefined {
  // Clients send these in the version of the deleted objects.
  return kind === "DeleteOptions" ? "meta.v1.DeleteOptions" : types.get(`${apiVersion} ${kind}`);
}
