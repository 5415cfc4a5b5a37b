import type { Cluster, KubernetesObject, ObjectMeta, OwnerReference, ResourceKind } from "@capstan/contract";
import { labels } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { ProviderDefinition } from "@capstan/provider";
import { type Client, isNotFound, KindNotServedError } from "@capstan/runtime";

/** What builders need of a test environment. */
export interface BuilderContext {
  readonly client: Client;
  readonly hasCore: boolean;
}

/** The namespace of all objects that builders make. */
export const namespace = "default";

/** The Pod and Service networks of a Cluster that names no others. */
export const networks: Cluster["spec"] = {
  clusterNetwork: { pods: { cidrBlocks: ["10.244.0.0/16"] }, services: { cidrBlocks: ["10.96.0.0/12"] } },
};

/** What objects refer to a kind by. */
export type Referable = Pick<ProviderDefinition, "kind">;

/** A reference as Clusters and Machines have it. */
export function referenceTo({ kind }: Referable, name: string) {
  return { apiGroup: kind.group, kind: kind.kind, name };
}

/** Creates a provider object; with an owner, as core would have adopted it. */
export async function createProviderObject(
  client: Client,
  definition: Referable,
  options: {
    readonly name: string;
    /** Default: that of all objects that builders make. */
    readonly namespace?: string;
    readonly cluster: string;
    readonly spec: object;
    readonly owner?: KubernetesObject;
  },
): Promise<void> {
  const kind: ResourceKind = definition.kind;
  const { name, cluster, spec, owner } = options;
  const metadata: ObjectMeta = {
    name,
    namespace: options.namespace ?? namespace,
    labels: { [labels.clusterName]: cluster },
    ...(owner === undefined ? {} : { ownerReferences: [ownerReferenceTo(owner)] }),
  };
  const object: KubernetesObject & { spec?: object } = {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata,
    // Some kinds admit no spec, but not an empty one; the API server fills in the default of the others.
    ...(Object.keys(spec).length === 0 ? {} : { spec }),
  };
  try {
    await client.create(kind, object);
  } catch (error) {
    // The namespace is there: only a kind that is not served can be what was not found.
    if (isNotFound(error)) throw notInstalled(kind.kind, error);
    throw error;
  }
}

/** The environment does not serve a kind; says what to do about that. */
export function notInstalled(kind: string, cause?: unknown): KindNotServedError {
  const message =
    `${kind} is not installed in this test environment; pass its reconciler in \`reconcilers\`, ` +
    "or its CRDs in `crds` (`crds: MyKind.crds`) if it is not to be reconciled";
  return new KindNotServedError(message, { cause });
}

/** As the core writes it. */
export function ownerReferenceTo({ apiVersion, kind, metadata }: KubernetesObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}
