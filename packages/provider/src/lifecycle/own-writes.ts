import { fieldsOf } from "@capstan/kube";
import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { mergePatch, type Predicate } from "@capstan/runtime";
import type { CachedObject } from "../object/stored-object.ts";

/** Metadata that every write changes. */
const bookkeeping: readonly string[] = ["resourceVersion", "managedFields"];

/**
 * Knows the last status written to each object. The event of that write does not cause another reconcile: a status that changes
 * each time (a count of attempts, a progress, an error with a request id in it) would otherwise cause an endless loop that ignores
 * `retryAfterMs` and back-off.
 */
export class OwnWrites {
  readonly #expected = new Map<string, object>();

  /** Called before the status is sent: its event may come before the answer. */
  expect({ metadata }: CachedObject, status: object): void {
    if (metadata.uid !== undefined) this.#expected.set(metadata.uid, status);
  }

  /**
   * Lets through every event except those of such writes; an event in which another writer has changed something is let through.
   */
  readonly isNews: Predicate = ({ type, object, previous }) => {
    const { uid = "" } = object.metadata;
    const expected = this.#expected.get(uid);
    if (type === "deleted") this.#expected.delete(uid);
    if (expected === undefined || previous === undefined) return true;
    const hasChangedBesides = mergePatch(withoutStatus(previous), withoutStatus(object)) !== undefined;
    return hasChangedBesides || mergePatch(expected, fieldsOf(object).status) !== undefined;
  };
}

function withoutStatus(object: DeepReadonly<KubernetesObject>): object {
  const { metadata, ...rest } = object;
  const kept = Object.entries(metadata).filter(([name]) => !bookkeeping.includes(name));
  return Object.fromEntries(
    Object.entries({ ...rest, metadata: Object.fromEntries(kept) }).filter(([name]) => name !== "status"),
  );
}
