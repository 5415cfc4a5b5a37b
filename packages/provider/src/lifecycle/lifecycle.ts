import { isContractViolation, labels } from "@capstan/contract";
import {
  hasFinalizer,
  isInvalid,
  isNotFound,
  type Manager,
  type Predicate,
  type ReconcileContext,
  type Reconciler,
  type Request,
  Result,
  type Source,
} from "@capstan/runtime";
import { deletionFinding } from "../finding/finding-of.ts";
import { SecretStrings } from "../reporting/secret-strings.ts";
import { TroubleReporter } from "../reporting/trouble-reporter.ts";
import { withoutSecrets } from "../reporting/without-secrets.ts";
import { claimedKinds } from "../scope/claim-address.ts";
import { deletedClaimSource, endUseOfGone, releaseClaims } from "../scope/release-claims.ts";
import { secretReaderOf } from "../scope/secret-reader.ts";
import { pausedCondition } from "../status/conditions.ts";
import type { Finding } from "../finding/finding.ts";
import type { Behavior } from "./behavior.ts";
import { errorFinding, namingObject } from "../finding/error-finding.ts";
import { EarlyEnd } from "./early-end.ts";
import { logFields } from "./log-fields.ts";
import { ObjectWriter } from "./object-writer.ts";
import type { FoundOwners, KnownCluster } from "../object/owners.ts";
import type { DeletionOutcome } from "../outcome/outcome.ts";
import type { ManagedKind } from "./managed-kind.ts";
import { whyPaused } from "./pausing.ts";
import type { CachedObject } from "../object/stored-object.ts";
import { readObjectSources } from "../reading/read-object-sources.ts";
import { type Reading, ReadObjects } from "../reading/read-objects.ts";
import type { Visit } from "../visit/visit.ts";

/** The context of a reconcile, and the record of its reads. */
interface VisitContext extends ReconcileContext {
  readonly reading: Reading;
}

/** The result of the work after a finding was written. */
interface FollowUp {
  readonly retryAfterMs?: number | undefined;
  readonly isTrouble?: boolean;
}

/** The part of {@link Lifecycle} that a controller uses. */
export interface ProviderLifecycle extends Reconciler {
  readonly isNews: Predicate;
  /** The sources that wake objects in addition to their owners: the auxiliary objects that author code has read. */
  readonly readSources: readonly Source[];
}

/**
 * The steps for every provider object: find the owners, check for pause, delete or ensure the finalizer, run the behavior of the kind, and
 * write the finding once.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine#typical-inframachine-reconciliation-workflow
 */
export class Lifecycle<Owners extends KnownCluster> implements ProviderLifecycle {
  readonly #manager: Manager;
  readonly #managed: ManagedKind;
  readonly #behavior: Behavior<Owners>;
  readonly #writer: ObjectWriter;
  readonly #reporter: TroubleReporter;
  readonly #earlyEnd: EarlyEnd;
  readonly #read = new ReadObjects();

  constructor(manager: Manager, managed: ManagedKind, behavior: Behavior<Owners>) {
    this.#manager = manager;
    this.#managed = managed;
    this.#behavior = behavior;
    this.#writer = new ObjectWriter(manager, managed);
    this.#reporter = new TroubleReporter(manager);
    this.#earlyEnd = new EarlyEnd(managed);
  }

  /** Selects the events of the kind itself that need a reconcile. */
  get isNews(): Predicate {
    return this.#writer.ownWrites.isNews;
  }

