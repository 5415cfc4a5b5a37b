import { type DeepReadonly, labels, type ObjectKey } from "@capstan/contract";
import { type Cache, type Informer, isForbidden, Secret } from "@capstan/runtime";

/**
 * The Secrets with the cluster name label, which the contract requires for every Secret of a Cluster (rule BS-003): one list and watch per
 * manager instead of a GET per Secret, and no other Secrets in memory.
 */
export function clusterSecrets(cache: Cache): Informer<Secret> {
  return cache.informer(Secret, { labelSelector: labels.clusterName });
}

/**
 * A labeled Secret from the cache, once the cache is in sync. Undefined if Secrets may not be listed: the caller then gets the Secret by
 * name, and receives the API server's error if that is forbidden too.
 */
export async function cachedSecret(
  cache: Cache,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<DeepReadonly<Secret> | undefined> {
  const informer = clusterSecrets(cache);
  try {
    await informer.waitForSync(signal, { unlessForbidden: true });
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
  return informer.get(key);
}
