import { type DeepReadonly, labels, type ObjectKey } from "@capstan/contract";
import { type Cache, type Informer, Secret } from "@capstan/runtime";

/**
 * The Secrets that carry the cluster name label, as the contract asks of every Secret of a Cluster (rule BS-003): one list
 * and watch a manager, instead of a GET a Secret, and no Secret of anybody else in memory.
 */
export function clusterSecrets(cache: Cache): Informer<Secret> {
  return cache.informer(Secret, { labelSelector: labels.clusterName });
}

/** A labelled Secret as the cache has it, once the cache is in sync. */
export async function cachedSecret(
  cache: Cache,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<DeepReadonly<Secret> | undefined> {
  const informer = clusterSecrets(cache);
  await informer.waitForSync(signal);
  return informer.get(key);
}
