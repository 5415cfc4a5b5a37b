import {
  type Cluster,
  clusterSecretName,
  controllerOf,
  type DeepReadonly,
  labels,
  type SecretPurpose,
  secretType,
} from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import {
  type Client,
  type Informer,
  isConflict,
  isNotFound,
  patchChanges,
  Secret,
  setOwnerReference,
} from "@capstan/runtime";
import { clusterOwner } from "../../kit/owner-references.ts";

const purposes: readonly SecretPurpose[] = ["ca", "etcd", "proxy", "sa", "kubeconfig"];

/** The names of the Secrets that belong to a Cluster as a whole. */
export function clusterSecretNames(cluster: string): string[] {
  return purposes.map((purpose) => clusterSecretName(cluster, purpose));
}

/**
 * Makes a Cluster without `controlPlaneRef` the owner of its Secrets that lost their owner, as after a restore, so that they are deleted
 * with it. With a `controlPlaneRef`, the control plane provider does this. A Secret that another object controls is unchanged, and so is a
 * Secret of another type than `cluster.x-k8s.io/secret`, because a user created it.
 *
 * @param secrets - those with the label `cluster.x-k8s.io/cluster-name`.
 * @returns the changed Secrets.
 */
export async function ownSecrets(
  client: Client,
  cluster: DeepReadonly<Cluster>,
  secrets: Informer<Secret>,
  signal: AbortSignal,
): Promise<readonly DeepReadonly<Secret>[]> {
  const { name, namespace } = cluster.metadata;
  if (cluster.spec.controlPlaneRef !== undefined) return [];
  const changed: DeepReadonly<Secret>[] = [];
  for (const secretName of clusterSecretNames(name)) {
    const secret = secrets.get({ name: secretName, namespace });
    if (secret?.type !== secretType || controllerOf(secret) !== undefined) continue;
    if (secret.metadata.labels?.[labels.clusterName] !== name) continue;
    const after = deepCopy<Secret>(secret);
    after.metadata = setOwnerReference(after.metadata, clusterOwner(cluster));
    try {
      const { object, written } = await patchChanges<Secret>(client, Secret, secret, after, { signal });
      if (written > 0) changed.push(object);
    } catch (error) {
      // Another writer changed or deleted it, and an event will report that.
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }
  return changed;
}
