import { type Cluster, clusterSecretName, type DeepReadonly, labels, secretKeys, secretType } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { type Client, type Clock, type Informer, isAlreadyExists, patchChanges, Secret } from "@capstan/runtime";
import { adminKubeconfig } from "../../kubeconfig/admin-kubeconfig.ts";
import { renewalTimeMs } from "../../kubeconfig/client-certificate-life.ts";
import { isEndpoint } from "./infrastructure.ts";
import { clusterOwner } from "../../kit/owner-references.ts";

/** Options of {@link ensureKubeconfig}. */
export interface KubeconfigOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Secrets that have the label `cluster.x-k8s.io/cluster-name`. */
  readonly secrets: Informer<Secret>;
}

/** The state of the Secret `<cluster>-kubeconfig`; if it is missing, why. */
export type KubeconfigState =
  | {
      readonly present: true;
      readonly resourceVersion: string;
      /** Milliseconds until it must be checked for renewal again; 0: never. */
      readonly renewalMs: number;
    }
  | { readonly present: false; readonly message: string };

/** No timer is longer than this. */
const longestWaitMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Writes the Secret `<cluster>-kubeconfig` of a Cluster without `controlPlaneRef`, once its endpoint and its certificate authority
 * are known, and renews it when half its certificate's lifetime has passed. With a `controlPlaneRef`, that is the control plane
 * provider's job. A Secret that the Cluster does not own is left alone.
 */
export async function ensureKubeconfig(
  cluster: DeepReadonly<Cluster>,
  options: KubeconfigOptions,
  signal: AbortSignal,
): Promise<KubeconfigState> {
  const { name, namespace } = cluster.metadata;
  const inNamespace = namespace === undefined ? {} : { namespace };
  const secretName = clusterSecretName(name, "kubeconfig");
  const present = options.secrets.get({ name: secretName, ...inNamespace });
  const now = options.clock.now();
  if (present !== undefined) {
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
    ...inNamespace,
    labels: { [labels.clusterName]: name },
    ownerReferences: [clusterOwner(cluster)],
  };
  try {
    const secret: Secret = { apiVersion: "v1", kind: "Secret", metadata, type: secretType, data };
    return presentAs(await options.client.create(Secret, secret, { signal }));
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    // It exists but is not in the cache: it lacks the label, so it is not one of ours.
    return { present: false, message: `Secret ${secretName} exists without label ${labels.clusterName}: ${name}` };
  }
}

/** When the Secret is due for renewal; `undefined`: this controller does not renew it. */
function renewalOf(cluster: DeepReadonly<Cluster>, secret: DeepReadonly<Secret>): number | undefined {
  const isOwn = secret.metadata.ownerReferences?.some(({ uid }) => uid === cluster.metadata.uid) === true;
  if (!isOwn || cluster.spec.controlPlaneRef !== undefined) return undefined;
  const kubeconfig = textOf(secret, secretKeys.value);
  return kubeconfig === undefined ? undefined : renewalTimeMs(kubeconfig);
}

type Made = { readonly document: string } | { readonly document?: undefined; readonly message: string };

async function makeDocument(cluster: DeepReadonly<Cluster>, options: KubeconfigOptions): Promise<Made> {
  const { name, namespace } = cluster.metadata;
  const { controlPlaneEndpoint, controlPlaneRef, topology } = cluster.spec;
  if (topology !== undefined && controlPlaneRef === undefined) {
    return { message: "Waiting for cluster topology to be reconciled" };
  }
  if (controlPlaneRef !== undefined) {
    const secretName = clusterSecretName(name, "kubeconfig");
    return { message: `Waiting for ${controlPlaneRef.kind} ${controlPlaneRef.name} to create Secret ${secretName}` };
  }
  if (!isEndpoint(controlPlaneEndpoint)) return { message: "Waiting for spec.controlPlaneEndpoint to be set" };
  const authorityName = clusterSecretName(name, "ca");
  const authority = options.secrets.get({ name: authorityName, ...(namespace === undefined ? {} : { namespace }) });
  const certificate = textOf(authority, secretKeys.certificate);
  const privateKey = textOf(authority, secretKeys.privateKey);
  if (certificate === undefined || privateKey === undefined) {
    const wanted = `Secret ${authorityName} with keys ${secretKeys.certificate} and ${secretKeys.privateKey}`;
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

function presentAs({ metadata }: DeepReadonly<Secret>, renewalMs = 0): KubeconfigState {
  return { present: true, resourceVersion: metadata.resourceVersion ?? "", renewalMs };
}

function textOf(secret: DeepReadonly<Secret> | undefined, key: string): string | undefined {
  const value = secret?.data?.[key];
  return value === undefined || value === "" ? undefined : Buffer.from(value, "base64").toString("utf8");
}
