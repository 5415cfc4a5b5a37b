import type { KubernetesObject } from "@capstan/contract";
import { backoffMs, objectKeyText } from "@capstan/kube";
import type { Clock, Timer } from "../clock/clock.ts";
import type { CacheEvent } from "./cache-event.ts";

/** Receives the changes of an informer. */
export type EventListener<T extends KubernetesObject> = (event: CacheEvent<T>) => void;

/** Options of {@link EventListeners}. */
export interface EventListenersOptions {
  readonly clock: Pick<Clock, "setTimer">;
  /** A listener threw or rejected; it gets the event again. */
  readonly onError: (error: unknown) => void;
  /** After it aborts, no event is delivered again. */
  readonly signal: AbortSignal;
}

const retrySteps = { baseMs: 100, maxMs: 30_000 };

/** A listener, and the events that it failed to handle. */
interface Receiver<T extends KubernetesObject> {
  readonly listener: EventListener<T>;
  /** One event for each object. */
  readonly missed: Map<string, CacheEvent<T>>;
  failures: number;
  retry: Timer | undefined;
}

/** Combines two consecutive events of an object into one. Pure. */
export function combined<T extends KubernetesObject>(first: CacheEvent<T>, second: CacheEvent<T>): CacheEvent<T> {
  if (second.type !== "updated") return second;
  if (first.type !== "updated") return { ...first, object: second.object };
  return { ...second, ...(first.previous === undefined ? {} : { previous: first.previous }) };
}

/**
 * The listeners of one informer. Each gets every event, whatever the others do. A listener that throws gets the event again after a pause,
 * combined with later changes of the object.
 */
export class EventListeners<T extends KubernetesObject> {
  readonly #options: EventListenersOptions;
  /** Replaced at each change, so that a loop over the old list is not affected. */
  #receivers: readonly Receiver<T>[] = [];

  constructor(options: EventListenersOptions) {
    this.#options = options;
    options.signal.addEventListener(
      "abort",
      () => {
        for (const receiver of this.#receivers) receiver.retry?.cancel();
      },
      { once: true },
    );
  }

  get size(): number {
    return this.#receivers.length;
  }

  /** @param initial - delivered immediately. @returns a function that removes the listener. */
  add(listener: EventListener<T>, initial: readonly CacheEvent<T>[]): () => void {
    const receiver: Receiver<T> = { listener, missed: new Map(), failures: 0, retry: undefined };
    for (const event of initial) this.#deliver(receiver, event);
    this.#receivers = [...this.#receivers, receiver];
    return () => {
      this.#receivers = this.#receivers.filter((each) => each !== receiver);
      receiver.retry?.cancel();
      receiver.missed.clear();
    };
  }

  publish(event: CacheEvent<T>): void {
    for (const receiver of this.#receivers) this.#deliver(receiver, event);
  }

  #deliver(receiver: Receiver<T>, event: CacheEvent<T>): void {
    const missed = receiver.missed.size === 0 ? undefined : receiver.missed.get(idOf(event));
    // Events of an object stay in order: those after a missed event wait for it.
    if (missed === undefined) this.#call(receiver, event);
    else receiver.missed.set(idOf(event), combined(missed, event));
  }

  #call(receiver: Receiver<T>, event: CacheEvent<T>): void {
    try {
      // A listener may be async although its type says otherwise: its rejection must not end the process either.
      const call: (event: CacheEvent<T>) => unknown = receiver.listener;
      const returned = call(event);
      if (returned instanceof Promise) {
        returned.catch((error: unknown) => {
          this.#failed(receiver, event, error);
        });
      }
    } catch (error) {
      this.#failed(receiver, event, error);
    }
  }

  #failed(receiver: Receiver<T>, event: CacheEvent<T>, error: unknown): void {
    const since = receiver.missed.get(idOf(event));
    receiver.missed.set(idOf(event), since === undefined ? event : combined(event, since));
    this.#options.onError(error);
    if (receiver.retry !== undefined || this.#options.signal.aborted) return;
    receiver.failures += 1;
    receiver.retry = this.#options.clock.setTimer(backoffMs(receiver.failures, retrySteps), () => {
      this.#again(receiver);
    });
  }

  #again(receiver: Receiver<T>): void {
    receiver.retry = undefined;
    const missed = [...receiver.missed.values()];
    receiver.missed.clear();
    for (const event of missed) this.#call(receiver, event);
    if (receiver.missed.size === 0) receiver.failures = 0;
  }
}

function idOf<T extends KubernetesObject>({ object: { metadata } }: CacheEvent<T>): string {
  return metadata.uid ?? objectKeyText(metadata);
}
