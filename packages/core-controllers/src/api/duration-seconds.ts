import { formatSeconds, readDuration, wholeSeconds } from "@capstan/kube";

/** A duration as Go writes it, in whole seconds towards zero; `undefined` if it is none. */
export function secondsOf(text: unknown): number | undefined {
  const duration = typeof text === "string" ? readDuration(text) : undefined;
  return duration === undefined ? undefined : wholeSeconds(duration);
}

/** Seconds as Go writes a duration: `1h0m0s`. */
export function durationOf(seconds: unknown): string | undefined {
  return typeof seconds === "number" ? formatSeconds(seconds) : undefined;
}
