import type { Clock } from "@capstan/runtime";

/** For how long to stay away if the answer does not say, or says something that is not a time, in milliseconds. */
const defaultMs = 1_000;
/** An answer that says more is asked for again after this time, in milliseconds: by then it may have been corrected. */
const longestMs = 3_600_000;

/**
 * The milliseconds that a `Retry-After` header means: seconds, or a date of HTTP.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
export function retryAfterMs(header: string | null, clock: Pick<Clock, "now">): number {
  const text = header?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? 1_000 * Number(text) : Date.parse(text) - clock.now();
  return withinAnHour(ms);
}

/** What a cloud says of time, as something to wait for: 0 to an hour, and a second if it says no number. */
export function withinAnHour(ms: number): number {
  return Number.isNaN(ms) ? defaultMs : Math.min(Math.max(ms, 0), longestMs);
}
