import { ApiError, type Client, type ConfigMap, ConnectionError, type WatchEvent } from "@capstan/runtime";

type Batch = readonly WatchEvent<ConfigMap>[];

interface Change {
  readonly version: number;
  readonly event: WatchEvent<ConfigMap>;
}

/** One open watch: its undelivered events, and how it ends. */
class OpenWatch {
  readonly #events: WatchEvent<ConfigMap>[] = [];
  #wake: () => void = () => undefined;
  #end: { readonly error?: Error } | undefined;

  push(event: WatchEvent<ConfigMap>): void {
    this.#events.push(event);
    this.#wake();
  }

  end(error?: Error): void {
    this.#end ??= error === undefined ? {} : { error };
    this.#wake();
  }

  async *read(): AsyncGenerator<Batch> {
    for (;;) {
      if (this.#events.length > 0) yield this.#events.splice(0);
      else if (this.#end?.error !== undefined) throw this.#end.error;
      else if (this.#end !== undefined) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** A server of ConfigMaps in memory, as a client sees it, that may be unavailable, forget its history, or be restored from a backup. */
export class PlayedServer {
  #version = 10;
  #objects = new Map<string, ConfigMap>();
  #history: Change[] = [];
  #forgotten = 10;
  #uids = 0;
  #backup: { readonly version: number; readonly objects: Map<string, ConfigMap> } | undefined;
  readonly #watches = new Set<OpenWatch>();
  isAway = false;
  /** Whether a watch may begin with all existing objects. */
  streamsLists = true;
  /** The failures of the next answers, in order. */
  readonly failures: number[] = [];
  lists = 0;

  get state(): string[] {
    return [...this.#objects.values()].map(versionOf).sort();
  }

  put(name: string): ConfigMap {
    this.#version += 1;
    const before = this.#objects.get(name);
    this.#uids += 1;
    const uid = before?.metadata.uid ?? `uid-${name}-${this.#uids}`;
    const metadata = { name, namespace: "default", uid, resourceVersion: String(this.#version) };
    const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata };
    this.#objects.set(name, object);
    this.#tell(before === undefined ? "ADDED" : "MODIFIED", object);
    return object;
  }

  remove(name: string): ConfigMap | undefined {
    const before = this.#objects.get(name);
    if (before === undefined) return undefined;
    this.#version += 1;
    this.#objects.delete(name);
    this.#tell("DELETED", { ...before, metadata: { ...before.metadata, resourceVersion: String(this.#version) } });
    return before;
  }

  bookmark(): void {
    const metadata = { name: "", resourceVersion: String(this.#version) };
    for (const watch of this.#watches) {
      watch.push({ type: "BOOKMARK", object: { apiVersion: "v1", kind: "ConfigMap", metadata } });
    }
  }

  forget(): void {
    this.#forgotten = this.#version;
    this.#history = [];
  }

  breakWatches(how: "break" | "end" | "expire"): void {
    for (const watch of this.#watches) {
      watch.end(how === "end" ? undefined : how === "break" ? new ConnectionError("broken") : answered(410));
    }
    this.#watches.clear();
  }

  goAway(): void {
    this.isAway = true;
    this.breakWatches("break");
  }

  backUp(): void {
    this.#backup = { version: this.#version, objects: new Map(this.#objects) };
  }

  /** A restore takes a while, during which the server does not answer; the caller must end it. */
  restore(): void {
    if (this.#backup === undefined) return;
    this.goAway();
    this.#version = this.#backup.version;
    this.#objects = new Map(this.#backup.objects);
    this.forget();
  }

  /** The part of a client that a cache uses. */
  client(): Client {
    const client: Partial<Client> = {
      userAgent: "played/1",
      list: async () => {
        await this.#answer();
        this.lists += 1;
        const items = structuredClone([...this.#objects.values()]);
        const resourceVersion = String(this.#version);
        // The answer takes time: the client's own writes may be answered meanwhile.
        await new Promise((resolve) => setImmediate(resolve));
        return { items: items as never, resourceVersion };
      },
      request: async () => {
        await this.#answer();
        return { metadata: { resourceVersion: String(this.#version) }, items: [] };
      },
      watchBatches: (_kind, options = {}) => {
        const onOpen = (): void => options.onOpen?.({ endsAfterMs: 300_000 });
        const after = options.sendInitialEvents === true ? undefined : Number(options.resourceVersion);
        return this.#watch(after, options.signal, onOpen) as never;
      },
    };
    return client as Client;
  }

  /** All existing objects, as the start of a watch. */
  #initial(): WatchEvent<ConfigMap>[] {
    const annotations = { "k8s.io/initial-events-end": "true" };
    const metadata = { name: "", resourceVersion: String(this.#version), annotations };
    const added = [...this.#objects.values()].map((object) => ({ type: "ADDED" as const, object }));
    return [...added, { type: "BOOKMARK", object: { apiVersion: "v1", kind: "ConfigMap", metadata } }];
  }

  async *#watch(from: number | undefined, signal: AbortSignal | undefined, onOpen: () => void): AsyncGenerator<Batch> {
    await this.#answer();
    if (from === undefined && !this.streamsLists) throw answered(422);
    if (from !== undefined && from < this.#forgotten) throw answered(410);
    onOpen();
    const after = from ?? this.#version;
    const watch = new OpenWatch();
    const initial = from === undefined ? this.#initial() : [];
    if (from === undefined) this.lists += 1;
    for (const { version, event } of this.#history) if (version > after) watch.push(event);
    this.#watches.add(watch);
    const onAbort = (): void => {
      watch.end();
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      if (initial.length > 0) {
        const half = Math.floor(initial.length / 2);
        yield structuredClone(initial.slice(0, half));
        // The initial events take time, as a list does.
        await new Promise((resolve) => setImmediate(resolve));
        yield structuredClone(initial.slice(half));
      }
      // A version from the future behaves as on the real server: silent until the server reaches it.
      for await (const batch of watch.read()) {
        const seen = batch.filter(
          ({ object }) => Number(object.metadata.resourceVersion) > after || object.metadata.name === "",
        );
        if (seen.length > 0) yield structuredClone(seen);
        if (signal?.aborted === true) return;
      }
    } finally {
      this.#watches.delete(watch);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  async #answer(): Promise<void> {
    await Promise.resolve();
    if (this.isAway) throw new ConnectionError("away");
    const code = this.failures.shift();
    if (code !== undefined) throw answered(code);
  }

  #tell(type: WatchEvent["type"], object: ConfigMap): void {
    const event: WatchEvent<ConfigMap> = { type, object };
    this.#history.push({ version: this.#version, event });
    for (const watch of this.#watches) watch.push(event);
  }
}

/** An object in the form that tests compare. */
export function versionOf({ metadata }: { readonly metadata: ConfigMap["metadata"] }): string {
  return `${metadata.name} ${metadata.uid ?? ""}@${metadata.resourceVersion ?? ""}`;
}

function answered(status: number): ApiError {
  const reason = status === 410 ? "Expired" : "InternalError";
  return new ApiError(`drawn ${status}`, { status, reason });
}
