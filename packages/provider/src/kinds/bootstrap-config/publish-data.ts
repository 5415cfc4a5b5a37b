import { labels, type ObjectKey, type OwnerReference, secretType } from "@capstan/contract";
import { isAlreadyExists, isNotFound, Secret } from "@capstan/runtime";
import type { Visit } from "../../lifecycle/behaviour.ts";
import type { ClusterOwners } from "../../lifecycle/owners.ts";
import type { CachedObject } from "../../lifecycle/stored-object.ts";
import { type Adoption, adoptBootstrapSecret } from "./adopt-secret.ts";

/** Key of a config's data Secret: its own name, which can be computed again at any time (rule BC-016). */
export function dataSecretKey(config: CachedObject): ObjectKey & { name: string } {
  const { name, namespace } = config.metadata;
  return namespace === undefined ? { name } : { name, namespace };
}

/** The controller owner reference to a config (rule BS-004). */
export function ownerReferenceTo(config: CachedObject): OwnerReference {
  return {
    apiVersion: config.apiVersion,
    kind: config.kind,
    name: config.metadata.name,
    uid: config.metadata.uid ?? "",
    controller: true,
  };
}

/**
 * Stores bootstrap data as the contract wants it (rules BS-001 to BS-006). Safe to repeat: a Secret of that name that
 * exists is kept with its data, and adopted if nobody else controls it (BS-007, BS-008).
 */
export async function publishBootstrapData(
  visit: Visit<ClusterOwners>,
  data: string,
  format: string | undefined,
): Promise<Adoption> {
  const { client } = visit.manager;
  const key = dataSecretKey(visit.object);
  try {
    await client.create(Secret, dataSecret(visit, data, format), { signal: visit.signal });
    return { adopted: true };
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  return adoptBootstrapSecret(visit, await client.get(Secret, key, { signal: visit.signal }));
}

/**
 * Stores bootstrap data in place of what the config's Secret holds, for machines that come later: a MachinePool has one config for
 * all of them. Makes the Secret anew if it is gone.
 */
export async function replaceBootstrapData(
  visit: Visit<ClusterOwners>,
  data: string,
  format: string | undefined,
): Promise<void> {
  const { client } = visit.manager;
  const secret = dataSecret(visit, data, format);
  const body = { data: secret.data };
  try {
    await client.patch(Secret, dataSecretKey(visit.object), { type: "merge", body }, { signal: visit.signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await client.create(Secret, secret, { signal: visit.signal });
  }
}

function dataSecret(visit: Visit<ClusterOwners>, data: string, format: string | undefined): Secret {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      ...dataSecretKey(visit.object),
      labels: { [labels.clusterName]: visit.owners.cluster.metadata.name },
      ownerReferences: [ownerReferenceTo(visit.object)],
    },
    type: secretType,
    data: { value: encode(data), ...(format === undefined ? {} : { format: encode(format) }) },
  };
}

function encode(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
