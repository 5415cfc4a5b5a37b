import type { DeepReadonly, ObjectKey } from "@capstan/contract";
import type { ClusterOwners } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import type { Secret } from "@capstan/runtime";
import { cachedSecret } from "../../secrets/cluster-secrets.ts";
import { type Adoption, adoptSecret } from "../../secrets/adopt-secret.ts";
import { createSecretOnce, replaceSecretData } from "../../secrets/store-secret.ts";
import type { Visit } from "../../visit/visit.ts";
import { isDataSecretOf, whyNotData } from "./data-claim.ts";

/** Key of a config's data Secret. It has the config's name, so every reconcile can compute it (rule BC-016). */
export function dataSecretKey(config: CachedObject): ObjectKey {
  const { name, namespace } = config.metadata;
  return { name, namespace };
}

/**
 * Stores bootstrap data as the contract requires (rules BS-001 to BS-006). Safe to repeat: an existing Secret of that name keeps its data,
 * and is adopted if it is the config's (BS-007, BS-008).
 */
export async function publishBootstrapData(
  visit: Visit<ClusterOwners>,
  data: string,
  format: string | undefined,
): Promise<Adoption> {
  const existing = await createSecretOnce(visit, dataSecretKey(visit.object), { value: data, format });
  return existing === undefined ? { adopted: true } : adoptData(visit, existing);
}

/** Whether a Secret with the config's name holds the config's data. */
export function isData({ object, owners }: Visit<ClusterOwners>, secret: DeepReadonly<Secret>): boolean {
  return isDataSecretOf(secret, object, owners.cluster.metadata.name);
}

/** Adopts an existing Secret if it provably holds the config's data. */
export async function adoptData(visit: Visit<ClusterOwners>, secret: DeepReadonly<Secret>): Promise<Adoption> {
  return whyNotData(secret, visit.object, visit.owners.cluster.metadata.name) ?? adoptSecret(visit, secret);
}

/**
 * Replaces the bootstrap data in the config's Secret for future machines, because a MachinePool has one config for all its machines.
 * Recreates a deleted Secret; leaves a Secret unchanged that now belongs to another object.
 */
export async function replaceBootstrapData(
  visit: Visit<ClusterOwners>,
  data: string,
  format: string | undefined,
): Promise<void> {
  const key = dataSecretKey(visit.object);
  const stored = { value: data, format };
  const existing =
    (await cachedSecret(visit.manager.cache, key, visit.signal)) ?? (await createSecretOnce(visit, key, stored));
  if (existing !== undefined && isData(visit, existing)) await replaceSecretData(visit, existing, stored);
}
