import { type DeepReadonly, type ObjectKey, secretType } from "@capstan/contract";
import { isAlreadyExists, Secret } from "@capstan/runtime";
import { cachedSecret } from "./cluster-secrets.ts";
import type { ClusterOwners } from "../object/owners.ts";
import { type Adoption, adoptSecret } from "./adopt-secret.ts";
import { encodedData, ownedSecret, type SecretData } from "./owned-secret.ts";
import type { Visit } from "../visit/visit.ts";

/**
 * Keeps a Secret in the desired state: creates it, or patches differences; otherwise sends nothing. A Secret of another type than
 * `cluster.x-k8s.io/secret` is the user's own and stays unchanged.
 */
export async function keepSecret(visit: Visit<ClusterOwners>, key: ObjectKey, data: SecretData): Promise<Adoption> {
  const existing =
    (await cachedSecret(visit.manager.cache, key, visit.signal)) ?? (await createSecretOnce(visit, key, data));
  if (existing?.type !== secretType) return { adopted: true };
  return adoptSecret(visit, existing, data);
}

/**
 * Replaces the data of a Secret.
 *
 * @throws ApiError - Conflict: the Secret was changed or recreated since it was read; the reconcile is retried.
 */
export async function replaceSecretData(
  { manager, signal }: Visit<ClusterOwners>,
  { metadata }: DeepReadonly<Secret>,
  data: SecretData,
): Promise<void> {
  const { uid, resourceVersion } = metadata;
  const body = { metadata: { uid, resourceVersion }, data: encodedData(data) };
  await manager.client.patch(Secret, metadata, { type: "merge", body }, { signal });
}

/** Creates a Secret unless it exists. @returns the existing Secret; undefined: the Secret has been created. */
export async function createSecretOnce(
  visit: Visit<ClusterOwners>,
  key: ObjectKey,
  data: SecretData,
): Promise<DeepReadonly<Secret> | undefined> {
  const { client } = visit.manager;
  try {
    await client.create(Secret, ownedSecret(visit, key, data), { signal: visit.signal });
    return undefined;
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  return client.get(Secret, key, { signal: visit.signal });
}
