import { type Caller, isMeant, type RequestFilter } from "../request/request-filter.ts";
import { type WatchStream } from "./watch-stream.ts";

/** Something that is done to all watches that a filter means, also to those that begin later. */
interface Influence {
  readonly filter: RequestFilter;
  readonly begin: (watch: WatchStream) => void;
  readonly end: (watch: WatchStream) => void;
}

/** The watches that are open, and what is done to them. */
export class OpenWatches {
  readonly #callers = new Map<WatchStream, Caller>();
  readonly #influences = new Set<Influence>();

  get size(): number {
    return this.#callers.size;
  }

  add(watch: WatchStream, caller: Caller): void {
    this.#callers.set(watch, caller);
    for (const { filter, begin } of this.#influences) if (isMeant(filter, caller)) begin(watch);
  }

  delete(watch: WatchStream): void {
    this.#callers.delete(watch);
  }

  /** Those that are meant. */
  matching(filter: RequestFilter): WatchStream[] {
    return [...this.#callers].flatMap(([watch, caller]) => (isMeant(filter, caller) ? [watch] : []));
  }

  /** Keeps back what they send. @returns what lets them send it. */
  hold(filter: RequestFilter): () => void {
    return this.#influence({
      filter,
      begin: (watch) => {
        watch.delivery.hold();
      },
      end: (watch) => {
        watch.delivery.release();
      },
    });
  }

  /** Sends later, by milliseconds of real time, what they send. @returns what ends that. */
  delay(ms: number, filter: RequestFilter): () => void {
    return this.#influence({
      filter,
      begin: (watch) => {
        watch.delivery.delay(ms);
      },
      end: (watch) => {
        watch.delivery.delay(-ms);
      },
    });
  }

  /** Sends every two changes of a watch in the opposite order, if they come in that time. @returns what ends that. */
  swap(ms: number, filter: RequestFilter): () => void {
    return this.#influence({
      filter,
      begin: (watch) => {
        watch.delivery.swap(ms);
      },
      end: (watch) => {
        watch.delivery.swap(-ms);
      },
    });
  }

  /** Ends all in good order. */
  stop(): void {
    for (const watch of this.#callers.keys()) watch.stop();
  }

  #influence(influence: Influence): () => void {
    this.#influences.add(influence);
    for (const watch of this.matching(influence.filter)) influence.begin(watch);
    return () => {
      if (!this.#influences.delete(influence)) return;
      for (const watch of this.matching(influence.filter)) influence.end(watch);
    };
  }
}
