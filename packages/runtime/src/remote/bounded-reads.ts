import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { type ObjectKey, objectKeyText } from "@capstan/kube";
import type { Client, ListOptions, ListResult, Scope, WatchOptions } from "../client/client.ts";
import { delegatingClient } from "../client/delegating-client.ts";
import { refusedResponse } from "../client/response-limits.ts";
import type { RestClient } from "../client/rest-client.ts";
import type { WatchEvent } from "../client/watch-event.ts";
import { kindKey } from "../kubernetes/define-kind.ts";
import { weigh } from "./weigh.ts";

/** Options of {@link boundedReads}. */
export interface BoundedReadsOptions {
  /** The memory limit for all objects together. */
  readonly bytes: number;
  /** Removes unused fields from an object. */
  readonly trim: (object: KubernetesObject) => void;
}

/** Page size: a Node of a large cluster has about 30 KiB. */
const pageSize = 250;

/**
 * A client for the cache of a workload cluster: it trims and weighs the objects of lists and watches, up to a memory limit. A server that
 * exceeds the limit is refused until it has fewer objects; earlier objects stay.
 */
export function boundedReads(client: RestClient, options: BoundedReadsOptions): Client {
  const room = new Room(options);
  return {
    ...delegatingClient(client),
    list: (kind, listOptions) => listWithin(client, room, kind, listOptions),
    watch: async function* <T extends KubernetesObject>(kind: ResourceKind<T>, watchOptions?: WatchOptions) {
      for await (const batch of watchWithin(client, room, kind, watchOptions)) yield* batch;
    },
    watchBatches: (kind, watchOptions) => watchWithin(client, room, kind, watchOptions),
  };
}

async function listWithin<T extends KubernetesObject>(
  client: RestClient,
  room: Room,
  kind: ResourceKind<T>,
  options: ListOptions = {},
): Promise<ListResult<T>> {
  const items: T[] = [];
  const part = room.part(kind, options);
  // A list replaces the previous objects.
  part.clear();
  let resourceVersion = "";
  for await (const page of client.pages(kind, { limit: pageSize, ...options })) {
    for (const item of page.items) {
      part.take(item);
      items.push(item);
    }
    ({ resourceVersion } = page);
  }
  return { items, resourceVersion };
}

async function* watchWithin<T extends KubernetesObject>(
  client: RestClient,
  room: Room,
  kind: ResourceKind<T>,
  options: WatchOptions = {},
): AsyncGenerator<readonly WatchEvent<T>[]> {
  const part = room.part(kind, options);
  // The initial events replace the previous objects.
  if (options.sendInitialEvents === true) part.clear();
  for await (const batch of client.watchBatches(kind, options)) {
    for (const { type, object } of batch) {
      if (type === "DELETED") part.drop(object.metadata);
      else if (type !== "BOOKMARK") part.take(object);
    }
    yield batch;
  }
}

/** The memory of one cluster's objects. */
class Room {
  readonly #options: BoundedReadsOptions;
  readonly #parts = new Map<string, Part>();
  #used = 0;

  constructor(options: BoundedReadsOptions) {
    this.#options = options;
  }

  /** The part of one list and its watches. */
  part(kind: ResourceKind, { namespace = "", labelSelector = "", fieldSelector = "", metadataOnly }: Scope): Part {
    const id = [kindKey(kind), namespace, labelSelector, fieldSelector, metadataOnly === true].join("|");
    const part =
      this.#parts.get(id) ??
      new Part(this.#options.trim, (change) => {
        this.#use(change);
      });
    this.#parts.set(id, part);
    return part;
  }

  /** @throws ResponseRefusedError - the limit is exceeded. */
  #use(change: number): void {
    const { bytes } = this.#options;
    if (change > 0 && this.#used + change > bytes) {
      throw refusedResponse(
        `has objects that exceed the ${bytes} bytes for each cluster; raise --clustercache-memory-limit`,
      );
    }
    this.#used += change;
  }
}

class Part {
  readonly #trim: (object: KubernetesObject) => void;
  readonly #use: (change: number) => void;
  readonly #weights = new Map<string, number>();

  constructor(trim: (object: KubernetesObject) => void, use: (change: number) => void) {
    this.#trim = trim;
    this.#use = use;
  }

  /** Trims and counts an object. */
  take(object: KubernetesObject): void {
    this.#trim(object);
    const key = objectKeyText(object.metadata);
    const weight = weigh(object);
    this.#use(weight - (this.#weights.get(key) ?? 0));
    this.#weights.set(key, weight);
  }

  drop(key: ObjectKey): void {
    const name = objectKeyText(key);
    this.#use(-(this.#weights.get(name) ?? 0));
    this.#weights.delete(name);
  }

  clear(): void {
    for (const weight of this.#weights.values()) this.#use(-weight);
    this.#weights.clear();
  }
}
