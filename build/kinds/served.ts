import { isJsonObject } from "@capstan/kube";
import { type Wire } from "../../packages/apiserver/test/conformance/target.ts";
import { type GroupVersionKind } from "./facts.ts";

/** A kind in discovery; group and version are empty if they are those of the resource. */
interface ResponseKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

interface ServedSubresource {
  readonly subresource: string;
  readonly responseKind?: ResponseKind;
  readonly verbs: readonly string[];
}

/** A resource in aggregated discovery (apidiscovery.k8s.io/v2). */
export interface ServedResource {
  readonly resource: string;
  readonly responseKind: ResponseKind;
  readonly scope: "Namespaced" | "Cluster";
  readonly singularResource: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly ServedSubresource[];
}

export interface ServedVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[];
}

/** The parts of an OpenAPI schema that are read. */
export interface OpenApiSchema {
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly enum?: readonly string[];
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-patch-strategy"?: string;
  readonly "x-kubernetes-patch-merge-key"?: string;
}

/** The schemas of OpenAPI, by the Go name of the type: `core.v1.Pod`. */
export type OpenApiSchemas = ReadonlyMap<string, OpenApiSchema>;

const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** The built-in group versions of a server, in discovery order. */
export async function servedVersions(wire: Wire): Promise<ServedVersion[]> {
  const documents = [await wire.get("/api", accept), await wire.get("/apis", accept)];
  return documents.flatMap(({ body }) =>
    body.items.flatMap(({ metadata, versions }) =>
      (versions as unknown as readonly Omit<ServedVersion, "group">[]).map(({ version, resources }) => ({
        group: (metadata.name as string | undefined) ?? "",
        version,
        resources,
      })),
    ),
  );
}

/** The kinds of resources and their subresources. */
export function kindsOf(served: readonly ServedVersion[]): GroupVersionKind[] {
  const kinds = served.flatMap(({ group, version, resources }) =>
    resources.flatMap(({ responseKind, subresources = [] }) =>
      [responseKind, ...subresources.map((sub) => sub.responseKind)].flatMap((found) =>
        found === undefined
          ? []
          : [
              {
                Group: found.version === "" ? group : found.group,
                Version: found.version || version,
                Kind: found.kind,
              },
            ],
      ),
    ),
  );
  return [...new Map(kinds.map((kind) => [JSON.stringify(kind), kind])).values()];
}

/** All schemas that a server publishes. */
export async function openApiSchemas(wire: Wire): Promise<OpenApiSchemas> {
  const schemas = new Map<string, OpenApiSchema>();
  const { paths } = (await wire.get("/openapi/v3")).body;
  if (!isJsonObject(paths)) throw new Error("The server publishes no OpenAPI documents.");
  for (const path of Object.keys(paths)) {
    if (!/^apis?\/(.*\/)?v\d\w*$/.test(path)) continue;
    const { components } = (await wire.get(`/openapi/v3/${path}`)).body as unknown as {
      readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> };
    };
    for (const [name, schema] of Object.entries(components.schemas)) {
      schemas.set(name.split(".").slice(-3).join("."), schema);
    }
  }
  return schemas;
}
