import type { Cluster, KubernetesObject, ObjectMeta, OwnerReference, ResourceKind } from "@capstan/contract";
import { labels } from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import type { ProviderDefinition } from "@capstan/provider";
import { type Client, isNotFound, KindNotServedError } from "@capstan/runtime";

/** The parts of a test environment that builders use. */
export interface BuilderContext {
  readonly client: Client;
  readonly hasCore: boolean;
}

/** The namespace of all objects from builders. */
export const namespace = "default";

/** The Pod and Service networks of a Cluster that names no others. */
export const networks: Cluster["spec"] = {
  clusterNetwork: { pods: { cidrBlocks: ["10.244.0.0/16"] }, services: { cidrBlocks: ["10.96.0.0/12"] } },
};

/** The part of a definition that references need. */
export type Referable = Pick<ProviderDefinition, "kind">;

/** A reference in the format of Clusters and Machines. */
export function referenceTo({ kind }: Referable, name: string) {
  return { apiGroup: kind.group, kind: kind.kind, name };
}

/** Creates a provider object; with an owner, adopted as by the core. */
export async function createProviderObject(
  client: Client,
  definition: Referable,
  options: {
    readonly name: string;
    /** Default: the namespace of all objects from builders. */
    readonly namespace?: string | undefined;
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
    // Some kinds accept a missing spec but not an empty one; the API server sets the default of the others.
    ...(Object.keys(spec).length === 0 ? {} : { spec }),
  };
  try {
    await client.create(kind, object);
  } catch (error) {
    // The namespace exists, so NotFound can only mean a kind that is not served.
    if (isNotFound(error)) throw notInstalled(kind.kind, error);
    throw error;
  }
}

/** The error for a kind that the environment does not serve, with the remedy. */
export function notInstalled(kind: string, cause?: unknown): KindNotServedError {
  const message =
    `${kind} is not installed in this test environment; pass its reconciler in \`reconcilers\`, ` +
    "or its CRDs in `crds` (`crds: MyKind.crds`) if it is not to be reconciled";
  return new KindNotServedError(message, { cause });
}

/** An owner reference as the core writes it. */
export function ownerReferenceTo({ apiVersion, kind, metadata }: KubernetesObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid ?? "", controller: true };
}