  get readSources(): readonly Source[] {
    const { kind, uses, claimsAddresses } = this.#managed;
    if (!claimsAddresses) return readObjectSources(uses, this.#read, []);
    return [...readObjectSources(uses, this.#read, claimedKinds), deletedClaimSource(kind)];
  }

  async reconcile(request: Request, context: ReconcileContext): Promise<Result> {
    const object: CachedObject | undefined = await this.#manager.cache.get(this.#managed.kind, request);
    if (object === undefined) {
      this.#read.forget(request);
      return this.#clearAway(request, context);
    }
    if (!this.#isMine(object)) {
      this.#read.forget(request);
      return Result.awaitChange();
    }
    const reading = this.#read.begin(request);
    try {
      const { signal, logger, clock } = context;
      const result = await this.#visit(object, { signal, logger, clock, reading });
      reading.end();
      return result;
    } catch (error) {
      // The object was deleted in the meantime; its delete event triggers the next reconcile, if one is needed.
      if (isNotFound(error) && (await this.#isGone(object))) return Result.awaitChange();
      throw error;
    }
  }

  async #clearAway(request: Request, context: ReconcileContext): Promise<Result> {
    const { signal, logger, clock } = context;
    if (this.#managed.claimsAddresses) await endUseOfGone(this.#manager, this.#managed.kind, request, signal);
    const reading: Reading = { note: () => undefined, end: () => undefined };
    const cleared = await this.#behavior.clearAway?.(request, {
      manager: this.#manager,
      signal,
      whyPaused: (leftover, known) => this.#whyPaused(leftover, known),
      remove: (leftover, known, work) => {
        const visit = this.#visitOf(leftover, known, { signal, logger, clock, reading });
        return this.#removeLeftover(visit, () => work(visit));
      },
    });
    return cleared ?? Result.awaitChange();
  }

  /** Trouble with a leftover is only an Event: the object whose status would report it no longer exists. */
  async #removeLeftover(
    visit: Visit<Partial<Owners>>,
    work: () => Promise<DeletionOutcome>,
  ): Promise<Finding | undefined> {
    const left = await this.#telling(visit, () => this.#earlyEnd.ofDeletion(visit, () => this.#removal(visit, work)));
    if (left === undefined) this.#reporter.forget(visit.object);
    else this.#warn(visit, withoutSecrets(left, visit.secrets));
    return left;
  }

  async #removal(
    { object }: Visit<Partial<Owners>>,
    work: () => Promise<DeletionOutcome>,
  ): Promise<Finding | undefined> {
    const outcome = await work();
    this.#managed.checkOutcome(object, outcome, "remove");
    return deletionFinding(outcome);
  }

  async #visit(object: CachedObject, context: VisitContext): Promise<Result> {
    const found = await this.#behavior.findOwners(this.#manager.cache, object);
    const isDeleted = object.metadata.deletionTimestamp !== undefined;
    // An object without its owners is left alone; not even a condition is written (BH-001, BH-003, IB-001, IB-003, IC-017).
    if (!isDeleted && found.complete === undefined) return Result.awaitChange();
    if (isDeleted && !hasFinalizer(object.metadata, this.#writer.finalizer)) return Result.awaitChange();

    const pauseCause = this.#whyPaused(object, found.known);
    if (pauseCause !== undefined) {
      await this.#writer.writePaused(object, pausedCondition(pauseCause), context.signal);
      return Result.awaitChange();
    }
    if (isDeleted) return this.#remove(object, found, context);
    return found.complete === undefined ? Result.awaitChange() : this.#provide(object, found.complete, context);
  }

  async #provide(read: CachedObject, owners: Owners, context: VisitContext): Promise<Result> {
    const object = this.#behavior.keepsFinalizer ? await this.#writer.ensureFinalizer(read, context.signal) : read;
    const visit = this.#visitOf(object, owners, context);
    const { finding, postponedMs } = await this.#reporting(visit, async () => {
      const found = await this.#earlyEnd.ofProvision(
        visit,
        async () => this.#managed.stillFailed(object) ?? (await this.#behavior.provide(visit)),
      );
      return { finding: found, postponedMs: await this.#conclude(visit, found) };
    });
    const afterwards = await this.#telling(visit, async () => this.#followUp(visit, finding));
    const isTrouble = finding.isTrouble === true || afterwards.isTrouble === true;
    const goesOn = isTrouble || finding.progress === "failed" || finding.progress === "unchanged";
    if (!goesOn) this.#reporter.forget(object);
    return requeueAfterFirst([finding.retryAfterMs, postponedMs, afterwards.retryAfterMs]);
  }

  async #remove(object: CachedObject, found: FoundOwners<Owners>, context: VisitContext): Promise<Result> {
    const visit = this.#visitOf(object, found.known, context);
    const finding = await this.#reporting(visit, async () => {
      const left = await this.#earlyEnd.ofDeletion(visit, async () => {
        // An object without an owner reference was never provided (IB-011, IC-020).
        const unfinished = found.owned ? await this.#removal(visit, () => this.#behavior.remove(visit)) : undefined;
        return unfinished ?? (this.#managed.claimsAddresses ? await releaseClaims(visit) : undefined);
      });
      if (left !== undefined) await this.#conclude(visit, left);
      return left;
    });
    if (finding !== undefined) return requeueAfterFirst([finding.retryAfterMs]);
    await this.#writer.dropFinalizer(object, context.signal);
    this.#reporter.forget(object);
    return Result.awaitChange();
  }

  /**
   * Runs the work that follows the write of the finding. If it ends early, nothing new is known about the object, so trouble is only an
   * Event.
   */
  async #followUp(visit: Visit<Owners>, finding: Finding): Promise<FollowUp> {
    const found = await this.#earlyEnd.ofFollowUp(visit, async () => this.#behavior.afterwards?.(visit, finding));
    if (found === undefined || !("progress" in found)) return found ?? {};
    this.#warn(visit, withoutSecrets(found, visit.secrets));
    return found;
  }

  /** Writes the finding without secrets, and reports trouble that the author declared as an Event too. */
  async #conclude(visit: Visit<Partial<Owners>>, found: Finding): Promise<number | undefined> {
    const { object, secrets, signal } = visit;
    const finding = withoutSecrets(found, secrets);
    const postponedMs = await this.#writer.writeFinding(object, finding, signal);
    this.#warn(visit, finding);
    return postponedMs;
  }

  #warn({ object }: Visit<Partial<Owners>>, { isTrouble = false, reason, message }: Finding): void {
    if (isTrouble) this.#reporter.warn(object, reason, message);
  }

  /** Runs author code. A thrown error becomes a condition and an Event for users, and an error for the controller. */
  async #reporting<T>(visit: Visit<Partial<Owners>>, work: () => Promise<T>): Promise<T> {
    return this.#telling(visit, work, (finding) => this.#writeTrouble(visit.object, finding, visit.signal));
  }

  /** Does the same as {@link #reporting}, but writes no condition unless `write` does. */
  async #telling<T>(
    visit: Visit<Partial<Owners>>,
    work: () => Promise<T>,
    write?: (finding: Finding) => Promise<void>,
  ): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      const { object, secrets, signal } = visit;
      const error = secrets.redactThrown(thrown);
      secretReaderOf(visit.manager).forget(visit.secretsRead);
      if (isContractViolation(error)) this.#reporter.count(object, error.violations);
      const finding = errorFinding(error, signal);
      if (finding !== undefined) {
        this.#reporter.warn(object, finding.reason, finding.message);
        await write?.(finding);
      }
      throw namingObject(error, object);
    }
  }

  async #writeTrouble(object: CachedObject, finding: Finding, signal: AbortSignal): Promise<void> {
    try {
      await this.#writer.writeFinding(object, finding, signal);
    } catch (error) {
      // No status can be written at all; throw the first error, which is more informative.
      if (!isContractViolation(error) && !isInvalid(error)) throw error;
    }
  }

  #visitOf<Known extends Partial<Owners>>(object: CachedObject, owners: Known, context: VisitContext): Visit<Known> {
    const { signal, reading } = context;
    const logger = context.logger.with(logFields(object, owners));
    return {
      object,
      owners,
      manager: this.#manager,
      logger,
      signal,
      secrets: new SecretStrings(),
      secretsRead: [],
      reading,
    };
  }

  #whyPaused(object: CachedObject, known: Partial<Owners>): string | undefined {
    return this.#behavior.whyPaused?.(object, known) ?? whyPaused(known.cluster, object);
  }

  #isMine(object: CachedObject): boolean {
    const filter = this.#manager.watchFilter;
    if (filter !== undefined && object.metadata.labels?.[labels.watchFilter] !== filter) return false;
    return this.#behavior.isForeign?.(object) !== true;
  }

  async #isGone(object: CachedObject): Promise<boolean> {
    try {
      const present = await this.#manager.client.get(this.#managed.kind, object.metadata);
      return present.metadata.uid !== object.metadata.uid;
    } catch (error) {
      return isNotFound(error);
    }
  }
}

function requeueAfterFirst(delays: readonly (number | undefined)[]): Result {
  const known = delays.filter((delay) => delay !== undefined);
  return known.length === 0 ? Result.awaitChange() : Result.requeueAfter(Math.min(...known));
}
