import { type DeepReadonly, labels } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { patchChanges, Secret, setOwnerReference } from "@capstan/runtime";
import type { Visit } from "../../lifecycle/behaviour.ts";
import type { ClusterOwners } from "../../lifecycle/owners.ts";
import { ownerReferenceTo } from "./publish-data.ts";

/** Whether a Secret is the config's, and otherwise who controls it. */
export type Adoption = { readonly adopted: true } | { readonly adopted: false; readonly controller: string };

/**
 * Makes an existing Secret the config's: adds owner reference and label where they are missing, and keeps its data. One
 * that something else controls is left alone (rule BS-008).
 */
export async function adoptBootstrapSecret(
  visit: Visit<ClusterOwners>,
  secret: DeepReadonly<Secret>,
): Promise<Adoption> {
  const owner = ownerReferenceTo(visit.object);
  const controller = secret.metadata.ownerReferences?.find((reference) => reference.controller === true);
  // After a move or restore the reference may carry the uid of the config's former life.
  if (controller !== undefined && !(controller.kind === owner.kind && controller.name === owner.name)) {
    return { adopted: false, controller: `${controller.kind} ${controller.name}` };
  }
  const draft = deepCopy<Secret>(secret);
  const metadata = setOwnerReference(draft.metadata, owner);
  const clusterName = visit.owners.cluster.metadata.name;
  await patchChanges(
    visit.manager.client,
    Secret,
    secret,
    { ...draft, metadata: { ...metadata, labels: { ...metadata.labels, [labels.clusterName]: clusterName } } },
    { signal: visit.signal },
  );
  return { adopted: true };
}
