import { adminKubeconfig, renewalTimeMs } from "@capstan/kube/x509";
import {
  type Cluster,
  clusterSecretName,
  type DeepReadonly,
  labels,
  type ObjectKey,
  secretKeys,
  secretType,
} from "@capstan/contract";
import { deepCopy, isOwnedBy } from "@capstan/kube";
import { type Client, type Clock, type Informer, isAlreadyExists, patchChanges, Secret } from "@capstan/runtime";
import { secretText } from "../../kubeconfig/secret-text.ts";
import { isEndpoint } from "./infrastructure.ts";
import { type WorkloadConnections } from "../../workload/workload-connections.ts";
import { isForAnotherServer, kubeconfigProblem } from "./kubeconfig-problem.ts";
import { clusterOwner } from "../../kit/owner-references.ts";

/** Options of {@link ensureKubeconfig}. */
export interface KubeconfigOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Secrets with the label `cluster.x-k8s.io/cluster-name`. */
  readonly secrets: Informer<Secret>;
  readonly workloads: Pick<WorkloadConnections, "stateOf">;
}

/** The state of the Secret `<cluster>-kubeconfig`, or why it is missing. */
export type KubeconfigState =
  | {
      readonly present: true;
      readonly resourceVersion: string;
      /** Milliseconds until the next check for renewal; 0: never. */
      readonly renewalMs: number;
      /** Why the kubeconfig cannot be for this Cluster. */
      readonly problem?: string;
    }
  | { readonly present: false; readonly message: string };

/** The longest duration that a timer accepts. */
const longestWaitMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Creates the Secret `<cluster>-kubeconfig` of a Cluster without `controlPlaneRef`, once its endpoint and certificate authority are known,
 * and renews it after half the lifetime of its certificate. With a `controlPlaneRef`, the control plane provider does this. A Secret that
 * the Cluster does not own is unchanged.
 */
export async function ensureKubeconfig(
  cluster: DeepReadonly<Cluster>,
  options: KubeconfigOptions,
  signal: AbortSignal,
): Promise<KubeconfigState> {
  const { name, namespace } = cluster.metadata;
  const secretName = clusterSecretName(name, "kubeconfig");
  const present = options.secrets.get({ name: secretName, namespace });
  const now = options.clock.now();
  if (present !== undefined) {
    const answers = options.workloads.stateOf({ name, namespace }).state === "connected";
    const authority = options.secrets.get(authorityKey(cluster));
    const problem = kubeconfigProblem(cluster, present, { authority, answers });
    if (problem !== undefined) return { ...presentAs(present), problem };
    const dueMs = renewalOf(cluster, present);
    if (dueMs === undefined) return presentAs(present);
    if (dueMs > now) return presentAs(present, Math.min(dueMs - now, longestWaitMs));
  }
  const made = await makeDocument(cluster, options);
  if (made.document === undefined) {
    return present === undefined ? { present: false, message: made.message } : presentAs(present);
  }
  const data = { [secretKeys.value]: Buffer.from(made.document, "utf8").toString("base64") };
  if (present !== undefined) {
    const after = { ...deepCopy<Secret>(present), data: { ...present.data, ...data } };
    return presentAs((await patchChanges<Secret>(options.client, Secret, present, after, { signal })).object);
  }
  const metadata = {
    name: secretName,
    namespace,
    labels: { [labels.clusterName]: name },
    ownerReferences: [clusterOwner(cluster)],
  };
  try {
    const secret: Secret = { apiVersion: "v1", kind: "Secret", metadata, type: secretType, data };
    return presentAs(await options.client.create(Secret, secret, { signal }));
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // The Secret exists but is not in the cache because it lacks the label, so this controller did not create it.
    return { present: false, message: `Secret ${secretName} exists without label ${labels.clusterName}: ${name}` };
  }
}

/** When to renew the Secret; `undefined`: this controller does not renew it. */
function renewalOf(cluster: DeepReadonly<Cluster>, secret: DeepReadonly<Secret>): number | undefined {
  if (!isOwnedBy(secret, cluster) || cluster.spec.controlPlaneRef !== undefined) return undefined;
  // With another address, this controller did not create it, though the Cluster may own it.
  if (isForAnotherServer(cluster.spec, secret)) return undefined;
  const kubeconfig = secretText(secret, secretKeys.value);
  return kubeconfig === undefined ? undefined : renewalTimeMs(kubeconfig);
}

type Made = { readonly document: string } | { readonly document?: undefined; readonly message: string };

async function makeDocument(cluster: DeepReadonly<Cluster>, options: KubeconfigOptions): Promise<Made> {
  const { name } = cluster.metadata;
  const { controlPlaneEndpoint, controlPlaneRef, topology } = cluster.spec;
  if (topology !== undefined && controlPlaneRef === undefined) {
    return { message: "Waiting for cluster topology to be reconciled" };
  }
  if (controlPlaneRef !== undefined) {
    const secretName = clusterSecretName(name, "kubeconfig");
    return { message: `Waiting for ${controlPlaneRef.kind} ${controlPlaneRef.name} to create Secret ${secretName}` };
  }
  if (!isEndpoint(controlPlaneEndpoint)) return { message: "Waiting for spec.controlPlaneEndpoint to be set" };
  const key = authorityKey(cluster);
  const authority = options.secrets.get(key);
  const certificate = secretText(authority, secretKeys.certificate);
  const privateKey = secretText(authority, secretKeys.privateKey);
  if (certificate === undefined || privateKey === undefined) {
    const wanted = `Secret ${key.name} with keys ${secretKeys.certificate} and ${secretKeys.privateKey}`;
    return { message: `Waiting for ${wanted} and label ${labels.clusterName}: ${name}` };
  }
  if (cluster.metadata.deletionTimestamp !== undefined) return { message: "The Cluster is being deleted" };
  const document = await adminKubeconfig({
    clusterName: name,
    endpoint: controlPlaneEndpoint,
    authority: { certificate, privateKey },
    now: options.clock.now(),
  });
  return { document };
}

function authorityKey({ metadata }: DeepReadonly<Cluster>): ObjectKey {
  const { name, namespace } = metadata;
  return { name: clusterSecretName(name, "ca"), namespace };
}

type Present = Extract<KubeconfigState, { readonly present: true }>;

function presentAs({ metadata }: DeepReadonly<Secret>, renewalMs = 0): Present {
  return { present: true, resourceVersion: metadata.resourceVersion ?? "", renewalMs };
}
