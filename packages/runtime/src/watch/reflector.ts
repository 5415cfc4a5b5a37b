import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { type CapstanError, isCapstanError } from "@capstan/kube";
import type { Client, Scope } from "../client/client.ts";
import type { WatchBatches, WatchEvent } from "../client/watch-event.ts";
import type { Clock } from "../clock/clock.ts";
import { Silence } from "../clock/silence.ts";
import { isApiError, isExpired, isNotFound } from "../errors/api-error.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { KindNotServedError } from "../errors/runtime-errors.ts";
import { refOfKey } from "../errors/object-ref.ts";
import { currentVersion, wentBack } from "./history.ts";
import { InitialEvents } from "./initial-events.ts";
import { compareResourceVersions, laterVersion } from "./resource-version.ts";
import type { ServerGate } from "./server-gate.ts";
import { watchBackoffMs, watchTimeoutSeconds } from "./backoff.ts";

/** Receives the results of a {@link Reflector}. Calls never overlap. */
export interface ReflectorHandler<T extends KubernetesObject> {
  /** The latest known version, including answers to writes; "" if there is none. */
  known(): string;
  /** A list is about to be requested. */
  listing(): void;
  /** All objects as of `resourceVersion`; objects that are not in `items` are deleted. */
  replaced(items: readonly T[], resourceVersion: string): void;
  /** Changes in order, without bookmarks; `resourceVersion` includes them. */
  changed(events: readonly WatchEvent<T>[], resourceVersion: string): void;
  /** Reading failed and will be retried, or works again (`undefined`). */
  problem(error: CapstanError | undefined): void;
}

/** Options of {@link Reflector}. */
export interface ReflectorOptions<T extends KubernetesObject> {
  readonly client: Client;
  readonly kind: ResourceKind<T>;
  readonly scope: Scope;
  readonly handler: ReflectorHandler<T>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Shared by all lists and watches of the server. */
  readonly gate: ServerGate;
  /** Whether `metadata.managedFields` may be omitted. Default: no. */
  readonly omitsManagedFields?: () => boolean;
}

/** Page size for servers that do not support lists as watches. */
const pageSize = 500;

/** The longest Retry-After that lists and watches honor. */
const longestRetryAfterMs = 60_000;

/** The delay that an unavailable or overloaded server requests; `undefined` if the server is available. */
function awayMs(error: unknown): number | undefined {
  if (!isApiError(error)) return 0;
  if (error.status !== 429 && error.status < 500) return undefined;
  return Math.min((error.details?.retryAfterSeconds ?? 0) * 1_000, longestRetryAfterMs);
}

/** A server that is silent for this long during the initial events does not support lists as watches, and never sends their end. */
const longestSilenceMs = 15_000;

/** The statuses of servers that do not support lists as watches. */
const refusals: ReadonlySet<number> = new Set([400, 422]);

/** A pause follows a watch that is no longer than this, to spare a server that ends each watch immediately. */
const shortWatchMs = 1_000;

function asProblem(error: unknown, kind: ResourceKind): CapstanError {
  if (isNotFound(error)) {
    return new KindNotServedError(
      `The API server does not serve ${kind.plural}.${kind.group || "core"}/${kind.version}; ` +
        `install its CRD, in a release that serves ${kind.version}`,
      { object: refOfKey(kind, {}), cause: error },
    );
  }
  return isCapstanError(error) ? error : new ConnectionError("Reading the response failed", { cause: error });
}

/** A watch without a start version: its initial events. */
interface Beginning<T extends KubernetesObject> {
  readonly events: InitialEvents<T>;
  readonly silence: Silence;
}

/**
 * Follows one kind in one scope permanently: a watch that begins with all existing objects, then watches that continue where the last one
 * ended. If the server does not support lists as watches, the reflector lists, in pages, from then on.
 *
 * A watch that ends or breaks is resumed from the last seen resourceVersion, bookmarks included, without a list. A new list follows only
 * after 410 (as status or ERROR event; immediately), after 404, and if the server returns with an older history. To detect the latter, the
 * reflector asks for the server's version after each failure, and after a watch that ended early. Failures are retried after
 * `watchBackoffMs`.
 */
