import { type Cluster, type DeepReadonly, MachinePool } from "@capstan/contract";
import {
  type Cache,
  createRequest,
  CustomResourceDefinition,
  type Informer,
  isCapstanError,
  isForbidden,
  requestFor,
  type Source,
  whenServed,
} from "@capstan/runtime";
import { type ClusterMachinePool, clusterReads } from "./reads.ts";

/** The known MachinePools of a Cluster. */
export type ObservedPools =
  | { readonly state: "known"; readonly pools: readonly ClusterMachinePool[] }
  /** The kind is installed but has not been read yet. */
  | { readonly state: "pending" }
  /** The kind is installed but cannot be read. */
  | { readonly state: "unreadable"; readonly message: string };

const none: ObservedPools = { state: "known", pools: [] };

/** The existing MachinePools. Another controller creates their machines, and a management cluster need not have the kind. */
export class MachinePools {
  readonly #cache: Cache;
  readonly #clusters: Informer<Cluster>;
  readonly #definitions: Informer<CustomResourceDefinition>;

  constructor(cache: Cache, clusters: Informer<Cluster>) {
    this.#cache = cache;
    this.#clusters = clusters;
    this.#definitions = cache.informer(CustomResourceDefinition, { metadataOnly: true });
  }

  /** Enqueues the Cluster of every pool that changes, and every Cluster that waits to learn whether it has pools. */
  readonly source: Source = whenServed(MachinePool, {
    key: "machine-pools",
    start: (context) => {
      const pools = this.#cache.informer(MachinePool);
      const running = clusterReads.machinePools
        .wakes(({ metadata, spec }) => [createRequest(spec.clusterName, metadata.namespace)])
        .start(context);
      const enqueueWaiting = () => {
        const waiting = this.#clusters.list().filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
        for (const cluster of waiting) context.enqueue(requestFor(cluster));
      };
      const ready = pools
        .waitForSync(context.signal, { unlessForbidden: true, unlessNotServed: true })
        .catch((error: unknown) => {
          // Clusters that wait for their pools report this.
          if (!context.signal.aborted && !isForbidden(error) && !isCapstanError(error, "KindNotServed")) throw error;
        });
      void pools.waitForSync(context.signal).then(enqueueWaiting, () => undefined);
      return {
        ready,
        stop: () => {
          running.stop();
        },
      };
    },
  });

  of({ metadata }: Pick<DeepReadonly<Cluster>, "metadata">): ObservedPools {
    const { name, namespace } = metadata;
    const isInstalled = this.#definitions.get({ name: `${MachinePool.plural}.${MachinePool.group}` }) !== undefined;
    if (!isInstalled) return none;
    const informer = this.#cache.informer(MachinePool);
    if (!informer.synced) {
      const { problem } = informer;
      if (problem === undefined) return { state: "pending" };
      return { state: "unreadable", message: `MachinePools cannot be read: ${problem.message}` };
    }
    const pools = clusterReads.machinePools.of(informer).listIn(namespace);
    return { state: "known", pools: pools.filter(({ spec }) => spec.clusterName === name) };
  }
}
