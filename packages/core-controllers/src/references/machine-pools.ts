import { type Cluster, type DeepReadonly, MachinePool } from "@capstan/contract";
import {
  type Cache,
  createRequest,
  CustomResourceDefinition,
  type Informer,
  isCapstanError,
  isForbidden,
  type Source,
  whenServed,
} from "@capstan/runtime";

/** The MachinePools of a Cluster, as far as they are known. */
export type ObservedPools =
  | { readonly state: "known"; readonly pools: readonly DeepReadonly<MachinePool>[] }
  /** They are installed, and have not been read yet. */
  | { readonly state: "pending" }
  /** They are installed, and cannot be read. */
  | { readonly state: "unreadable"; readonly message: string };

const none: ObservedPools = { state: "known", pools: [] };

/** The MachinePools there are. Another controller makes machines of them; a management cluster need not have the kind. */
export class MachinePools {
  readonly #cache: Cache;
  readonly #definitions: Informer<CustomResourceDefinition>;

  constructor(cache: Cache) {
    this.#cache = cache;
    this.#definitions = cache.informer(CustomResourceDefinition, { metadataOnly: true });
  }

  /** Brings the Cluster of every pool that changes. */
  readonly source: Source = whenServed(MachinePool, {
    key: "machine-pools",
    start: (context) => {
      const pools = this.#cache.informer(MachinePool);
      const stop = pools.onEvent(({ object: { metadata, spec } }) => {
        context.enqueue(createRequest(spec.clusterName, metadata.namespace));
      });
      const ready = pools
        .waitForSync(context.signal, { unlessForbidden: true, unlessNotServed: true })
        .catch((error: unknown) => {
          // Clusters that wait for their pools say so.
          if (!context.signal.aborted && !isForbidden(error) && !isCapstanError(error, "KindNotServed")) throw error;
        });
      return { ready, stop };
    },
  });

  of({ metadata }: DeepReadonly<Cluster>): ObservedPools {
    const { name, namespace } = metadata;
    const isInstalled = this.#definitions.get({ name: `${MachinePool.plural}.${MachinePool.group}` }) !== undefined;
    if (!isInstalled) return none;
    const informer = this.#cache.informer(MachinePool);
    if (!informer.synced) {
      const { problem } = informer;
      if (problem === undefined) return { state: "pending" };
      return { state: "unreadable", message: `MachinePools cannot be read: ${problem.message}` };
    }
    const pools = informer.list(namespace === undefined ? {} : { namespace });
    return { state: "known", pools: pools.filter(({ spec }) => spec.clusterName === name) };
  }
}
