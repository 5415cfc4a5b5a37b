import type { KubernetesObject } from "@capstan/contract";
import { type CapstanError, isCapstanError } from "@capstan/kube";
import type { Scope } from "../client/client.ts";
import type { WatchEvent } from "../client/watch-event.ts";
import { outsideOfSpans } from "../tracing/tracer.ts";
import type { Reflector, ReflectorHandler } from "../watch/reflector.ts";
import { type ScopeMatcher, scopeMatcher } from "./scope-matcher.ts";

/** One list that a {@link Feed} has read. */
interface FeedList {
  readonly resourceVersion: string;
  /** The latest version that was known when the list was asked for: a list that is older is from a history that went back. */
  readonly known: string;
  /** Objects for which an answer to a write came after the list was asked for, by uid. */
  readonly concurrent: ReadonlySet<string>;
}

/** Where a {@link Feed} leaves what it reads. */
export interface FeedSink<T extends KubernetesObject> {
  /** The latest version that is known of. */
  known(feed: Feed<T>): string;
  listed(feed: Feed<T>, items: readonly T[], list: FeedList): void;
  changed(feed: Feed<T>, events: readonly WatchEvent<T>[], resourceVersion: string): void;
  problem(feed: Feed<T>, error: CapstanError | undefined): void;
  /** It has read something, or has seen that nothing exists, and holds it back. */
  held(): void;
}

/** One list and watch, and how far it has come. */
export class Feed<T extends KubernetesObject> {
  readonly scope: Scope;
  /** Whether an object is one that the server would list. */
  readonly covers: ScopeMatcher;
  /** Whether its first list is stored. */
  synced = false;
  /** Last resourceVersion delivered. */
  delivered = "";
  problem: CapstanError | undefined;
  readonly #sink: FeedSink<T>;
  readonly #ending = new AbortController();
  /** What it has read and keeps for later, in order; `undefined`: it keeps nothing. */
  #held: (() => void)[] | undefined;
  #isStarted = false;
  #isOver = false;
  /** The list that is being read. */
  #list: { readonly known: string; readonly concurrent: Set<string> } | undefined;
  finished: Promise<void> = Promise.resolve();

  /** @param isHeld - keeps what it reads until {@link release}. */
  constructor(scope: Scope, sink: FeedSink<T>, isHeld: boolean) {
    this.scope = scope;
    this.covers = scopeMatcher(scope);
    this.#sink = sink;
    if (isHeld) this.#held = [];
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Whether everything has been read, or it is known that the kind is not served. */
  get isReady(): boolean {
    if (this.#held === undefined) return true;
    return this.#held.length > 0 || (this.problem !== undefined && isCapstanError(this.problem, "KindNotServed"));
  }

  /** Starts reading; once. */
  start(reflector: (handler: ReflectorHandler<T>) => Reflector<T>, signal: AbortSignal): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const reading = reflector(this.#handler());
    this.finished = outsideOfSpans(() => reading.run(AbortSignal.any([signal, this.#ending.signal])));
  }

  /** The answer to a write has come. */
  noteWrite(uid: string | undefined): void {
    if (uid !== undefined) this.#list?.concurrent.add(uid);
  }

  /** Ends reading. */
  end(): void {
    this.#isOver = true;
    this.#ending.abort();
  }

  /** Hands over what was held back; from now on nothing is held back. */
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
