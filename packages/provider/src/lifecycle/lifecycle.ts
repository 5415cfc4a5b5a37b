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
import { checkedOutcome } from "../check/checked-outcome.ts";
import type { ProviderDefinition } from "../definition/definition.ts";
import { deletionFinding } from "../finding/finding-of.ts";
import { SecretStrings } from "../reporting/secret-strings.ts";
import { TroubleReporter } from "../reporting/trouble-reporter.ts";
import { withoutSecrets } from "../reporting/without-secrets.ts";
import { secretReaderOf } from "../scope/secret-reader.ts";
import { pausedCondition } from "../status/conditions.ts";
import type { Finding } from "../finding/finding.ts";
import { stillFailed } from "../status/still-failed.ts";
import type { Behavior } from "./behavior.ts";
import { errorFinding, namingObject } from "../finding/error-finding.ts";
import { EarlyEnd } from "./early-end.ts";
import { logFields } from "./log-fields.ts";
import { ObjectWriter } from "./object-writer.ts";
import type { ClusterOwners, FoundOwners } from "../object/owners.ts";
import { whyPaused } from "./pausing.ts";
import type { CachedObject } from "../object/stored-object.ts";
import { readObjectSources } from "../reading/read-object-sources.ts";
import { type Reading, ReadObjects } from "../reading/read-objects.ts";
import type { Visit } from "../visit/visit.ts";

/** A reconcile, and where its reads are noted. */
interface VisitContext extends ReconcileContext {
  readonly reading: Reading;
}

/** What came of the work after a finding was written. */
interface FollowUp {
  readonly retryAfterMs?: number | undefined;
  readonly isTrouble?: boolean;
}

/** What a controller needs of {@link Lifecycle}. */
export interface ProviderLifecycle extends Reconciler {
  readonly isNews: Predicate;
  /** What wakes objects in addition to their owners: the auxiliary objects that author code has read. */
  readonly readSources: readonly Source[];
}

/**
 * The steps for every provider object: owner, pause, deletion or finalizer, what its kind does, one write of what was found.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine#typical-inframachine-reconciliation-workflow
 */
export class Lifecycle<Owners extends ClusterOwners> implements ProviderLifecycle {
  readonly #manager: Manager;
  readonly #definition: ProviderDefinition;
  readonly #behavior: Behavior<Owners>;
  readonly #writer: ObjectWriter;
  readonly #reporter: TroubleReporter;
  readonly #earlyEnd: EarlyEnd;
  readonly #read = new ReadObjects();

  constructor(manager: Manager, definition: ProviderDefinition, behavior: Behavior<Owners>) {
    this.#manager = manager;
    this.#definition = definition;
    this.#behavior = behavior;
    this.#writer = new ObjectWriter(manager, definition);
    this.#reporter = new TroubleReporter(manager);
    this.#earlyEnd = new EarlyEnd(definition);
  }

  /** Which events of the kind itself need a reconcile. */
  get isNews(): Predicate {
    return this.#writer.ownWrites.isNews;
  }

  get readSources(): readonly Source[] {
    return readObjectSources(this.#definition.uses, this.#read);
  }

  async reconcile(request: Request, context: ReconcileContext): Promise<Result> {
    const object: CachedObject | undefined = await this.#manager.cache.get(this.#definition.kind, request);
    if (object === undefined || !this.#isMine(object)) {
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
      // Deleted in the meantime: the delete event causes the next reconcile, if one is needed at all.
      if (isNotFound(error) && (await this.#isGone(object))) return Result.awaitChange();
      throw error;
    }
  }

  async #visit(object: CachedObject, context: VisitContext): Promise<Result> {
    const found = await this.#behavior.findOwners(this.#manager.cache, object);
    const isDeleted = object.metadata.deletionTimestamp !== undefined;
    // Without its owners an object is left alone, not even a condition is written (BH-001, BH-003, IB-001, IB-003, IC-017).
    if (!isDeleted && found.complete === undefined) return Result.awaitChange();
    if (isDeleted && !hasFinalizer(object.metadata, this.#writer.finalizer)) return Result.awaitChange();

    const pauseCause = whyPaused(found.known.cluster, object);
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
        async () => stillFailed(this.#definition, object) ?? (await this.#behavior.provide(visit)),
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
        // Never owned: nothing can have been made for it (IB-011, IC-020).
        const outcome = found.owned ? await this.#behavior.remove(visit) : ({ type: "deleted" } as const);
        checkedOutcome(this.#definition, object, outcome, "remove");
        return deletionFinding(outcome);
      });
      if (left !== undefined) await this.#conclude(visit, left);
      return left;
    });
    if (finding !== undefined) return requeueAfterFirst([finding.retryAfterMs]);
    await this.#writer.dropFinalizer(object, context.signal);
    this.#reporter.forget(object);
    return Result.awaitChange();
  }

  /** What follows the write of what was found. If it ends early, that is no news of the object: trouble is an Event alone. */
  async #followUp(visit: Visit<Owners>, finding: Finding): Promise<FollowUp> {
    const found = await this.#earlyEnd.ofFollowUp(visit, async () => this.#behavior.afterwards?.(visit, finding));
    if (found === undefined || !("progress" in found)) return found ?? {};
    this.#warn(visit, withoutSecrets(found, visit.secrets));
    return found;
  }

  /** Writes what was found, cleared of secrets; trouble that the author has declared is also reported as an Event. */
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

  /** Runs author code; what it throws reaches the user as a condition and an Event, and the controller as an error. */
  async #reporting<T>(visit: Visit<Partial<Owners>>, work: () => Promise<T>): Promise<T> {
    return this.#telling(visit, work, (finding) => this.#writeTrouble(visit.object, finding, visit.signal));
  }

  /** As {@link #reporting}, with no condition unless `write` makes one. */
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
      // No status can be written at all: the first error says more than this one.
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

  #isMine(object: CachedObject): boolean {
    const filter = this.#manager.watchFilter;
    if (filter !== undefined && object.metadata.labels?.[labels.watchFilter] !== filter) return false;
    return this.#behavior.isForeign?.(object) !== true;
  }

  async #isGone(object: CachedObject): Promise<boolean> {
    const { name, namespace } = object.metadata;
    const key = namespace === undefined ? { name } : { name, namespace };
    try {
      const present = await this.#manager.client.get(this.#definition.kind, key);
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
