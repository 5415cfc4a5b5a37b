import type { DeepReadonly, IPAddress } from "@capstan/contract";
import type { Cache, Informer } from "@capstan/runtime";

/** The namespaces whose IPAddresses a cache has. They may become more: a manager can serve namespaces by prefix. */
export class WatchedNamespaces {
  readonly #cache: Cache;
  readonly #informer: Informer<IPAddress>;

  constructor(cache: Cache, informer: Informer<IPAddress>) {
    this.#cache = cache;
    this.#informer = informer;
  }

  /** Whether the cache has the IPAddresses of all namespaces. */
  get areAll(): boolean {
    return this.#names.includes(undefined);
  }

  /** Those of these addresses that the cache does not get. */
  unwatched(addresses: readonly DeepReadonly<IPAddress>[]): readonly DeepReadonly<IPAddress>[] {
    const names = new Set(this.#names);
    return names.has(undefined) ? [] : addresses.filter(({ metadata }) => !names.has(metadata.namespace));
  }

  /** Undefined stands for all. */
  get #names(): readonly (string | undefined)[] {
    const running = this.#cache.runningInformers().find(({ informer }) => informer === this.#informer);
    return running?.scopes.map(({ namespace }) => namespace) ?? [];
  }
}
