import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "../clock/clock.ts";

interface Kept<T> {
  readonly answer: T | undefined;
  readonly untilMs: number;
}

/** How long a positive and a negative answer is kept, in milliseconds. */
export interface KeptFor {
  readonly yesMs: number;
  readonly noMs: number;
}

const most = 1_000;

/**
 * Caches answers of the API server; equal concurrent questions share one request. A question is stored only as a keyed hash, because it may
 * be a token. Refusals are stored separately, so that no client can evict others' answers with them.
 */
export class ReviewCache<T extends boolean | object> {
  readonly #clock: Clock;
  readonly #keptFor: KeptFor;
  readonly #key = randomBytes(32);
  readonly #yes = new Map<string, Kept<T>>();
  readonly #no = new Map<string, Kept<T>>();
  readonly #asking = new Map<string, Promise<T | undefined>>();

  constructor(clock: Clock, keptFor: KeptFor) {
    this.#clock = clock;
    this.#keptFor = keptFor;
  }

  /** @param ask - resolves with `undefined` or `false` for a refusal; its errors are not cached. */
  async get(question: string, ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const hash = createHmac("sha256", this.#key).update(question).digest("base64");
    const kept = this.#yes.get(hash) ?? this.#no.get(hash);
    if (kept !== undefined && kept.untilMs > this.#clock.monotonic()) return kept.answer;
    let asking = this.#asking.get(hash);
    if (asking === undefined) {
      asking = this.#ask(hash, ask).finally(() => this.#asking.delete(hash));
      this.#asking.set(hash, asking);
    }
    return asking;
  }

  async #ask(hash: string, ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const answer = await ask();
    const isYes = answer !== undefined && answer !== false;
    this.#yes.delete(hash);
    this.#no.delete(hash);
    const kept = isYes ? this.#yes : this.#no;
    const untilMs = this.#clock.monotonic() + (isYes ? this.#keptFor.yesMs : this.#keptFor.noMs);
    kept.set(hash, { answer, untilMs });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return answer;
  }
}
