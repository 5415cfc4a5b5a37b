import type { JsonObject } from "@capstan/kube";
import type { AuthorCondition } from "../outcome/outcome.ts";

/**
 * How far an object is: `waiting` for something outside the provider, `pending` in the provider's hands, `provisioned`,
 * `failed` for good by the provider's word, `blocked` by an error that may pass, `deleting`; `unchanged`: as it was.
 */
type Progress = "waiting" | "pending" | "provisioned" | "failed" | "blocked" | "deleting" | "unchanged";

/** What one reconcile found out, independent of contract versions and without timestamps. */
export interface Finding {
  readonly progress: Progress;
  /** Reason of the kind's condition and, unless provisioned, of Ready. */
  readonly reason: string;
  readonly message: string;
  /** Fields of the contract by their names in the role's table, in the form of the newest contract; those left out keep their value. */
  readonly facts?: JsonObject;
  readonly conditions?: readonly AuthorCondition[];
  /** Status fields of the author's own; `undefined` removes one. */
  readonly ownStatus?: JsonObject;
  readonly retryAfterMs?: number;
  /** Also reported as a Warning Event. */
  readonly isTrouble?: boolean;
}
