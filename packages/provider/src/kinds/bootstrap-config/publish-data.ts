import type { ObjectKey } from "@capstan/contract";
import type { ClusterOwners } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import type { Adoption } from "../../secrets/adopt-secret.ts";
import { createSecretOnce, replaceSecretData } from "../../secrets/store-secret.ts";
import type { Visit } from "../../visit/visit.ts";

/** Key of a config's data Secret: its own name, which can be computed again at any time (rule BC-016). */
export function dataSecretKey(config: CachedObject): ObjectKey & { name: string } {
  const { name, namespace } = config.metadata;
  return namespace === undefined ? { name } : { name, namespace };
}

/**
 * Stores bootstrap data as the contract requires (rules BS-001 to BS-006). Safe to repeat: a Secret of that name that exists is
 * kept with its data, and adopted if nothing else controls it (BS-007, BS-008).
 */
export async function publishBootstrapData(
  visit: Visit<ClusterOwners>,
  data: string,
  format: string | undefined,
): Promise<Adoption> {
  return createSecretOnce(visit, dataSecretKey(visit.object), { value: data, format });
}

/**
 * Stores bootstrap data in place of what the config's Secret holds, for machines that come later: a MachinePool has one config for
 * all of them. Re-creates the Secret if it is gone.
 */
export async function replaceBootstrapData(
  visit: Visit<ClusterOwners>,
  data: string,
  format: string | undefined,
): Promise<void> {
  await replaceSecretData(visit, dataSecretKey(visit.object), { value: data, format });
}
