import { annotations, type Cluster, type DeepReadonly } from "@capstan/contract";
import type { Finding } from "../../finding/finding.ts";
import { providerReasons } from "../../finding/provider-reasons.ts";
import type { Behavior } from "../../lifecycle/behavior.ts";
import type { ManagedKind } from "../../lifecycle/managed-kind.ts";
import type { KnownCluster } from "../../object/owners.ts";
import type { CachedObject } from "../../object/stored-object.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { Visit } from "../../visit/visit.ts";
import type { AddonAuthor } from "./addon-author.ts";
import type { AddonDefinition } from "./addon-definition.ts";
import { type CallResult, ClusterCalls } from "./cluster-calls.ts";
import { type ClusterReport, whyNotReady } from "./cluster-report.ts";
import { concernedClusters, reportsOf } from "./selection.ts";
import { waitingReport } from "./waiting-report.ts";

/** For how many Clusters of an object author code runs at once. */
const atOnce = 20;

/** A finding with the errors of author code. */
interface AddonFinding extends Finding {
  readonly errors?: readonly unknown[];
}

/**
 * The behavior of add-ons: each selected Cluster gets its own call, concurrently, and the results are written together.
 *
 * @param wake - enqueues the object of a visit.
 */
export function addonBehavior<D extends AddonDefinition>(
  author: AddonAuthor<D>,
  managed: ManagedKind,
  wake: (visit: Visit<KnownCluster>) => void,
): Behavior<KnownCluster> {
  const calls = new ClusterCalls(author, managed, wake);
  return {
    keepsFinalizer: author.deleteAddon !== undefined,
    // No object owns an add-on; it concerns the Clusters that it selects.
    findOwners: () => Promise.resolve({ owned: true, known: {}, complete: {} }),
    whyPaused: whyMoved,
    async provide(visit): Promise<AddonFinding> {
      const known = reportsOf(visit.object);
      const { selected, deselected, problem } = await concernedClusters(visit.manager.cache, visit.object);
      if (problem !== undefined) {
        return { progress: "failed", reason: providerReasons.invalidClusterSelector, message: problem };
      }
      if (
        author.deleteAddon !== undefined &&
        selected.some((cluster) => isFirstCall(cluster, knownOf(known, cluster)))
      ) {
        return announcement([...selected, ...deselected], known);
      }
      const results = await inParallel([
        ...selected.map((cluster) => () => calls.install(visit, cluster, knownOf(known, cluster))),
        ...deselected.map((cluster) => () => calls.remove(visit, cluster, knownOf(known, cluster))),
      ]);
      return findingOfResults(results);
    },
    afterwards(_visit, { errors = [] }: AddonFinding) {
      const [error] = errors;
      // The runtime retries with back-off, and the others stay as they were reported.
      return error === undefined ? Promise.resolve(undefined) : rejected(error);
    },
    async remove(visit): Promise<DeletionOutcome> {
      const known = reportsOf(visit.object);
      const { selected, deselected } = await concernedClusters(visit.manager.cache, visit.object);
      const results = await inParallel(
        [...selected, ...deselected].map((cluster) => () => calls.remove(visit, cluster, knownOf(known, cluster))),
      );
      const { errors = [], reason, message, retryAfterMs, isTrouble } = findingOfResults(results);
      if (errors.length > 0) throw errors[0];
      const clusters = reportsIn(results);
      if (clusters.length === 0) return commonOutcomes.deleted();
      return commonOutcomes.pending(reason, { message, retryAfterMs, warning: isTrouble, status: { clusters } });
    },
  };
}

/** The original of a moved object is deleted without a wish to remove anything (rule CT-019). */
function whyMoved({ kind, metadata }: CachedObject): string | undefined {
  if (metadata.annotations?.[annotations.deleteForMove] === undefined) return undefined;
  return `${kind} has the annotation ${annotations.deleteForMove}`;
}

/** Whether author code is about to be called for a Cluster that the status does not have. */
function isFirstCall(cluster: DeepReadonly<Cluster>, known: ClusterReport | undefined): boolean {
  return known === undefined && waitingReport(cluster, known) === undefined;
}

/**
 * Notes the Clusters before the first call for them, as a finalizer is stored before anything is created: if the manager crashes during that
 * call and the Cluster is deselected in the meantime, only the status has what to remove.
 */
function announcement(
  clusters: readonly DeepReadonly<Cluster>[],
  known: ReadonlyMap<string, ClusterReport>,
): AddonFinding {
  const reports = clusters.map((cluster) => {
    const report = knownOf(known, cluster);
    const first = { name: cluster.metadata.name, ready: false, reason: providerReasons.installing };
    return report ?? waitingReport(cluster, report) ?? first;
  });
  return { ...findingOfResults(reports.map((report) => ({ report }))), retryAfterMs: 0 };
}

function knownOf(known: ReadonlyMap<string, ClusterReport>, { metadata }: DeepReadonly<Cluster>) {
  return known.get(metadata.name);
}

function findingOfResults(results: readonly CallResult[]): AddonFinding {
  const clusters = reportsIn(results);
  const delays = results.map(({ retryAfterMs }) => retryAfterMs).filter((delay) => delay !== undefined);
  const why = whyNotReady(clusters);
  return {
    progress: why === undefined ? "provisioned" : "pending",
    reason: why?.reason ?? providerReasons.ready,
    message: why?.message ?? "",
    facts: { clusters },
    errors: results.flatMap(({ error }) => (error === undefined ? [] : [error])),
    ...(delays.length === 0 ? {} : { retryAfterMs: Math.min(...delays) }),
    ...(results.some(({ isTrouble }) => isTrouble === true) ? { isTrouble: true } : {}),
  };
}

function reportsIn(results: readonly CallResult[]): ClusterReport[] {
  return results.flatMap(({ report }) => (report === undefined ? [] : [report]));
}

/** Runs all work, in its order, some of it at a time. */
async function inParallel<T>(work: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < work.length; index = next++) {
      const each = work[index];
      if (each !== undefined) results[index] = await each();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, work.length) }, lane));
  return results;
}

function rejected(error: unknown): Promise<never> {
  return Promise.reject(error instanceof Error ? error : new Error(String(error)));
}
