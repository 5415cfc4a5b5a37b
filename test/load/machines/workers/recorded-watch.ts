import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { type Client, ConnectionError, type WatchEvent } from "@capstan/runtime";

/** The start of a record. */
export interface RecordStart {
  readonly namespace: string;
  /** Everything after this version is recorded. */
  readonly resourceVersion: string;
}

/**
 * Every event of one kind since a resourceVersion, in the order of the server and without a gap: a watch that ends or breaks resumes where
 * it ended, and an expired version is an error, not a new list.
 */
export class RecordedWatch<T extends KubernetesObject> implements AsyncDisposable {
  readonly events: WatchEvent<T>[] = [];
  readonly #client: Client;
  readonly #kind: ResourceKind<T>;
  readonly #namespace: string;
  readonly #stopping = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #run: Promise<void>;
  readonly #opened = Promise.withResolvers<undefined>();
  #resourceVersion: string;
  #failure: unknown;

  constructor(client: Client, kind: ResourceKind<T>, { namespace, resourceVersion }: RecordStart) {
    this.#client = client;
    this.#kind = kind;
    this.#namespace = namespace;
    this.#resourceVersion = resourceVersion;
    this.#run = this.#record().catch((error: unknown) => {
      this.#failure = error;
      this.#opened.resolve(undefined);
      this.#tell();
    });
  }

  /** Resolves once the server has accepted the watch: after that, the recorded events cannot expire. */
  async opened(): Promise<void> {
    await this.#opened.promise;
  }

  /** Calls `listener` at every recorded event, and at the end of the record. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** @throws the error that ended the record. */
  throwIfIncomplete(): void {
    if (this.#failure !== undefined) throw new Error("The record has a gap", { cause: this.#failure });
  }

  /** Resolves once `fact` holds for the record; checks it after every batch of events. */
  async until(what: string, fact: () => boolean, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const look = (): void => {
      try {
        this.throwIfIncomplete();
        if (fact()) resolve(undefined);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    signal.addEventListener("abort", () => {
      reject(new Error(`Not in time: ${what}`, { cause: signal.reason }));
    });
    this.#listeners.add(look);
    look();
    try {
      await promise;
    } finally {
      this.#listeners.delete(look);
    }
  }

  /** Resolves once an event of this version, or a later one, is recorded. */
  async reaches(resourceVersion: number, signal: AbortSignal): Promise<void> {
    const isReached = () =>
      this.events.some(({ object }) => Number(object.metadata.resourceVersion) >= resourceVersion);
    await this.until(`the event of version ${resourceVersion}`, isReached, signal);
  }

  async #record(): Promise<void> {
    while (!this.#isStopping()) {
      try {
        await this.#once(this.#stopping.signal);
      } catch (error) {
        if (!(error instanceof ConnectionError) && !this.#isStopping()) throw error;
      }
    }
  }

  async #once(signal: AbortSignal): Promise<void> {
    const onOpen = (): void => {
      this.#opened.resolve(undefined);
    };
    const options = { namespace: this.#namespace, resourceVersion: this.#resourceVersion, signal, onOpen };
    for await (const batch of this.#client.watchBatches(this.#kind, options)) {
      this.#resourceVersion = batch.at(-1)?.object.metadata.resourceVersion ?? this.#resourceVersion;
      this.events.push(...batch.filter(({ type }) => type !== "BOOKMARK"));
      this.#tell();
    }
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#run;
  }
}
