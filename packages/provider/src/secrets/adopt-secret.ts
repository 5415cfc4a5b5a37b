import { controllerOf, type DeepReadonly, labels, type OwnerReference } from "@capstan/contract";
import { patchChanges, Secret, setOwnerReference } from "@capstan/runtime";
import { areSameOwner, deepCopy } from "@capstan/kube";
import type { ClusterOwners } from "../object/owners.ts";
import type { Finding } from "../finding/finding.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import { encodedData, ownerReferenceTo, type SecretData } from "./owned-secret.ts";
import type { Visit } from "../visit/visit.ts";

/** Whether a Secret is the object's, and otherwise why not. */
export type Adoption = { readonly adopted: true } | ForeignSecret;

/** A Secret that has the name of an object's Secret, and provably or possibly belongs to something else. */
export interface ForeignSecret {
  readonly adopted: false;
  readonly reason: string;
  /** The evidence, as a predicate of the Secret's name: `is controlled by Machine m1`. */
  readonly why: string;
}

/**
 * Adopts an existing Secret: adds owner reference and label where they are missing. A Secret that another object controls stays unchanged
 * (rule BS-008). Sends nothing if nothing changes.
 *
 * @param data - the new values of these keys. Default: the Secret keeps its data.
 */
export async function adoptSecret(
  visit: Visit<ClusterOwners>,
  secret: DeepReadonly<Secret>,
  data: SecretData = {},
): Promise<Adoption> {
  const owner = ownerReferenceTo(visit.object);
  const controller = controllerOf(secret);
  // After a move or restore the reference may contain the object's former uid.
  if (controller !== undefined && !areSameOwner(controller, owner)) return controlledBy(controller);
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

/**
 * Removes the object from the owners of a Secret that belongs to something else, so that the garbage collector keeps that Secret. Sends
 * nothing if nothing changes.
 */
export async function disownSecret(
  { object, manager, signal }: Visit<unknown>,
  secret: DeepReadonly<Secret>,
): Promise<void> {
  const owner = ownerReferenceTo(object);
  const after = deepCopy<Secret>(secret);
  const { ownerReferences = [] } = after.metadata;
  after.metadata.ownerReferences = ownerReferences.filter((reference) => !areSameOwner(reference, owner));
  if (after.metadata.ownerReferences.length === ownerReferences.length) return;
  await patchChanges(manager.client, Secret, secret, after, { signal });
}

/** The result for a Secret that another object controls. */
export function controlledBy({ kind, name }: OwnerReference): ForeignSecret {
  return { adopted: false, reason: providerReasons.secretControlledByOther, why: `is controlled by ${kind} ${name}` };
}

/** The delay before the next look at a Secret that belongs to something else, in milliseconds. */
const foreignSecretRetryMs = 60_000;

/**
 * The finding for an object whose Secret belongs to something else.
 *
 * @param remedy - the remedy for a user: `delete it, or give the config another name`.
 */
export function foreignSecretFinding(name: string, { reason, why }: ForeignSecret, remedy: string): Finding {
  const message = `Secret ${name} ${why}; ${remedy}`;
  return { progress: "pending", reason, message, retryAfterMs: foreignSecretRetryMs, isTrouble: true };
}
