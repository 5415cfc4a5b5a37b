import type { Finding } from "../finding/finding.ts";
import { deletionRetryMs } from "../finding/finding-of.ts";
import { WaitingFor } from "../finding/waiting-for.ts";
import type { CachedObject } from "../object/stored-object.ts";
import type { Outcome } from "../outcome/outcome.ts";
import { thrownOutcome } from "../outcome/thrown-outcome.ts";
import { secretReaderOf } from "../scope/secret-reader.ts";
import type { Visit } from "../visit/visit.ts";
import type { ManagedKind } from "./managed-kind.ts";

/** Runs author code. A call that ends early, because something is missing or unavailable, becomes a finding instead of an error. */
export class EarlyEnd {
  readonly #managed: ManagedKind;

  constructor(managed: ManagedKind) {
    this.#managed = managed;
  }

  /**
   * The finding of author code. If a call ends early for an object that is done, its status stays unchanged, because nothing new is known.
   */
  async ofProvision(visit: Visit<object>, work: () => Promise<Finding>): Promise<Finding> {
    return this.#call(visit, work, (finding) =>
      this.#managed.hasBeenDone(visit.object) ? { ...finding, progress: "unchanged" } : finding,
    );
  }

  /** The finding of a deletion in progress; undefined once it is done. */
  async ofDeletion(visit: Visit<object>, work: () => Promise<Finding | undefined>): Promise<Finding | undefined> {
    return this.#call(visit, work, (finding) => {
      const progress = finding.progress === "unchanged" ? "unchanged" : "deleting";
      return { retryAfterMs: deletionRetryMs, ...finding, progress };
    });
  }

  /** The result of author code that changes no status. */
  async ofFollowUp<T>(visit: Visit<object>, work: () => Promise<T>): Promise<T | Finding> {
    return this.#call(visit, work, (finding) => ({ ...finding, progress: "unchanged" }));
  }

  async #call<T>(
    visit: Visit<object>,
    work: () => Promise<T>,
    ended: (finding: Finding) => Finding,
  ): Promise<T | Finding> {
    try {
      return await work();
    } catch (thrown) {
      const finding = this.findingOf(visit, thrown);
      if (finding === undefined) throw thrown;
      return ended(finding);
    }
  }

  /** The finding for an error with which a call ends early; undefined for any other error. */
  findingOf({ object, manager, secretsRead }: Visit<object>, thrown: unknown): Finding | undefined {
    const outcome = thrownOutcome(thrown);
    const finding = thrown instanceof WaitingFor ? thrown.finding : outcome && this.#checked(object, outcome);
    // A stale Secret may be the cause: a token that was renewed. A rate limit has another cause and needs no further request.
    if (finding !== undefined && outcome?.type !== "unchanged") secretReaderOf(manager).forget(secretsRead);
    return finding;
  }

  #checked(object: CachedObject, outcome: Outcome): Finding {
    this.#managed.checkOutcome(object, outcome);
    return this.#managed.findingOf(outcome);
  }
}
