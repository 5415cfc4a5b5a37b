import { type DeepReadonly, type ObjectKey, secretType } from "@capstan/contract";
import { isAlreadyExists, Secret } from "@capstan/runtime";
import { cachedSecret } from "./cluster-secrets.ts";
import type { ClusterOwners } from "../object/owners.ts";
import { type Adoption, adoptSecret } from "./adopt-secret.ts";
import { encodedData, ownedSecret, type SecretData } from "./owned-secret.ts";
import type { Visit } from "../visit/visit.ts";

/**
 * Keeps a Secret as it has to be: creates it, or changes what differs; sends nothing otherwise. One of another type than
 * `cluster.x-k8s.io/secret` is the user's own, and stays as it is.
 */
export async function keepSecret(visit: Visit<ClusterOwners>, key: ObjectKey, data: SecretData): Promise<Adoption> {
  const existing =
    (await cachedSecret(visit.manager.cache, key, visit.signal)) ?? (await createSecretOnce(visit, key, data));
  if (existing?.type !== secretType) return { adopted: true };
  return adoptSecret(visit, existing, data);
}

/**
 * Stores other data in place of what a Secret holds.
 *
 * @throws ApiError - Conflict, the Secret was changed since it was read, or is another; the reconcile is retried.
 */
export async function replaceSecretData(
  { manager, signal }: Visit<ClusterOwners>,
  { metadata }: DeepReadonly<Secret>,
  data: SecretData,
): Promise<void> {
  const { name, namespace, uid, resourceVersion } = metadata;
  const key = { name, ...(namespace === undefined ? {} : { namespace }) };
  const body = { metadata: { uid, resourceVersion }, data: encodedData(data) };
  await manager.client.patch(Secret, key, { type: "merge", body }, { signal });
}

/** Creates a Secret unless it exists. @returns the one that was there before; undefined: it has been created. */
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