export class Reflector<T extends KubernetesObject> {
  readonly #options: ReflectorOptions<T>;
  #resourceVersion: string | undefined;
  #failures = 0;
  /** Whether the server has called the version too old once since the last event. */
  #hasExpired = false;
  #hasProblem = false;
  /** Whether the server does not support lists as watches. */
  #mustList = false;
  /**
   * A watch broke or ended early: the server may have been unavailable, and may have returned with an older history, on which a watch from
   * the last version would be silent.
   */
  #isInDoubt = false;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
  }

  /** Runs until `signal` aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      const pauseMs = await this.#once(signal).catch((error: unknown) => this.#failed(error, signal));
      if (pauseMs > 0) await clock.sleep(pauseMs, signal).catch(() => undefined);
    }
  }

  /** Lists if necessary, then watches once. @returns milliseconds to wait before the next call. */
  async #once(signal: AbortSignal): Promise<number> {
    const { gate } = this.#options;
    await gate.turn(signal);
    if (this.#resourceVersion === undefined && this.#mustList) {
      if (!(await this.#list(signal))) return 0;
      await gate.turn(signal);
    }
    return this.#resourceVersion === undefined ? this.#watchFromNothing(signal) : this.#watch(signal);
  }

  /** @returns whether there is a list now. */
  async #list(signal: AbortSignal): Promise<boolean> {
    const { client, kind, scope, handler } = this.#options;
    handler.listing();
    const { items, resourceVersion } = await client.list(kind, { ...scope, limit: pageSize, retry: false, signal });
    if (signal.aborted) return false;
    handler.replaced(items, resourceVersion);
    this.#resourceVersion = resourceVersion;
    this.#worked();
    return true;
  }

  async #watchFromNothing(signal: AbortSignal): Promise<number> {
    const { clock, handler } = this.#options;
    handler.listing();
    const silence = new Silence(clock, longestSilenceMs);
    try {
      const pauseMs = await this.#watch(signal, { events: new InitialEvents(), silence });
      // The server ended the watch regularly before it had sent all objects: it is too slow for this, and would be every time.
      this.#mustList ||= this.#resourceVersion === undefined;
      return pauseMs;
    } catch (error) {
      const isRefused = error === silence.signal.reason || (isApiError(error) && refusals.has(error.status));
      if (this.#resourceVersion !== undefined || !isRefused) throw error;
      this.#mustList = true;
      return 0;
    } finally {
      silence.end();
    }
  }

  async #watch(signal: AbortSignal, initial?: Beginning<T>): Promise<number> {
    const { client, kind, scope, handler, clock, random, gate, omitsManagedFields } = this.#options;
    const known = this.#resourceVersion;
    const startedMs = clock.monotonic();
    let dueMs = 0;
    const ending = new AbortController();
    const ends = [signal, ending.signal, ...(initial === undefined ? [] : [initial.silence.signal])];
    const watch = client.watchBatches(kind, {
      ...scope,
      ...(known === undefined ? { sendInitialEvents: true } : { resourceVersion: known }),
      omitManagedFields: omitsManagedFields?.() ?? false,
      timeoutSeconds: watchTimeoutSeconds(random()),
      signal: AbortSignal.any(ends),
      onOpen: ({ endsAfterMs = 0 }) => {
        dueMs = endsAfterMs;
        initial?.silence.begin();
        if (known === undefined) gate.worked();
        else this.#opened(laterVersion(known, handler.known()), ending, signal);
      },
    });
    try {
      await each(watch, (batch) => {
        if (initial === undefined || this.#resourceVersion !== undefined) this.#take(batch);
        else this.#begin(batch, initial);
      });
      ending.signal.throwIfAborted();
      if (this.#resourceVersion === undefined) initial?.silence.signal.throwIfAborted();
    } finally {
      ending.abort();
    }
    const lastedMs = clock.monotonic() - startedMs;
    // A server that shuts down ends its watches regularly.
    this.#isInDoubt ||= lastedMs < dueMs;
    if (lastedMs < shortWatchMs || this.#resourceVersion === undefined) return this.#pause();
    this.#delivered();
    return 0;
  }

  #opened(known: string, watch: AbortController, signal: AbortSignal): void {
    this.#worked();
    if (this.#isInDoubt) void this.#compare(known, watch, signal);
  }

  #begin(batch: readonly WatchEvent<T>[], { events, silence }: Beginning<T>): void {
    silence.broken();
    const list = events.take(batch);
    if (list === undefined) return;
    silence.end();
    this.#options.handler.replaced(list.items, list.resourceVersion);
    this.#resourceVersion = list.resourceVersion;
    // The server has just sent its current history.
    this.#isInDoubt = false;
    this.#worked();
    this.#take(list.rest);
  }

  /** Ends the watch if the server's history ends before `known`, because the watch would be silent. The watch does not wait for this. */
  async #compare(known: string, watch: AbortController, signal: AbortSignal): Promise<void> {
    const { client, kind, scope, clock, random } = this.#options;
    const either = AbortSignal.any([signal, watch.signal]);
    for (let failures = 1; !either.aborted; failures += 1) {
      try {
        const current = await currentVersion(client, kind, scope, either);
        this.#isInDoubt = false;
        if (current !== undefined && compareResourceVersions(current, known) < 0)
          watch.abort(wentBack(kind, known, current));
        return;
      } catch {
        await clock.sleep(watchBackoffMs(failures, random()), either).catch(() => undefined);
      }
    }
  }

  #take(batch: readonly WatchEvent<T>[]): void {
    const lastEvent = batch.at(-1);
    const last = lastEvent?.object.metadata.resourceVersion;
    if (last === undefined) return;
    const known = this.#resourceVersion ?? "";
    if (lastEvent?.type === "BOOKMARK" && compareResourceVersions(last, known) < 0)
      throw wentBack(this.#options.kind, known, last);
    const changes = batch.some(isBookmark) ? batch.filter((event) => !isBookmark(event)) : batch;
    // If the handler throws, its state is unknown, so everything is listed again.
    this.#resourceVersion = undefined;
    this.#options.handler.changed(changes, last);
    this.#resourceVersion = last;
    this.#delivered();
  }

  #delivered(): void {
    this.#failures = 0;
    this.#hasExpired = false;
  }

  #worked(): void {
    this.#options.gate.worked();
    if (!this.#hasProblem) return;
    this.#hasProblem = false;
    this.#options.handler.problem(undefined);
  }

  #failed(error: unknown, signal: AbortSignal): number {
    if (signal.aborted) return 0;
    const away = awayMs(error);
    if (away === undefined) this.#options.gate.worked();
    else this.#options.gate.failed(away);
    if (isExpired(error)) {
      this.#resourceVersion = undefined;
      // The server is healthy, so list immediately, unless a list did not help either.
      if (!this.#hasExpired) {
        this.#hasExpired = true;
        return 0;
      }
    }
    if (isNotFound(error)) this.#resourceVersion = undefined;
    this.#isInDoubt = true;
    const pauseMs = this.#pause();
    this.#hasProblem = true;
    this.#options.handler.problem(asProblem(error, this.#options.kind));
    // Without an answer, the gate decides for all kinds together when to retry.
    return isCapstanError(error, "ConnectionFailed") ? 0 : Math.max(pauseMs, away ?? 0);
  }

  #pause(): number {
    this.#failures += 1;
    return watchBackoffMs(this.#failures, this.#options.random());
  }
}

function isBookmark({ type }: WatchEvent): boolean {
  return type === "BOOKMARK";
}

async function each<T extends KubernetesObject>(
  watch: WatchBatches<T>,
  take: (batch: readonly WatchEvent<T>[]) => void,
): Promise<void> {
  if (watch.forEach !== undefined) return watch.forEach(take);
  for await (const batch of watch) take(batch);
}
