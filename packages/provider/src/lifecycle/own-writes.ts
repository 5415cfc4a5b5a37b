import { fieldsOf } from "@capstan/kube";
import type { DeepReadonly, KubernetesObject } from "@capstan/contract";
import { mergePatch, type Predicate } from "@capstan/runtime";
import type { CachedObject } from "../object/stored-object.ts";

/** Metadata that every write changes. */
const bookkeeping: readonly string[] = ["resourceVersion", "managedFields"];

/**
 * Remembers the last status written to each object, so that the event of that write does not cause another reconcile. A status that changes
 * every time (a count of attempts, a progress, an error with a request id) would otherwise cause an endless loop that ignores
 * `retryAfterMs` and back-off.
 */
export class OwnWrites {
  readonly #expected = new Map<string, object>();

  /** Called before the status is sent, because its event may arrive before the response. */
  expect({ metadata }: CachedObject, status: object): void {
    if (metadata.uid !== undefined) this.#expected.set(metadata.uid, status);
  }

  /** Filters out the events of these writes. An event that also contains a change by another writer passes. */
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
