import { type Cluster, clusterSecretName, type DeepReadonly } from "@capstan/contract";
import { without } from "@capstan/kube";
import { isCapstanError, systemClock, TimedOutError } from "@capstan/runtime";
import type { Asked } from "../../check/asked.ts";
import { errorFinding } from "../../finding/error-finding.ts";
import type { Finding } from "../../finding/finding.ts";
import { unfinishedFindingOf } from "../../finding/finding-of.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import { EarlyEnd } from "../../lifecycle/early-end.ts";
import type { ManagedKind } from "../../lifecycle/managed-kind.ts";
import type { KnownCluster } from "../../object/owners.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import { providerScope } from "../../scope/provider-scope.ts";
import type { Visit } from "../../visit/visit.ts";
import type { AddonAuthor } from "./addon-author.ts";
import type { AddonDefinition } from "./addon-definition.ts";
import { clusterReport, type ClusterReport } from "./cluster-report.ts";
import type { AddonOutcome } from "./outcome.ts";
import type { AddonScope, StoredAddonOf } from "./scope.ts";
import { isInitialized, waitingReport } from "./waiting-report.ts";

/** The result of a call for one Cluster. */
export interface CallResult {
  /** The entry of the Cluster in the status. Undefined: it has none, or its entry is removed. */
  readonly report?: ClusterReport | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Whether a user must repair something. */
  readonly isTrouble?: boolean;
  /** What to throw once everything is reported, so that the reconcile is retried with back-off. */
  readonly error?: unknown;
}

/** The delay before an unavailable workload cluster is tried again, in milliseconds, unless it answers before. */
const unavailableMs = 30_000;
/** The default time for one Cluster, in milliseconds: half of the time that a reconcile has. */
const defaultTimeoutMs = 30_000;

/** Calls author code for one Cluster. Whatever becomes of it, the calls for others are not affected. */
export class ClusterCalls<D extends AddonDefinition> {
  readonly #author: AddonAuthor<D>;
  readonly #managed: ManagedKind;
  readonly #earlyEnd: EarlyEnd;
  readonly #wake: (visit: Visit<KnownCluster>) => void;

  /** @param wake - enqueues the object of a visit once a workload cluster is available. */
  constructor(author: AddonAuthor<D>, managed: ManagedKind, wake: (visit: Visit<KnownCluster>) => void) {
    this.#author = author;
    this.#managed = managed;
    this.#earlyEnd = new EarlyEnd(managed);
    this.#wake = wake;
  }

  /** Installs the add-on. */
  install(
    visit: Visit<KnownCluster>,
    cluster: DeepReadonly<Cluster>,
    known: ClusterReport | undefined,
  ): Promise<CallResult> {
    return this.#call(visit, cluster, known, "provide", (scope, signal) => this.#author.reconcileAddon(scope, signal));
  }

  /** Removes the add-on. */
  async remove(
    visit: Visit<KnownCluster>,
    cluster: DeepReadonly<Cluster>,
    known: ClusterReport | undefined,
  ): Promise<CallResult> {
    // Before its control plane is initialized, no call has installed anything.
    if (!isInitialized(cluster)) return {};
    const nothing = commonOutcomes.deleted();
    return this.#call(
      visit,
      cluster,
      known,
      "remove",
      async (scope, signal) => (await this.#author.deleteAddon?.(scope, signal)) ?? nothing,
    );
  }

