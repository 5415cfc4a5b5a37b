import { type DeepReadonly, labels, type ObjectKey } from "@capstan/contract";
import { type Cache, type Informer, isForbidden, Secret } from "@capstan/runtime";

/**
 * The Secrets that carry the cluster name label, as the contract asks of every Secret of a Cluster (rule BS-003): one list
 * and watch a manager, instead of a GET a Secret, and no Secret of anybody else in memory.
 */
export function clusterSecrets(cache: Cache): Informer<Secret> {
  return cache.informer(Secret, { labelSelector: labels.clusterName });
}

/**
 * A labelled Secret as the cache has it, once the cache is in sync. None where Secrets may not be listed: whoever may get them
 * asks for one by its name, and is told what is forbidden if that is not allowed either.
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
