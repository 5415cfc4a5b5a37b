import type { DeepReadonly, Machine } from "@capstan/contract";
import { isNotFound, Secret } from "@capstan/runtime";
import { clusterReserving } from "../secrets/reserved-name.ts";
import { cachedSecret } from "../secrets/cluster-secrets.ts";
import type { Visit } from "../visit/visit.ts";

/** The state of a Machine's bootstrap data. */
export type BootstrapData =
  /** The Machine names no Secret yet. */
  | { readonly state: "unnamed" }
  /** The Machine declares with an empty name that it needs no data (rule IB-006). */
  | { readonly state: "none" }
  /** The Secret is missing, or lacks the key `value`. */
  | { readonly state: "missing"; readonly why: string }
  | { readonly state: "present"; readonly data: string; readonly format: string | undefined };

/**
 * Reads key `value` of the Secret that the Machine, or the template of a MachinePool, names (rule IB-007). The Secret comes from the cache;
 * only a Secret without the cluster name label, which a user may have created, costs a GET.
 *
 * @param mayAsk - whether to send a GET for a Secret that is not in the cache.
 */
export async function readBootstrapData(
  visit: Visit<unknown>,
  { bootstrap }: DeepReadonly<Pick<Machine["spec"], "bootstrap">>,
  mayAsk: boolean,
): Promise<BootstrapData> {
  const name = bootstrap.dataSecretName;
  if (name === undefined) return { state: "unnamed" };
  if (name === "") return { state: "none" };
  const { namespace } = visit.object.metadata;
  const key = namespace === undefined ? { name } : { name, namespace };
  const reserving = await clusterReserving(visit.manager.cache, key);
  if (reserving !== undefined) {
    // A user who may name the data Secret must not be able to have the Cluster's credentials sent to a cloud.
    return { state: "missing", why: `Secret ${name} is reserved for Cluster ${reserving.metadata.name}` };
  }
  const secret =
    (await cachedSecret(visit.manager.cache, key, visit.signal)) ?? (mayAsk ? await getSecret(visit, key) : undefined);
  if (secret === undefined) return { state: "missing", why: `Secret ${name} does not exist` };
  const value = secret.data?.value;
  if (value === undefined || value === "") return { state: "missing", why: `Secret ${name} has no key value` };
  const data = decode(value);
  visit.secrets.add(data);
  const format = secret.data?.format;
  return { state: "present", data, format: format === undefined ? undefined : decode(format) };
}

async function getSecret(
  visit: Visit<unknown>,
  key: { name: string; namespace?: string },
): Promise<DeepReadonly<Secret> | undefined> {
  try {
    return await visit.manager.client.get(Secret, key, { signal: visit.signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
