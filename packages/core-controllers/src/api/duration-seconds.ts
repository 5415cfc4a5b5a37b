import { formatSeconds, readDuration, wholeSeconds } from "@capstan/kube";

/** Parses a Go duration into whole seconds, rounded toward zero; `undefined` if the value is not a duration. */
export function secondsOf(text: unknown): number | undefined {
  const duration = typeof text === "string" ? readDuration(text) : undefined;
  return duration === undefined ? undefined : wholeSeconds(duration);
}

/** Formats seconds as a Go duration: `1h0m0s`. */
export function durationOf(seconds: unknown): string | undefined {
  return typeof seconds === "number" ? formatSeconds(seconds) : undefined;
}
