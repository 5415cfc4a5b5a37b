import { annotations } from "./names/annotations.ts";

interface HasAnnotations {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

interface Pausable {
  readonly spec?: { readonly paused?: boolean };
}

/**
 * Whether an object is paused: its Cluster is paused, or it has the paused annotation, whose value does not matter (rule BC-021).
 *
 * @param cluster - `undefined` while the object's Cluster is not known.
 */
export function isPaused(cluster: Pausable | undefined, object: HasAnnotations): boolean {
  return cluster?.spec?.paused === true || hasAnnotation(object, annotations.paused);
}

/** Whether an InfraCluster is managed externally: its provider writes nothing to it (rule IC-014). */
export function isExternallyManaged(object: HasAnnotations): boolean {
  return hasAnnotation(object, annotations.managedBy);
}

/** Whether an annotation exists, with any value. */
export function hasAnnotation(object: HasAnnotations, key: string): boolean {
  return Object.hasOwn(object.metadata.annotations ?? {}, key);
}
