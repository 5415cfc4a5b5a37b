import { formatSeconds, readDuration, wholeSeconds } from "@capstan/kube";

/** Whole seconds, rounded toward zero, of a duration as Go writes it; `undefined` if the text is not one. */
export function secondsOf(text: unknown): number | undefined {
  const duration = typeof text === "string" ? readDuration(text) : undefined;
  return duration === undefined ? undefined : wholeSeconds(duration);
}

/** Seconds as Go writes a duration: `1h0m0s`. */
export function durationOf(seconds: unknown): string | undefined {
  return typeof seconds === "number" ? formatSeconds(seconds) : undefined;
}
