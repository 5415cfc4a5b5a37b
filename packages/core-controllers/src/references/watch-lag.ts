import { type DeepReadonly, type ObjectMeta } from "@capstan/contract";
import { ownReasons } from "./own-reasons.ts";
import { type ObservedReference } from "./reference.ts";

/**
 * Watches of different kinds are not synchronized, and manifests are applied object by object: an object that seems missing may not have
 * been observed yet.
 */
const lagMs = 2_000;

/**
 * Milliseconds until it is no longer too early to report an object related to a new one as missing; 0 for an older object. Creation times
 * are whole seconds.
 */
export function watchLagMs(metadata: DeepReadonly<ObjectMeta>, now: number): number {
  const age = now - Date.parse(metadata.creationTimestamp ?? "");
  return age >= 0 && age < lagMs ? lagMs - age : 0;
}

/** Whether a referenced object or its kind is missing. */
export function isAbsent(observed: ObservedReference | undefined): boolean {
  if (observed?.state === "unresolved") return observed.reason === ownReasons.crdNotInstalled;
  return observed?.state === "missing";
}
