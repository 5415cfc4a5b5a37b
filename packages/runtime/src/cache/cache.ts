import type { DeepReadonly, KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";
import type { Scope } from "../client/client.ts";
import type { CacheOptions } from "./cache-options.ts";
import type { Informer } from "./informer.ts";

export class Cache {
  readonly #options: CacheOptions;
  constructor(options: CacheOptions) {
    this.#options = options;
  }
  informer<T extends KubernetesObject>(kind: ResourceKind<T>, scope: Scope = {}): Informer<T> {
    throw new Error(`not yet ${kind.kind} ${JSON.stringify(scope)} ${typeof this.#options}`);
  }
  get<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    key: ObjectKey,
    options?: { readonly signal?: AbortSignal },
  ): Promise<DeepReadonly<T> | undefined> {
    throw new Error(`not yet ${kind.kind} ${key.name} ${typeof options}`);
  }
  list<T extends KubernetesObject>(
    kind: ResourceKind<T>,
    options: Scope & { readonly signal?: AbortSignal } = {},
  ): Promise<readonly DeepReadonly<T>[]> {
    throw new Error(`not yet ${kind.kind} ${typeof options}`);
  }
  observe<T extends KubernetesObject>(kind: ResourceKind<T>, object: T): void {
    throw new Error(`not yet ${kind.kind} ${object.kind}`);
  }
}
