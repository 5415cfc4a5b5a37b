import type { ConversionLoss } from "@capstan/contract";
import type { ObjectRef } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";
import { describeRef } from "../errors/object-ref.ts";
import type { Logger } from "../logging/logger.ts";

/** A tenant may have any number of such objects, and clients list them repeatedly. */
const mostPerHour = 1000;
const hourMs = 3_600_000;

/** Logs values that objects lose in a conversion: once an hour for each value, up to a limit. */
export class LossWarnings {
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #known = new Set<string>();
  #since: number;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
    this.#since = clock.now();
  }

  warn(object: ObjectRef, to: string, { part, why }: ConversionLoss): void {
    const now = this.#clock.now();
    if (now - this.#since >= hourMs) {
      this.#known.clear();
      this.#since = now;
    }
    const loss = `${describeRef(object)} ${to} ${part} ${why}`;
    if (this.#known.size >= mostPerHour || this.#known.has(loss)) return;
    this.#known.add(loss);
    this.#logger.warn("An object cannot be fully converted to another version", { object, to, part, why });
  }
}
