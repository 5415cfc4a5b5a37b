import type { ObjectMeta } from "@capstan/contract";
import type { AuditEntry } from "@capstan/testkit";

/** An entry of level RequestResponse. */
type EntryWithBody = AuditEntry & {
  readonly requestObject?: unknown;
  readonly responseObject?: { readonly metadata?: Partial<ObjectMeta> };
};

/** The write and its object, for the message of a failing test. */
export function shownWrite({ verb, requestURI, requestObject }: EntryWithBody): string {
  return `${verb} ${requestURI} ${JSON.stringify(requestObject)}`;
}

/**
 * The writes whose response has an earlier version of their object: the API server stores nothing if nothing changes.
 *
 * @throws Error the log contains no bodies.
 */
export function unchangedWrites(entries: readonly AuditEntry[]): EntryWithBody[] {
  const known = new Set<string>();
  const unchanged: EntryWithBody[] = [];
  for (const entry of (entries as readonly EntryWithBody[]).toSorted(byEnd)) {
    const { uid, resourceVersion, deletionTimestamp, finalizers = [] } = entry.responseObject?.metadata ?? {};
    // The response for an object that is removed with its last finalizer has the version from before.
    const hasGone = deletionTimestamp !== undefined && finalizers.length === 0;
    if (uid === undefined || resourceVersion === undefined || hasGone) continue;
    const version = `${uid} ${resourceVersion}`;
    if (known.has(version)) unchanged.push(entry);
    known.add(version);
  }
  if (known.size === 0) throw new Error("The audit log has no bodies: start the management cluster withBodies.");
  return unchanged;
}

function byEnd(a: AuditEntry, b: AuditEntry): number {
  return Date.parse(a.stageTimestamp) - Date.parse(b.stageTimestamp);
}
