import type { DeepReadonly, Machine, ObjectKey } from "@capstan/contract";
import { clusterReserving } from "../secrets/reserved-name.ts";
import { secretReaderOf } from "../scope/secret-reader.ts";
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
 * only a Secret that has no cluster name label, or no longer exists, costs a GET.
 *
 * @param isKnown - whether machines exist already. They need no data: a response of the last minute is recent enough, and one that fails
 *   counts as a missing Secret.
 */
export async function readBootstrapData(
  visit: Visit<unknown>,
  { bootstrap }: DeepReadonly<Pick<Machine["spec"], "bootstrap">>,
  isKnown: boolean,
): Promise<BootstrapData> {
  const name = bootstrap.dataSecretName;
  if (name === undefined) return { state: "unnamed" };
  if (name === "") return { state: "none" };
  const key = { name, namespace: visit.object.metadata.namespace };
  const reserving = await clusterReserving(visit.manager.cache, key);
  if (reserving !== undefined) {
    // A user who may name the data Secret must not be able to have the Cluster's credentials sent to a cloud.
    return { state: "missing", why: `Secret ${name} is reserved for Cluster ${reserving.metadata.name}` };
  }
  visit.secretsRead.push(key);
  const secret = isKnown ? await secretIfReadable(visit, key) : await secretNow(visit, key);
  if (secret === undefined) return { state: "missing", why: `Secret ${name} does not exist` };
  const value = secret.data?.value;
  if (value === undefined || value === "") return { state: "missing", why: `Secret ${name} has no key value` };
  const data = decode(value);
  visit.secrets.add(data);
  const format = secret.data?.format;
  return { state: "present", data, format: format === undefined ? undefined : decode(format) };
}

function secretNow({ manager, signal }: Visit<unknown>, key: ObjectKey) {
  return secretReaderOf(manager).get(key, signal, { mostMs: 0 });
}

async function secretIfReadable({ manager, signal, logger }: Visit<unknown>, key: ObjectKey) {
  try {
    return await secretReaderOf(manager).get(key, signal, { alsoMissing: true });
  } catch (error) {
    if (signal.aborted) throw error;
    logger.warn("The bootstrap data Secret could not be read; only new machines need it", { secret: key.name, error });
    return undefined;
  }
}

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
