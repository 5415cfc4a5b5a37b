import { type DeepReadonly, type ObjectMeta } from "@capstan/contract";
import { ownReasons } from "./own-reasons.ts";
import { type ObservedReference } from "./reference.ts";

/**
 * Watches of different kinds are not in step, and manifests are applied object by object: what is not there yet may
 * only not have been seen yet.
 */
const lagMs = 2_000;

/**
 * How long it is too early to say of a new object that something around it is missing, in milliseconds; 0 for an object
 * that is older. Times of creation are whole seconds.
 */
export function watchLagMs(metadata: DeepReadonly<ObjectMeta>, now: number): number {
  const age = now - Date.parse(metadata.creationTimestamp ?? "");
  return age >= 0 && age < lagMs ? lagMs - age : 0;
}

/** Whether a referenced object, or its kind, is not there. */
export function isAbsent(observed: ObservedReference | undefined): boolean {
  if (observed?.state === "unresolved") return observed.reason === ownReasons.crdNotInstalled;
  return observed?.state === "missing";
}
