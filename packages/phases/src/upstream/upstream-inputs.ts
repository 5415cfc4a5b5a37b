import { type ConcernedObject } from "../facts/concerned-object.ts";

/**
 * What the Go function reads, after the earlier steps of the same reconcile have written the Machine in memory. The
 * adapters (`upstreamInputsFromV1Beta2` and its siblings) apply those steps to what was observed.
 */
export interface UpstreamInputs {
  /** Default: a Machine without a name. */
  readonly machine?: ConcernedObject | undefined;
  /** The bootstrap flag of the Machine. Default false. */
  readonly bootstrapDataSecretCreated?: boolean | undefined;
  /** The infrastructure flag of the Machine. Default false. */
  readonly infrastructureProvisioned?: boolean | undefined;
  /** The Machine's own `spec.providerID`. Default: none. */
  readonly providerID?: string | undefined;
  /** `status.nodeRef.name`. Default: none. */
  readonly nodeRefName?: string | undefined;
  /** The Machine condition Updating is True. Default false. */
  readonly updating?: boolean | undefined;
  /** The Machine has a deletion timestamp. Default false. */
  readonly deletionRequested?: boolean | undefined;
  /** The Machine carries a failure reason or message. Read by releases before v1.11 only. Default false. */
  readonly failure?: boolean | undefined;
  /** The Machine or its Cluster is paused: the function is not reached. Default false. */
  readonly paused?: boolean | undefined;
  /** Whether the Cluster of the Machine exists; if not, the function is not reached. Default `found`. */
  readonly cluster?: "found" | "missing" | undefined;
  /** Errors of the reconcile that do not keep the phase from being computed. Default: none. */
  readonly problems?: readonly string[] | undefined;
}
