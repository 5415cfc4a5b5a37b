import type { JsonObject } from "@capstan/kube";
import type { AuthorCondition } from "../outcome/outcome.ts";

/**
 * The progress of an object: `waiting` for something outside the provider; `pending` in the provider's cloud; `provisioned`; `failed`
 * permanently, as the provider reported; `blocked` by an error that may pass; `deleting`; `unchanged`, so that the status is not written.
 */
type Progress = "waiting" | "pending" | "provisioned" | "failed" | "blocked" | "deleting" | "unchanged";

/** The result of one reconcile, independent of contract versions and without timestamps. */
export interface Finding {
  readonly progress: Progress;
  /** Reason of the kind's condition and, unless provisioned, of Ready. */
  readonly reason: string;
  readonly message: string;
  /** Fields of the contract by their names in the role's table, in the form of the newest contract; omitted fields keep their value. */
  readonly facts?: JsonObject;
  readonly conditions?: readonly AuthorCondition[];
  /** The author's status fields; `undefined` removes a field. */
  readonly ownStatus?: JsonObject;
  readonly retryAfterMs?: number;
  /** Whether to send a Warning Event too. */
  readonly isTrouble?: boolean;
}
