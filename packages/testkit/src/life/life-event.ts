/** A field that a write has changed. */
export interface FieldChange {
  /** Such as `status.conditions[Ready].reason`. */
  readonly path: string;
  /** The old value as a string; undefined if the field is new. */
  readonly from?: string;
  /** The new value as a string; undefined if the field was removed. */
  readonly to?: string;
}

/** One write to an object. */
export interface LifeEvent {
  /** The type of change. */
  readonly type: "created" | "changed" | "deleted";
  /**
   * The writer: a manager of the environment, such as "provider" or "core", or the recorded field manager; undefined if it is not known, as
   * when the server removes an object after its last finalizer.
   */
  readonly by?: string;
  /** The reconcile of the write, such as `hellomachine default/m1`; only for managers of the environment. */
  readonly during?: string;
  /** The request, such as `patch status`; only for managers of the environment. */
  readonly request?: string;
  /** Sorted by path. Omits versions, timestamps and managedFields; for a new object, lists all its fields. */
  readonly changes: readonly FieldChange[];
}

/**
 * Formats {@link LifeEvent}s, a line for each event and each field, for snapshots and for people.
 *
 * @example
 * ```ts
 * import { renderLife } from "@capstan/testkit";
 *
 * const changes = [{ path: "status.addresses[10.0.0.1].type", to: "InternalIP" }];
 * console.log(renderLife([{ type: "changed", by: "provider", during: "hellomachine default/m1", request: "patch status", changes }]));
 * // changed by provider in hellomachine default/m1: patch status
 * //   + status.addresses[10.0.0.1].type: InternalIP
 * ```
 */
export function renderLife(life: readonly LifeEvent[]): string {
  return life.flatMap((event) => [headOf(event), ...event.changes.map((change) => `  ${lineOf(change)}`)]).join("\n");
}

function headOf({ type, by, during, request }: LifeEvent): string {
  const who = by === undefined ? "" : ` by ${by}`;
  const why = during === undefined ? "" : ` in ${during}`;
  return `${type}${who}${why}${request === undefined ? "" : `: ${request}`}`;
}

function lineOf({ path, from, to }: FieldChange): string {
  if (from === undefined) return `+ ${path}: ${to ?? ""}`;
  return to === undefined ? `- ${path}: ${from}` : `~ ${path}: ${from} -> ${to}`;
}
