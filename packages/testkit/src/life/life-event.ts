/** A field that a write has changed. */
export interface FieldChange {
  /** Such as `status.conditions[Ready].reason`. */
  readonly path: string;
  /** As text; undefined: it was not there. */
  readonly from?: string;
  /** As text; undefined: it is not there any more. */
  readonly to?: string;
}

/** One write to an object. */
export interface LifeEvent {
  /** What happened to it. */
  readonly type: "created" | "changed" | "deleted";
  /**
   * Who wrote: a manager of the environment, such as "provider" or "core", or whom the server has noted as the manager of the fields;
   * undefined if that is not known, as when the server removes an object whose last finalizer is gone.
   */
  readonly by?: string;
  /** The reconcile that wrote, such as `hellomachine default/m1`; only of managers of the environment. */
  readonly during?: string;
  /** What was sent, such as `patch status`; only of managers of the environment. */
  readonly request?: string;
  /**
   * By path. Versions, times at which something was noted, and who manages which field are left out; of a new object there are all its
   * fields.
   */
  readonly changes: readonly FieldChange[];
}

/**
 * What {@link LifeEvent}s say, a line for each and for each field, for snapshots and for people.
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
