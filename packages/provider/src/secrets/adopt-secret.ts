import { controllerOf, type DeepReadonly, labels } from "@capstan/contract";
import { patchChanges, Secret, setOwnerReference } from "@capstan/runtime";
import { areSameOwner, deepCopy } from "@capstan/kube";
import type { ClusterOwners } from "../object/owners.ts";
import type { Finding } from "../finding/finding.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import { encodedData, ownerReferenceTo, type SecretData } from "./owned-secret.ts";
import type { Visit } from "../visit/visit.ts";

/** Whether a Secret is the object's, and otherwise who controls it. */
export type Adoption = { readonly adopted: true } | { readonly adopted: false; readonly controller: string };

/**
 * Makes an existing Secret the object's: adds owner reference and label where they are missing. One that something else
 * controls is left alone (rule BS-008). Nothing is sent if nothing changes.
 *
 * @param data - what these keys hold from now on. Default: the Secret keeps its data.
 */
export async function adoptSecret(
  visit: Visit<ClusterOwners>,
  secret: DeepReadonly<Secret>,
  data: SecretData = {},
): Promise<Adoption> {
  const owner = ownerReferenceTo(visit.object);
  const controller = controllerOf(secret);
  // After a move or restore the reference may carry the object's former uid.
  if (controller !== undefined && !areSameOwner(controller, owner)) {
    return { adopted: false, controller: `${controller.kind} ${controller.name}` };
  }
  const draft = deepCopy<Secret>(secret);
  const metadata = setOwnerReference(draft.metadata, owner);
  const clusterName = visit.owners.cluster.metadata.name;
  const adopted = {
    ...draft,
    metadata: { ...metadata, labels: { ...metadata.labels, [labels.clusterName]: clusterName } },
    ...(Object.keys(data).length === 0 ? {} : { data: { ...draft.data, ...encodedData(data) } }),
  };
  await patchChanges(visit.manager.client, Secret, secret, adopted, { signal: visit.signal });
  return { adopted: true };
}

/** How soon to look again at a Secret that something else controls, in milliseconds. */
const foreignSecretRetryMs = 60_000;

/**
 * The finding for an object whose Secret is controlled by another object.
 *
 * @param remedy - what a user can do, other than deleting the Secret: `rename the config`.
 */
export function foreignSecretFinding(name: string, controller: string, remedy: string): Finding {
  const message = `Secret ${name} is controlled by ${controller}; delete it, or ${remedy}`;
  const reason = providerReasons.secretControlledByOther;
  return { progress: "pending", reason, message, retryAfterMs: foreignSecretRetryMs, isTrouble: true };
}
