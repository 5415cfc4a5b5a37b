import { type Clock, systemClock, type Timer } from "@capstan/runtime";
import { ActionRefusedError } from "./action-refused-error.ts";
import type { ActiveFault, OfferedFault } from "./protocol.ts";
import type { DescribedRow } from "./rows.ts";

/** A fault that continues. */
export interface BegunFault {
  /** How many requests, calls or watches it has affected. */
  readonly happened: () => number;
  readonly end: () => void;
}

/** A fault on demand. */
export interface PageFault extends OfferedFault {
  /**
   * @param object - of a fault that affects an object.
   * @returns undefined for a fault without duration.
   * @throws ActionRefusedError - why it cannot be injected.
   */
  readonly begin: (
    object: DescribedRow | undefined,
    signal: AbortSignal,
  ) => Promise<BegunFault | undefined> | BegunFault | undefined;
}

/** A fault that no user ends stops by itself, so that a forgotten fault does not mislead the user. */
const longestMs = 60_000;
/** How often to count the occurrences of a fault. */
const countMs = 1_000;

interface Ongoing extends BegunFault {
  readonly title: string;
  readonly timer: Timer;
}

/** The faults that a page offers, and the active ones. */
export class PageFaults implements Disposable {
  readonly #offered: readonly PageFault[];
  readonly #onChange: (active: readonly ActiveFault[]) => void;
  readonly #clock: Clock;
  readonly #ongoing = new Map<string, Ongoing>();
  #counting: Timer | undefined;
  #last = 0;

  constructor(
    offered: readonly PageFault[],
    onChange: (active: readonly ActiveFault[]) => void,
    clock: Clock = systemClock,
  ) {
    this.#offered = offered;
    this.#onChange = onChange;
    this.#clock = clock;
  }

  get offered(): readonly OfferedFault[] {
    return this.#offered.map(({ type, title, explanation, forObject }) => ({ type, title, explanation, forObject }));
  }

  get active(): readonly ActiveFault[] {
    return [...this.#ongoing].map(([id, { title, happened }]) => ({ id, title, happened: happened() }));
  }

  /** @throws ActionRefusedError - it is not offered, or cannot be injected. */
  async begin(type: string, object: DescribedRow | undefined, signal: AbortSignal): Promise<void> {
    const fault = this.#offered.find((each) => each.type === type);
    if (fault === undefined) throw new ActionRefusedError(404, `the fault ${type} is not available here`);
    if (fault.forObject && object === undefined) {
      throw new ActionRefusedError(400, `the fault ${type} requires an object; choose an object`);
    }
    const begun = await fault.begin(object, signal);
    if (begun === undefined) return;
    this.#last += 1;
    const id = String(this.#last);
    const timer = this.#clock.setTimer(longestMs, () => {
      this.#remove(id);
    });
    this.#ongoing.set(id, { ...begun, title: fault.title, timer });
    this.#changed();
    this.#count();
  }

  /** @throws ActionRefusedError - it has ended. */
  end(id: string): void {
    if (!this.#remove(id)) throw new ActionRefusedError(404, "the fault has already ended");
  }

  [Symbol.dispose](): void {
    this.#counting?.cancel();
    for (const { end, timer } of this.#ongoing.values()) {
      timer.cancel();
      end();
    }
    this.#ongoing.clear();
  }

  #remove(id: string): boolean {
    const found = this.#ongoing.get(id);
    if (found === undefined) return false;
    found.timer.cancel();
    found.end();
    this.#ongoing.delete(id);
    this.#changed();
    return true;
  }

  #changed(): void {
    this.#onChange(this.active);
  }

  #count(): void {
    this.#counting?.cancel();
    if (this.#ongoing.size === 0) return;
    const before = this.#total();
    this.#counting = this.#clock.setTimer(countMs, () => {
      if (this.#total() !== before) this.#changed();
      this.#count();
    });
  }

  #total(): number {
    return this.active.reduce((sum, { happened }) => sum + happened, 0);
  }
}
