import { type Caller, isMeant, type RequestFilter } from "../request/request-filter.ts";
import { type WatchStream } from "./watch-stream.ts";

/** The watches that are open, and those who hold some of them back. */
export class OpenWatches {
  readonly #callers = new Map<WatchStream, Caller>();
  readonly #holds = new Set<RequestFilter>();

  get size(): number {
    return this.#callers.size;
  }

  add(watch: WatchStream, caller: Caller): void {
    this.#callers.set(watch, caller);
    for (const filter of this.#holds) if (isMeant(filter, caller)) watch.hold();
  }

  delete(watch: WatchStream): void {
    this.#callers.delete(watch);
  }

  /** Those that are meant. */
  matching(filter: RequestFilter): WatchStream[] {
    return [...this.#callers].flatMap(([watch, caller]) => (isMeant(filter, caller) ? [watch] : []));
  }

  /** Keeps back what those that are meant send, also those that begin later. @returns what lets them send it. */
  hold(filter: RequestFilter): () => void {
    // A filter that is given twice is two holds.
    const held = { ...filter };
    this.#holds.add(held);
    for (const watch of this.matching(held)) watch.hold();
    return () => {
      if (!this.#holds.delete(held)) return;
      for (const watch of this.matching(held)) watch.release();
    };
  }

  /** Ends all in good order. */
  stop(): void {
    for (const watch of this.#callers.keys()) watch.stop();
  }
}
