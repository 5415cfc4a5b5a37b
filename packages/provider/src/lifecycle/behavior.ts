import type { DeepReadonly } from "@capstan/contract";
import type { Cache } from "@capstan/runtime";
import type { DeletionOutcome } from "../outcome/outcome.ts";
import type { Finding } from "../finding/finding.ts";
import type { ClusterOwners, FoundOwners } from "../object/owners.ts";
import type { CachedObject } from "../object/stored-object.ts";
import type { Visit } from "../visit/visit.ts";

/** The part of the lifecycle that differs between roles. */
export interface Behavior<Owners extends ClusterOwners> {
  /** Whether deletion must remove something outside the management cluster. */
  readonly keepsFinalizer: boolean;
  findOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<Owners>>;
  /** Whether the object is managed externally. Such an object is neither reconciled nor written. */
  isForeign?(object: DeepReadonly<CachedObject>): boolean;
  /** Called if the owners exist and the object is neither paused nor permanently failed. */
  provide(visit: Visit<Owners>): Promise<Finding>;
  /** Called after the finding is written. Writes no status itself; a thrown error is retried, and reported as an Event only. */
  afterwards?(
    visit: Visit<Owners>,
    finding: Finding,
  ): Promise<{ readonly retryAfterMs?: number | undefined } | undefined>;
  /** Called with the owners that still exist, if the object has the finalizer and an owner reference. */
  remove(visit: Visit<Partial<Owners>>): Promise<DeletionOutcome>;
}
