import type { MachineAddress } from "@capstan/contract";
import type { APIEndpoint, InfraFailureDomain } from "../definition/contract-fields.ts";
import type { AuthorCondition } from "../outcome/outcome.ts";
import type { Fields } from "../lifecycle/stored-object.ts";

/**
 * How far an object is: `waiting` for something outside the provider, `pending` in the provider's hands, `provisioned`,
 * `failed` for good by the provider's word, `blocked` by an error that may pass, `deleting`; `unchanged`: as it was.
 */
export type Progress = "waiting" | "pending" | "provisioned" | "failed" | "blocked" | "deleting" | "unchanged";

/** What one reconcile found out, in words of no contract version and without time. */
export interface Finding {
  readonly progress: Progress;
  /** Reason of the kind's condition and, unless provisioned, of Ready. */
  readonly reason: string;
  readonly message: string;
  /** Contract fields; those left out keep their value. */
  readonly facts?: Facts;
  readonly conditions?: readonly AuthorCondition[];
  /** Status fields of the author's own; `undefined` removes one. */
  readonly ownStatus?: Fields;
  readonly retryAfterMs?: number;
  /** Told as a Warning Event, too. */
  readonly isTrouble?: boolean;
}

/** Contract fields that a provider may know, across the three kinds. */
export interface Facts {
  readonly dataSecretName?: string;
  readonly providerID?: string;
  readonly addresses?: readonly MachineAddress[];
  readonly failureDomain?: string;
  readonly controlPlaneEndpoint?: APIEndpoint;
  readonly failureDomains?: readonly InfraFailureDomain[];
}
