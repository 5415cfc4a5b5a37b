import { type Caller, isMeant, type RequestFilter } from "../request/request-filter.ts";
import { type WatchStream } from "./watch-stream.ts";

/** An effect on all watches that match a filter, including later ones. */
interface Influence {
  readonly filter: RequestFilter;
  readonly begin: (watch: WatchStream) => void;
  readonly end: (watch: WatchStream) => void;
}

/** The open watches, and the effects on them. */
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

  /** The watches that match. */
  matching(filter: RequestFilter): WatchStream[] {
    return [...this.#callers].flatMap(([watch, caller]) => (isMeant(filter, caller) ? [watch] : []));
  }

  /** Holds back their events. @returns a function that releases them. */
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

  /** Delays their events by milliseconds of real time. @returns a function that ends the delay. */
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

  /** Swaps every two changes of a watch within that time. @returns a function that ends it. */
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

  /** Ends all watches regularly. */
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
