import { Cluster, type DeepReadonly } from "@capstan/contract";
import { isEmptySelector, isMalformedText, type LabelMatcher, labelMatcher } from "@capstan/kube";
import { type Cache, requestFor, type Source } from "@capstan/runtime";
import type { CachedObject } from "../../object/stored-object.ts";
import { clusterSource } from "../../related/cluster-source.ts";
import type { AddonDefinition, AnyAddon } from "./addon-definition.ts";
import type { ClusterReport } from "./cluster-report.ts";

/** The Clusters that concern an object. */
export interface ConcernedClusters {
  /** Those that get the add-on. */
  readonly selected: readonly DeepReadonly<Cluster>[];
  /** Those that are no longer selected, and whose entry is still in the status. */
  readonly deselected: readonly DeepReadonly<Cluster>[];
  /** What is wrong with the selector, as a sentence. Default: nothing. */
  readonly problem?: string;
}

/**
 * The Clusters of an object, sorted by name. A Cluster that is being deleted is not among them: its workload cluster is deleted with
 * everything in it.
 */
export async function concernedClusters(cache: Cache, object: CachedObject): Promise<ConcernedClusters> {
  const { namespace = "" } = object.metadata;
  const all = await cache.list(Cluster, { namespace });
  const clusters = all
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
  const known = reportsOf(object);
  const { matches, problem } = matcherOf(object);
  const selected = clusters.filter(({ metadata }) => matches(metadata.labels));
  const deselected = clusters.filter((cluster) => !selected.includes(cluster) && known.has(cluster.metadata.name));
  return { selected, deselected, ...(problem === undefined ? {} : { problem }) };
}

/** The entries of the status, by the names of their Clusters. */
export function reportsOf(object: CachedObject): ReadonlyMap<string, ClusterReport> {
  const { status } = object as DeepReadonly<AnyAddon>;
  return new Map((status?.clusters ?? []).map((report) => [report.name, report]));
}

/** Wakes the objects that select a Cluster, have selected it, or report it. */
export function selectedClusterSource(cache: Cache, { kind }: AddonDefinition): Source {
  const addons = cache.informer(kind);
  return clusterSource((cluster, previous) =>
    addons
      .listIn(cluster.metadata.namespace ?? "")
      .filter((addon) => {
        const object = addon as CachedObject;
        const { matches } = matcherOf(object);
        const isSelected = matches(cluster.metadata.labels) || (previous && matches(previous.metadata.labels));
        return isSelected === true || reportsOf(object).has(cluster.metadata.name);
      })
      .map((addon) => requestFor(addon)),
  );
}

/** An empty selector selects nothing: it would be the selector of an object whose author forgot it. */
function matcherOf({ spec }: CachedObject): { readonly matches: LabelMatcher; readonly problem?: string } {
  const { clusterSelector = {} } = spec as Partial<DeepReadonly<AnyAddon>["spec"]>;
  const nothing = () => false;
  if (isEmptySelector(clusterSelector)) return { matches: nothing };
  try {
    return { matches: labelMatcher(clusterSelector) };
  } catch (error) {
    if (!isMalformedText(error)) throw error;
    return { matches: nothing, problem: `spec.clusterSelector is invalid: ${error.message}` };
  }
}
