import type { Clock } from "../clock/clock.ts";
import type { Logger } from "./logger.ts";

const everyMs = 10_000;

/**
 * Warnings that untrusted clients can cause: each is logged at most once in 10 seconds, so that they cannot fill a disk.
 *
 * @example
 * ```ts
 * import { RareWarnings, silentLogger, systemClock } from "@capstan/runtime";
 *
 * const warnings = new RareWarnings(silentLogger, systemClock);
 * for (const client of ["a", "b"]) warnings.warn("A client sent too much", { client }); // logs one
 * ```
 */
export class RareWarnings {
  readonly #logger: Logger;
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #last = new Map<string, { readonly atMs: number; omitted: number }>();

  constructor(logger: Logger, clock: Pick<Clock, "monotonic">) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /**
   * Logs the warning, unless the same message was logged in the last 10 seconds; then the next one has the count as `omittedBefore`.
   *
   * @param message - one of a small set, because each message is remembered.
   */
  warn(message: string, fields: Readonly<Record<string, unknown>>): void {
    const last = this.#last.get(message);
    const atMs = this.#clock.monotonic();
    if (last !== undefined && atMs - last.atMs < everyMs) {
      last.omitted += 1;
      return;
    }
    this.#last.set(message, { atMs, omitted: 0 });
    const omitted = last?.omitted ?? 0;
    this.#logger.warn(message, { ...fields, ...(omitted === 0 ? {} : { omittedBefore: omitted }) });
  }
}
