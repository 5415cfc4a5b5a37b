import {
  Cluster,
  type KubernetesObject,
  Machine,
  MachineDeployment,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
} from "@capstan/contract";
import { type Client, CustomResourceDefinition, isNotFound } from "@capstan/runtime";
import type { ObservedCluster, ObservedReference, Reference } from "./observed-cluster.ts";
import { missing, observedReference, referredKind, referredKinds } from "./observed-reference.ts";
import { crdNameOf, readableKind } from "./readable-kind.ts";
import { referencesOf } from "./references.ts";
import { controlPlaneTemplatesOf, templatesOf } from "./templates.ts";

/**
 * Reads a Cluster and its objects: a list for each kind, and one read for the CRD of each provider kind.
 *
 * @param options - `withTemplates`: the templates of Machines, too.
 * @returns an observation without Cluster if no Cluster has that name; its Machines may outlive it.
 * @throws ApiError - the user may not read an object; never retried.
 */
export async function observeCluster(
  client: Client,
  key: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
  { withTemplates = false }: { readonly withTemplates?: boolean } = {},
): Promise<ObservedCluster> {
  // Not by label, because the core has not set it yet on a Machine that it has not observed, and users ask about just such Machines.
  const scope = { namespace: key.namespace, signal };
  const ofCluster = <T extends { spec: { clusterName: string } }>({ items }: { items: T[] }): T[] =>
    items.filter(({ spec }) => spec.clusterName === key.name);
  const [cluster, deployments, sets, machines, pools, checks] = await Promise.all([
    client.get(Cluster, key, { signal }).catch(undefinedIfNotFound),
    client.list(MachineDeployment, scope).then(ofCluster, emptyIfNotFound),
    client.list(MachineSet, scope).then(ofCluster, emptyIfNotFound),
    client.list(Machine, scope).then(ofCluster, emptyIfNotFound),
    client.list(MachinePool, scope).then(ofCluster, emptyIfNotFound),
    client.list(MachineHealthCheck, scope).then(ofCluster, emptyIfNotFound),
  ]);
  const references = [
    ...referencesOf({ cluster, machines, machinePools: pools }),
    ...(withTemplates ? deployments.flatMap(templatesOf) : []),
  ];
  const kinds = await readKinds(client, key.namespace, references, signal);
  const controlPlane = withTemplates ? found(kinds, cluster?.spec.controlPlaneRef) : undefined;
  const ofControlPlane = controlPlane === undefined ? [] : controlPlaneTemplatesOf(controlPlane);
  const unknown = ofControlPlane.filter((reference) => !kinds.has(referredKind(reference)));
  const all = new Map([...kinds, ...(await readKinds(client, key.namespace, unknown, signal))]);
  return {
    cluster,
    machineDeployments: deployments,
    machineSets: sets,
    machines,
    machinePools: pools,
    machineHealthChecks: checks,
    withTemplates,
    find: (reference) => all.get(referredKind(reference))?.(reference.name) ?? missing,
  };
}

function found(kinds: ReadonlyMap<string, ObjectsOfKind>, reference: Reference | undefined) {
  const observed = reference === undefined ? undefined : kinds.get(referredKind(reference))?.(reference.name);
  return observed?.state === "found" ? observed.object : undefined;
}

type ObjectsOfKind = (name: string) => ObservedReference;

async function readKinds(
  client: Client,
  namespace: string,
  references: readonly Reference[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ObjectsOfKind>> {
  const read = [...referredKinds(references)].map(
    async ([key, kind]) => [key, await readKind(client, namespace, kind, signal)] as const,
  );
  return new Map(await Promise.all(read));
}

async function readKind(
  client: Client,
  namespace: string,
  reference: Reference,
  signal: AbortSignal,
): Promise<ObjectsOfKind> {
  const name = crdNameOf(reference);
  const crd = await client.get(CustomResourceDefinition, { name }, { signal }).catch(undefinedIfNotFound);
  const readable = readableKind(reference, crd);
  if (readable.state === "unresolved") return () => readable;
  const { resource, contract } = readable;
  const { items } = await client.list<KubernetesObject>(resource, { namespace, signal });
  const objects = new Map(items.map((object) => [object.metadata.name, object]));
  return (wanted) => observedReference(objects.get(wanted), contract);
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** A management cluster might not serve every kind. */
function emptyIfNotFound(error: unknown): never[] {
  if (!isNotFound(error)) throw error;
  return [];
}
