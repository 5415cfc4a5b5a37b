import type { Condition } from "@capstan/contract";

/** A condition of the author's own: the SDK adds the times and the observed generation. */
export type AuthorCondition = Pick<Condition, "type" | "status" | "reason"> & {
  readonly message?: string | undefined;
};

/** What every outcome may add. Here and in all outcomes, a field that is `undefined` is as if it were left out. */
export interface OutcomeExtras<Status extends object = object> {
  /** Conditions of the author's own. Those of the SDK (Ready, Paused, ...) are refused. */
  readonly conditions?: readonly AuthorCondition[] | undefined;
  /** Status fields of the author's own, merged into the present status; `undefined` removes one. */
  readonly status?: Status | undefined;
  /** Look again after this time, in milliseconds. Default: only when something changes. */
  readonly retryAfterMs?: number | undefined;
}

/** What every outcome has, whatever it says: as the SDK handles them all. */
export interface Outcome extends OutcomeExtras {
  readonly type: string;
  readonly reason?: string;
  readonly message?: string | undefined;
  readonly warning?: boolean | undefined;
}

/** Not there yet. */
export interface PendingOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Tells outcomes apart. */
  readonly type: "pending";
  /** What is awaited, in one word: `ServerStarting`. */
  readonly reason: string;
  /** What is awaited, for people. Default: none. */
  readonly message?: string | undefined;
  /** What the cloud calls the server, if that is known before it runs. */
  readonly providerID?: string | undefined;
  /** Of a pool: its machines as they are, though it is not done. */
  readonly providerIDList?: readonly string[] | undefined;
  /** A user has to repair something. Default: false. */
  readonly warning?: boolean | undefined;
}

/** Cannot succeed unless a user changes something. */
export interface FailedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Tells outcomes apart. */
  readonly type: "failed";
  /** What went wrong, in one word. */
  readonly reason: string;
  /** What went wrong and what to do, for people. */
  readonly message: string;
}

/** Nothing is known that was not known before. */
export interface UnchangedOutcome {
  /** Tells outcomes apart. */
  readonly type: "unchanged";
  /** When to ask again, in milliseconds. Default: at the next change. */
  readonly retryAfterMs?: number | undefined;
}

/** Nothing is left outside the management cluster. */
export interface DeletedOutcome {
  /** Tells outcomes apart. */
  readonly type: "deleted";
}

/** What author code may return while it has not succeeded. */
export type UnfinishedOutcome<Status extends object = object> =
  PendingOutcome<Status> | FailedOutcome<Status> | UnchangedOutcome;

/** What author code may return when it is asked to remove what it made. */
export type DeletionOutcome<Status extends object = object> = DeletedOutcome | UnfinishedOutcome<Status>;

/** The outcomes that every kind has. */
export const commonOutcomes = {
  /**
   * Not there yet. Asked again when something it depends on changes, and after `retryAfterMs` if given. The status that an outcome
   * writes, including the author's own fields, is not such a change: give a next step that waits for nothing a short
   * `retryAfterMs`.
   *
   * @param reason - upper camel case, becomes the reason of the kind's condition.
   * @param extras - `providerID`, `providerIDList`: what is known already. `warning`: it will not pass by itself, a user has to
   *   repair something (create a missing Secret), which the `message` names with the remedy. It is then also reported in one
   *   Warning Event, repeated only with a new message or after half an hour, and conditions are written at once. Not for what a
   *   healthy cluster passes through. Default: false.
   */
  pending<Status extends object = object>(
    reason: string,
    extras: OutcomeExtras<Status> & {
      readonly message?: string | undefined;
      readonly providerID?: string | undefined;
      readonly providerIDList?: readonly string[] | undefined;
      readonly warning?: boolean | undefined;
    } = {},
  ): PendingOutcome<Status> {
    return { ...extras, type: "pending", reason };
  },

  /**
   * Nothing new: that the cloud was not asked just now (a rate limit, a pause between two requests) says nothing about the machine.
   * Conditions and status stay as they are, and nothing is written; not even a first status.
   *
   * @param extras - `retryAfterMs`: look again after this time, in milliseconds. Default: only when something changes.
   */
  unchanged(extras: { readonly retryAfterMs?: number | undefined } = {}): UnchangedOutcome {
    const { retryAfterMs } = extras;
    return { type: "unchanged", ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  },

  /**
   * Terminal: asked again only when an object changes (the object, its Machine, its Cluster, or what `sources` watch), and
   * after `retryAfterMs` if given. Under contract v1beta1 alone
   * never asked again, since core takes it for final. The reason and message reach the user as conditions and as one
   * Warning Event.
   */
  failed<Status extends object = object>(
    reason: string,
    message: string,
    extras: OutcomeExtras<Status> = {},
  ): FailedOutcome<Status> {
    return { ...extras, type: "failed", reason, message };
  },

  /** Nothing is left outside the management cluster: the SDK lets the object go. */
  deleted(): DeletedOutcome {
    return { type: "deleted" };
  },
};

/** `commonOutcomes` for one definition: a status field that it does not have does not compile. */
export interface CommonOutcomes<Status extends object> {
  /** It is not there yet. */
  readonly pending: typeof commonOutcomes.pending<Status>;
  /** It could not be found out; what is reported stays. */
  readonly unchanged: typeof commonOutcomes.unchanged;
  /** It will not come without a change. */
  readonly failed: typeof commonOutcomes.failed<Status>;
  /** It is gone. */
  readonly deleted: typeof commonOutcomes.deleted;
}
