import type { DeepReadonly } from "@capstan/contract";
import type { Cache, Manager, Request, Result } from "@capstan/runtime";
import type { DeletionOutcome } from "../outcome/outcome.ts";
import type { Finding } from "../finding/finding.ts";
import type { FoundOwners, KnownCluster } from "../object/owners.ts";
import type { CachedObject } from "../object/stored-object.ts";
import type { Visit } from "../visit/visit.ts";

/** The context for the leftovers of an object that no longer exists. */
export interface LeftoverContext<Owners> {
  readonly manager: Manager;
  readonly signal: AbortSignal;
  /** Why the leftover is paused, with the owners that still exist, as a sentence; undefined if it is not paused. */
  whyPaused(leftover: CachedObject, known: Partial<Owners>): string | undefined;
  /**
   * Runs author code that removes a leftover, with the owners that still exist. Reports a failure as an Event, without secrets.
   *
   * @returns the finding of a removal in progress; undefined once it is done.
   */
  remove(
    leftover: CachedObject,
    known: Partial<Owners>,
    work: (visit: Visit<Partial<Owners>>) => Promise<DeletionOutcome>,
  ): Promise<Finding | undefined>;
}

/** The part of the lifecycle that differs between kinds. */
export interface Behavior<Owners extends KnownCluster> {
  /** Whether deletion must remove something outside the management cluster. */
  readonly keepsFinalizer: boolean;
  findOwners(cache: Cache, object: CachedObject): Promise<FoundOwners<Owners>>;
  /** Whether the object is managed externally. Such an object is neither reconciled nor written. */
  isForeign?(object: DeepReadonly<CachedObject>): boolean;
  /** Further causes of a pause, as a sentence; undefined: only the object and its Cluster can be paused. */
  whyPaused?(object: CachedObject, known: Partial<Owners>): string | undefined;
  /** Called for a request whose object does not exist: removes what a crash may have left of it. */
  clearAway?(request: Request, context: LeftoverContext<Owners>): Promise<Result>;
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
