import { FairLine } from "../fairness/fair-line.ts";
import { SharedPlaces } from "../fairness/shared-places.ts";
import { namespaceOf } from "./read-request-path.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { isUrgent } from "./urgent-requests.ts";

/**
 * Limits concurrent requests; further requests wait. Namespaces take turns and share the slots as in {@link SharedPlaces}. Requests without
 * a namespace count as a namespace of their own.
 */
export class RequestSlots {
  readonly #slots: SharedPlaces;
  readonly #waiting = new FairLine<() => void>();

  constructor(count: number) {
    this.#slots = new SharedPlaces(count);
  }

  /** Resolves when the request may be sent. @returns a function to call once the request has ended. @throws the signal's reason. */
  async take(path: string, signal: AbortSignal | undefined): Promise<() => void> {
    if (isUrgent(path)) return () => undefined;
    const namespace = namespaceOf(path);
    if (this.#slots.isFor(namespace)) this.#slots.take(namespace);
    else await this.#turn(namespace, signal);
    return () => {
      this.#release(namespace);
    };
  }

  async #turn(namespace: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const turn = { isTaken: false };
    const waiting = this.#waiting.add(namespace, () => {
      turn.isTaken = true;
      this.#slots.take(namespace);
      resolve(undefined);
    });
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      // The slot may have been assigned just before the abort.
      if (turn.isTaken) this.#release(namespace);
      else this.#waiting.remove(waiting);
      throw error;
    }
  }

  #release(namespace: string): void {
    this.#slots.release(namespace);
    // A released slot may admit two requests: others of its namespace were refused although slots were free.
    for (let next = this.#next(); next !== undefined; next = this.#next()) next();
  }

  #next(): (() => void) | undefined {
    return this.#slots.hasFree ? this.#waiting.take((namespace) => this.#slots.isFor(namespace)) : undefined;
  }
}
