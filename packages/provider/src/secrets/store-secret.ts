import { type DeepReadonly, type ObjectKey, secretType } from "@capstan/contract";
import { isAlreadyExists, isNotFound, Secret } from "@capstan/runtime";
import { cachedSecret } from "../bootstrap-data/cluster-secrets.ts";
import type { ClusterOwners } from "../object/owners.ts";
import { type Adoption, adoptSecret } from "./adopt-secret.ts";
import { encodedData, ownedSecret, type SecretData } from "./owned-secret.ts";
import type { Visit } from "../visit/visit.ts";

/**
 * Creates a Secret, once. Safe to repeat: one of that name that exists keeps its data, and is adopted if nothing else controls
 * it (BS-007, BS-008).
 */
export async function createSecretOnce(
  visit: Visit<ClusterOwners>,
  key: ObjectKey,
  data: SecretData,
): Promise<Adoption> {
  const existing = await createdOrExisting(visit, key, data);
  return existing === undefined ? { adopted: true } : adoptSecret(visit, existing);
}

/**
 * Keeps a Secret as it has to be: creates it, or changes what differs; sends nothing otherwise. One of another type than
 * `cluster.x-k8s.io/secret` is the user's own, and stays as it is.
 */
export async function keepSecret(visit: Visit<ClusterOwners>, key: ObjectKey, data: SecretData): Promise<Adoption> {
  const existing =
    (await cachedSecret(visit.manager.cache, key, visit.signal)) ?? (await createdOrExisting(visit, key, data));
  if (existing?.type !== secretType) return { adopted: true };
  return adoptSecret(visit, existing, data);
}

/** Stores other data in place of what a Secret holds, and re-creates the Secret if it is gone. */
export async function replaceSecretData(
  visit: Visit<ClusterOwners>,
  key: ObjectKey & { name: string },
  data: SecretData,
): Promise<void> {
  const { client } = visit.manager;
  const body = { data: encodedData(data) };
  try {
    await client.patch(Secret, key, { type: "merge", body }, { signal: visit.signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await client.create(Secret, ownedSecret(visit, key, data), { signal: visit.signal });
  }
}

/** The Secret that was there before; undefined: it has been created. */
async function createdOrExisting(
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
