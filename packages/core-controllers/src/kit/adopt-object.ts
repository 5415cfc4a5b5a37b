import { type KubernetesObject } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { type Client, isConflict, isNotFound, patchChanges } from "@capstan/runtime";
import { ownReasons } from "../references/own-reasons.ts";
import { adopt, type AdoptionRules } from "./adoption.ts";
import { type FoundReference, type ObservedReference } from "../references/reference.ts";

/** The adopting owner, and how it adopts. */
export interface Adopter extends AdoptionRules {
  /** Only checks whether another owner controls the object, for example while the owner is being deleted. */
  readonly readOnly?: boolean;
}

/**
 * Makes `owner` the owner of a referenced object. Sends at most one patch, and none if nothing changes.
 *
 * @throws ApiError - Conflict, another writer changed the owners; the reconcile is retried.
 */
export async function adoptObject(
  client: Client,
  found: FoundReference,
  adopter: Adopter,
  signal: AbortSignal,
): Promise<ObservedReference> {
  const adoption = adopt(found.object, adopter);
  if (adoption.action === "refuse") return { ...found, refusal: adoption.message };
  const { sharedWith } = adoption;
  const ours = sharedWith === undefined ? found : { ...found, sharedWith };
  if (adoption.action === "none" || adopter.readOnly === true) return ours;
  const after = deepCopy<KubernetesObject>(found.object);
  after.metadata.ownerReferences = adoption.ownerReferences;
  after.metadata.labels = adoption.labels;
  try {
    const { object } = await patchChanges(client, found.kind, found.object, after, { signal });
    return { ...ours, object };
  } catch (error) {
    if (isNotFound(error)) return { state: "missing" };
    if (isConflict(error) || signal.aborted) throw error;
    const { kind, metadata: named } = found.object;
    const why = error instanceof Error ? error.message : String(error);
    return {
      state: "unresolved",
      reason: ownReasons.adoptionFailed,
      message: `${kind} ${named.name}: the owner reference and the cluster name label could not be set: ${why}`,
    };
  }
}