  async #call(
    visit: Visit<KnownCluster>,
    cluster: DeepReadonly<Cluster>,
    known: ClusterReport | undefined,
    asked: Asked,
    work: (
      scope: AddonScope<D>,
      signal: AbortSignal,
    ) => Promise<AddonOutcome | DeletionOutcome> | AddonOutcome | DeletionOutcome,
  ): Promise<CallResult> {
    const waiting = waitingReport(cluster, known);
    if (waiting !== undefined) return { report: waiting };
    const own = { ...visit, owners: { cluster } };
    try {
      const scope = this.#scopeOf(own, cluster, known);
      const outcome = await this.#inTime(own, cluster, (signal) => work(scope, signal));
      this.#managed.checkOutcome(visit.object, outcome, asked);
      return resultOf(own, cluster.metadata.name, outcome, known);
    } catch (thrown) {
      if (visit.signal.aborted) throw thrown;
      return this.#resultOfError(own, cluster, known, thrown);
    }
  }

  #scopeOf(
    visit: Visit<KnownCluster>,
    cluster: DeepReadonly<Cluster>,
    known: ClusterReport | undefined,
  ): AddonScope<D> {
    return {
      ...without(providerScope(this.#author.definition, visit), "object", "claimAddress"),
      // The cache holds objects of the definition's kind, which the compiler cannot know.
      object: visit.object as unknown as StoredAddonOf<D>,
      cluster,
      revision: known?.revision,
    };
  }

  /**
   * Aborts a call that takes too long, because the status of all Clusters is written together. As the connections that it waits for, it has
   * the time of the system.
   */
  async #inTime<T>(
    { signal }: Visit<KnownCluster>,
    { metadata }: DeepReadonly<Cluster>,
    work: (signal: AbortSignal) => Promise<T> | T,
  ): Promise<T> {
    const { clusterTimeoutMs = defaultTimeoutMs } = this.#author;
    const late = new AbortController();
    const timer = systemClock.setTimer(clusterTimeoutMs, () => {
      late.abort(new TimedOutError(`The call for Cluster ${metadata.name} took more than ${clusterTimeoutMs} ms`));
    });
    try {
      return await work(AbortSignal.any([signal, late.signal]));
    } finally {
      timer.cancel();
    }
  }

  #resultOfError(
    visit: Visit<KnownCluster>,
    cluster: DeepReadonly<Cluster>,
    known: ClusterReport | undefined,
    thrown: unknown,
  ): CallResult {
    const { name } = cluster.metadata;
    const early = this.#earlyEnd.findingOf(visit, thrown);
    if (early !== undefined) return resultOfFinding(name, redacted(early, visit), known);
    const error = visit.secrets.redactThrown(thrown);
    if (isCapstanError(error, "RemoteUnavailable") || isCapstanError(error, "ConnectionFailed")) {
      this.#wakeOnceReachable(visit, cluster);
      const finding = unready(providerReasons.clusterUnavailable, error.message);
      return { ...resultOfFinding(name, finding, known), retryAfterMs: unavailableMs };
    }
    const finding = errorFinding(error, visit.signal) ?? unready(providerReasons.reconcileError, "");
    return { ...resultOfFinding(name, finding, known), error };
  }

  #wakeOnceReachable(visit: Visit<KnownCluster>, { metadata }: DeepReadonly<Cluster>): void {
    const { object, manager } = visit;
    const { namespace = "" } = metadata;
    const secret = { name: clusterSecretName(metadata.name, "kubeconfig"), namespace };
    manager.remotes.onceReachable(secret, `${object.kind} ${object.metadata.uid ?? ""}`, () => {
      this.#wake(visit);
    });
  }
}

function resultOf(
  visit: Visit<KnownCluster>,
  name: string,
  outcome: AddonOutcome | DeletionOutcome,
  known: ClusterReport | undefined,
): CallResult {
  if (outcome.type === "deleted") return {};
  if (outcome.type === "installed") {
    const { retryAfterMs, revision = known?.revision } = outcome;
    const report = { name, ready: true, reason: providerReasons.installed };
    return { report: revision === undefined ? report : { ...report, revision }, retryAfterMs };
  }
  const finding = unfinishedFindingOf(outcome, {});
  return finding === undefined ? {} : resultOfFinding(name, redacted(finding, visit), known);
}

function resultOfFinding(name: string, finding: Finding, known: ClusterReport | undefined): CallResult {
  const { progress, reason, message, retryAfterMs, isTrouble = false } = finding;
  if (progress === "unchanged") return { report: known, retryAfterMs };
  const kept = known?.revision === undefined ? {} : { revision: known.revision };
  return { report: clusterReport({ name, ready: false, reason, message, ...kept }), retryAfterMs, isTrouble };
}

function unready(reason: string, message: string): Finding {
  return { progress: "pending", reason, message };
}

function redacted(finding: Finding, { secrets }: Visit<KnownCluster>): Finding {
  return { ...finding, message: secrets.redact(finding.message) };
}
