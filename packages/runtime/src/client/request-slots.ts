import { FairLine } from "../fairness/fair-line.ts";
import { SharedPlaces } from "../fairness/shared-places.ts";
import { namespaceOf } from "./read-request-path.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { isUrgent } from "./urgent-requests.ts";

/**
 * How many requests are under way at a time; others wait. Namespaces take turns, and are shared out the slots as {@link SharedPlaces} are;
 * requests that are of no namespace have turns as one has.
 */
export class RequestSlots {
  readonly #slots: SharedPlaces;
  readonly #waiting = new FairLine<() => void>();

  constructor(count: number) {
    this.#slots = new SharedPlaces(count);
  }

  /** Resolves when the request may be sent. @returns what to call once it has ended. @throws the signal's reason. */
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
      // It may have got its turn just now.
      if (turn.isTaken) this.#release(namespace);
      else this.#waiting.remove(waiting);
      throw error;
    }
  }

  #release(namespace: string): void {
    this.#slots.release(namespace);
    // A slot that is released may be enough for two: others of its namespace were refused one although some were free.
    for (let next = this.#next(); next !== undefined; next = this.#next()) next();
  }

  #next(): (() => void) | undefined {
    return this.#slots.hasFree ? this.#waiting.take((namespace) => this.#slots.isFor(namespace)) : undefined;
  }
}
