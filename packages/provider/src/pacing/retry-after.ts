import type { Clock } from "@capstan/runtime";

/** The delay if the response has no time or an invalid time, in milliseconds. */
const defaultMs = 1_000;
/** The longest delay, in milliseconds. A response that says more is checked again after this time, because it may have been wrong. */
const longestMs = 3_600_000;

/**
 * The delay in a `Retry-After` header, in milliseconds. The header has seconds or an HTTP date.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
export function retryAfterMs(header: string | null, clock: Pick<Clock, "now">): number {
  const text = header?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? 1_000 * Number(text) : Date.parse(text) - clock.now();
  return withinAnHour(ms);
}

/** Limits a delay to 0 through one hour; NaN becomes one second. */
export function withinAnHour(ms: number): number {
  return Number.isNaN(ms) ? defaultMs : Math.min(Math.max(ms, 0), longestMs);
}
