import type { KubernetesObject } from "@capstan/contract";
import { type CapstanError, isCapstanError } from "@capstan/kube";
import type { Scope } from "../client/client.ts";
import type { WatchEvent } from "../client/watch-event.ts";
import { outsideOfSpans } from "../tracing/tracer.ts";
import type { Reflector, ReflectorHandler } from "../watch/reflector.ts";
import { type ScopeMatcher, scopeMatcher } from "./scope-matcher.ts";

/** A list that a {@link Feed} has read. */
interface FeedList {
  readonly resourceVersion: string;
  /** The latest known version when the list was requested: an older list comes from a history that went back. */
  readonly known: string;
  /** The uids of objects for which the answer to a write arrived after the list was requested. */
  readonly concurrent: ReadonlySet<string>;
}

/** Receives the results of a {@link Feed}. */
export interface FeedSink<T extends KubernetesObject> {
  /** The latest known version. */
  known(feed: Feed<T>): string;
  listed(feed: Feed<T>, items: readonly T[], list: FeedList): void;
  changed(feed: Feed<T>, events: readonly WatchEvent<T>[], resourceVersion: string): void;
  problem(feed: Feed<T>, error: CapstanError | undefined): void;
  /** The feed has read something, or has found that the kind is not served, and holds it back. */
  held(): void;
}

/** One list and watch, and its progress. */
export class Feed<T extends KubernetesObject> {
  readonly scope: Scope;
  /** Whether the server would list the object. */
  readonly covers: ScopeMatcher;
  /** Whether the first list is stored. */
  synced = false;
  /** The last delivered resourceVersion. */
  delivered = "";
  problem: CapstanError | undefined;
  readonly #sink: FeedSink<T>;
  readonly #ending = new AbortController();
  /** Results that are held back, in order; `undefined` if nothing is held back. */
  #held: (() => void)[] | undefined;
  #isStarted = false;
  #isOver = false;
  /** The list that is being read. */
  #list: { readonly known: string; readonly concurrent: Set<string> } | undefined;
  finished: Promise<void> = Promise.resolve();

  /** @param isHeld - whether to hold back results until {@link release}. */
  constructor(scope: Scope, sink: FeedSink<T>, isHeld: boolean) {
    this.scope = scope;
    this.covers = scopeMatcher(scope);
    this.#sink = sink;
    if (isHeld) this.#held = [];
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Whether everything has been read, or the kind is known not to be served. */
  get isReady(): boolean {
    if (this.#held === undefined) return true;
    return this.#held.length > 0 || (this.problem !== undefined && isCapstanError(this.problem, "KindNotServed"));
  }

  /** Starts reading; call it once. */
  start(reflector: (handler: ReflectorHandler<T>) => Reflector<T>, signal: AbortSignal): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const reading = reflector(this.#handler());
    this.finished = outsideOfSpans(() => reading.run(AbortSignal.any([signal, this.#ending.signal])));
  }

  /** Notes that the answer to a write has arrived. */
  noteWrite(uid: string | undefined): void {
    if (uid !== undefined) this.#list?.concurrent.add(uid);
  }

  /** Stops reading. */
  end(): void {
    this.#isOver = true;
    this.#ending.abort();
  }

  /** Delivers the results that were held back; later results are delivered immediately. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const hand of held) hand();
  }

  #handler(): ReflectorHandler<T> {
    return {
      known: () => this.#sink.known(this),
      listing: () => {
        this.#list = { known: this.#sink.known(this), concurrent: new Set() };
      },
      replaced: (items, resourceVersion) => {
        this.problem = undefined;
        const list = { resourceVersion, known: "", concurrent: new Set<string>(), ...this.#list };
        this.#list = undefined;
        this.#pass(() => {
          this.#sink.listed(this, items, list);
        });
      },
      changed: (events, resourceVersion) => {
        this.#pass(() => {
          this.#sink.changed(this, events, resourceVersion);
        });
      },
      problem: (error) => {
        this.problem = error;
        this.#sink.problem(this, error);
        if (this.#held !== undefined) this.#sink.held();
      },
    };
  }

  #pass(hand: () => void): void {
    if (this.#isOver) return;
    if (this.#held === undefined) {
      hand();
      return;
    }
    this.#held.push(hand);
    this.#sink.held();
  }
}
