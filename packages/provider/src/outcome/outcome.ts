import type { Condition } from "@capstan/contract";

/** A condition of your own. The SDK adds the transition time and the observed generation. */
export type AuthorCondition = Pick<Condition, "type" | "status" | "reason"> & {
  readonly message?: string | undefined;
};

/** Fields that every outcome may have. In all outcomes, an `undefined` field counts as omitted. */
export interface OutcomeExtras<Status extends object = object> {
  /** Your own conditions. Conditions of the SDK (Ready, Paused, ...) are refused. */
  readonly conditions?: readonly AuthorCondition[] | undefined;
  /** Your own status fields, merged into the present status; `undefined` removes a field. */
  readonly status?: Status | undefined;
  /** The delay before the next call, in milliseconds. Default: your code is called on the next change only. */
  readonly retryAfterMs?: number | undefined;
}

/** Any outcome, as the SDK handles it. */
export interface Outcome extends OutcomeExtras {
  readonly type: string;
  readonly reason?: string;
  readonly message?: string | undefined;
  readonly warning?: boolean | undefined;
}

/** The work is not done yet. */
export interface PendingOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Discriminates the outcomes. */
  readonly type: "pending";
  /** The awaited event as a reason: `ServerStarting`. */
  readonly reason: string;
  /** The awaited event as a sentence for users. Default: no message. */
  readonly message?: string | undefined;
  /** The cloud's id of the server, if it is known before the server runs. */
  readonly providerID?: string | undefined;
  /** The present machines of a pool that is not done yet. */
  readonly providerIDList?: readonly string[] | undefined;
  /** The kind of the objects that represent the machines of a pool, so that core creates their Machines (rule MP-005). */
  readonly infrastructureMachineKind?: string | undefined;
  /** Whether a user must repair something. Default: false. */
  readonly warning?: boolean | undefined;
}

/** The work cannot succeed unless a user changes something. */
export interface FailedOutcome<Status extends object = object> extends OutcomeExtras<Status> {
  /** Discriminates the outcomes. */
  readonly type: "failed";
  /** The cause of the failure as a reason. */
  readonly reason: string;
  /** The cause and the remedy, for users. */
  readonly message: string;
}

/** Nothing new is known. */
export interface UnchangedOutcome {
  /** Discriminates the outcomes. */
  readonly type: "unchanged";
  /** The delay before the next call, in milliseconds. Default: your code is called on the next change only. */
  readonly retryAfterMs?: number | undefined;
}

/** Nothing is left outside the management cluster. */
export interface DeletedOutcome {
  /** Discriminates the outcomes. */
  readonly type: "deleted";
}

/** The outcomes of work that has not succeeded. */
export type UnfinishedOutcome<Status extends object = object> =
  PendingOutcome<Status> | FailedOutcome<Status> | UnchangedOutcome;

/** The return type of the deletion methods. */
export type DeletionOutcome<Status extends object = object> = DeletedOutcome | UnfinishedOutcome<Status>;

/** The outcomes that every kind has. */
export const commonOutcomes = {
  /**
   * Reports that the work is not done yet. The SDK calls your code again when an object it depends on changes, and after `retryAfterMs` if
   * set. The status that an outcome writes, including your own fields, is not such a change: if the next step waits for nothing, set a
   * short `retryAfterMs`.
   *
   * @param reason - UpperCamelCase; becomes the reason of the kind's condition.
   * @param extras - `providerID`, `providerIDList`, `infrastructureMachineKind`: facts that are already known. `warning`: the state will not pass by itself, because a
   *   user must repair something (create a missing Secret), which the `message` names with the remedy. The SDK then also sends a Warning
   *   Event, repeated only with a new message or after half an hour, and writes the conditions immediately. Do not set it for states that a
   *   healthy cluster passes through. Default: false.
   */
  pending<Status extends object = object>(
    reason: string,
    extras: OutcomeExtras<Status> & {
      readonly message?: string | undefined;
      readonly providerID?: string | undefined;
      readonly providerIDList?: readonly string[] | undefined;
      readonly infrastructureMachineKind?: string | undefined;
      readonly warning?: boolean | undefined;
    } = {},
  ): PendingOutcome<Status> {
    return { ...extras, type: "pending", reason };
  },

  /**
   * Reports that nothing new is known, because the cloud could not be asked (a rate limit, a pause between two requests). Conditions and
   * status stay unchanged, and nothing is written, not even a first status.
   *
   * @param extras - `retryAfterMs`: the delay before the next call, in milliseconds. Default: your code is called on the next change only.
   */
  unchanged(extras: { readonly retryAfterMs?: number | undefined } = {}): UnchangedOutcome {
    const { retryAfterMs } = extras;
    return { type: "unchanged", ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  },

  /**
   * Reports a terminal failure. The SDK calls your code again only when an object changes (the object, its Machine, its Cluster, or objects
   * that `sources` watch), and after `retryAfterMs` if set. With contract v1beta1 alone it never calls your code again, because core treats
   * the failure as final. Users see the reason and the message as conditions and as one Warning Event.
   */
  failed<Status extends object = object>(
    reason: string,
    message: string,
    extras: OutcomeExtras<Status> = {},
  ): FailedOutcome<Status> {
    return { ...extras, type: "failed", reason, message };
  },

  /** Reports that nothing is left outside the management cluster: the SDK removes the finalizer. */
  deleted(): DeletedOutcome {
    return { type: "deleted" };
  },
};

/** `commonOutcomes` for one definition. A status field that the definition does not have does not compile. */
export interface CommonOutcomes<Status extends object> {
  /** Reports that the work is not done yet. */
  readonly pending: typeof commonOutcomes.pending<Status>;
  /** Reports that nothing new is known; conditions and status stay unchanged. */
  readonly unchanged: typeof commonOutcomes.unchanged;
  /** Reports a failure that needs a change by a user. */
  readonly failed: typeof commonOutcomes.failed<Status>;
  /** Reports that nothing is left outside the management cluster. */
  readonly deleted: typeof commonOutcomes.deleted;
}
