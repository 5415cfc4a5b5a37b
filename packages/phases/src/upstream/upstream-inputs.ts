import { type ConcernedObject } from "../facts/concerned-object.ts";

/**
 * The values that the Go function reads, after the earlier steps of the same reconcile have written the Machine in memory. The adapters
 * (`upstreamInputsFromV1Beta2` and its siblings) apply those steps to the observations.
 */
export interface UpstreamInputs {
  /** The Machine. Default: a Machine without a name. */
  readonly machine?: ConcernedObject | undefined;
  /** The bootstrap flag of the Machine. Default: false. */
  readonly bootstrapDataSecretCreated?: boolean | undefined;
  /** The infrastructure flag of the Machine. Default: false. */
  readonly infrastructureProvisioned?: boolean | undefined;
  /** The Machine's own `spec.providerID`. Default: unset. */
  readonly providerID?: string | undefined;
  /** `status.nodeRef.name`. Default: unset. */
  readonly nodeRefName?: string | undefined;
  /** Whether the Machine condition Updating is True. Default: false. */
  readonly updating?: boolean | undefined;
  /** Whether the Machine has a deletion timestamp. Default: false. */
  readonly deletionRequested?: boolean | undefined;
  /** Whether the Machine has a failure reason or message. Only releases before v1.11 read it. Default: false. */
  readonly failure?: boolean | undefined;
  /** Whether the Machine or its Cluster is paused: the controller then does not call the function. Default: false. */
  readonly paused?: boolean | undefined;
  /** Whether the Cluster of the Machine exists; if not, the controller does not call the function. Default: `found`. */
  readonly cluster?: "found" | "missing" | undefined;
  /** Errors of the reconcile that do not prevent computing the phase. Default: no errors. */
  readonly problems?: readonly string[] | undefined;
}
