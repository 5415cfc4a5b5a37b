import type { DeepReadonly } from "@capstan/contract";
import type { Cache } from "@capstan/runtime";
import type { DeletionOutcome } from "../outcome/outcome.ts";
import type { Finding } from "../finding/finding.ts";
import type { ClusterOwners, FoundOwners } from "../object/owners.ts";
import type { CachedObject } from "../object/stored-object.ts";
import type { Visit } from "../visit/visit.ts";

/** What differs between the kinds of the roles; the rest is the lifecycle they share. */
export interface Behavior<Owners extends ClusterOwners> {
  /** Whether something outside the management cluster has to be removed on deletion. */
  readonly keepsFinalizer: boolean;
  findOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<Owners>>;
  /** Whether the object is managed externally: then it is neither reconciled nor written. */
  isForeign?(object: DeepReadonly<CachedObject>): boolean;
  /** Called if its owners exist, and it is neither paused nor permanently failed. */
  provide(visit: Visit<Owners>): Promise<Finding>;
  /** After what was found has been written. Writes nothing itself; what it throws is retried, and reported as an Event only. */
  afterwards?(
    visit: Visit<Owners>,
    finding: Finding,
  ): Promise<{ readonly retryAfterMs?: number | undefined } | undefined>;
  /** With the owners that are left. Only called if the object has the finalizer and names an owner. */
  remove(visit: Visit<Partial<Owners>>): Promise<DeletionOutcome>;
}
