import type { DeepReadonly, ObjectKey } from "@capstan/contract";
import type { ClusterOwners } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import type { Secret } from "@capstan/runtime";
import { cachedSecret } from "../../secrets/cluster-secrets.ts";
import { type Adoption, adoptSecret } from "../../secrets/adopt-secret.ts";
import { createSecretOnce, replaceSecretData } from "../../secrets/store-secret.ts";
import type { Visit } from "../../visit/visit.ts";
import { isDataSecretOf, whyNotData } from "./data-claim.ts";

/** Key of a config's data Secret: its own name, which can be computed again at any time (rule BC-016). */
export function dataSecretKey(config: CachedObject): ObjectKey & { name: string } {
  const { name, namespace } = config.metadata;
  return namespace === undefined ? { name } : { name, namespace };
}

/**
 * Stores bootstrap data as the contract requires (rules BS-001 to BS-006). Safe to repeat: a Secret of that name that exists is
 * kept with its data, and adopted if it is the config's (BS-007, BS-008).
 */
export async function publishBootstrapData(
  visit: Visit<ClusterOwners>,
  data: string,
  format: string | undefined,
): Promise<Adoption> {
  const existing = await createSecretOnce(visit, dataSecretKey(visit.object), { value: data, format });
  return existing === undefined ? { adopted: true } : adoptData(visit, existing);
}

/** Whether a Secret with the config's name holds its data. */
export function isData({ object, owners }: Visit<ClusterOwners>, secret: DeepReadonly<Secret>): boolean {
  return isDataSecretOf(secret, object, owners.cluster.metadata.name);
}

/** Makes an existing Secret the config's, if it is proven to hold its data. */
export async function adoptData(visit: Visit<ClusterOwners>, secret: DeepReadonly<Secret>): Promise<Adoption> {
  return whyNotData(secret, visit.object, visit.owners.cluster.metadata.name) ?? adoptSecret(visit, secret);
}

/**
 * Stores bootstrap data in place of what the config's Secret holds, for machines that come later: a MachinePool has one config for
 * all of them. Re-creates the Secret if it is gone; one that is another's by now stays as it is.
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
