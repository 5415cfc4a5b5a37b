import { readDuration, wholeSeconds } from "@capstan/kube";

const maxInt32 = 2_147_483_647;

/**
 * Converts a v1beta1 duration to whole seconds for v1beta2: fractions are truncated, and a duration that is too long becomes the longest
 * that v1beta2 allows. `undefined` for a negative duration and for a string that is not a duration, which v1beta2 has no place for.
 */
export function toSeconds(text: string): number | undefined {
  const duration = readDuration(text);
  if (duration === undefined) return undefined;
  const seconds = wholeSeconds(duration);
  return seconds < 0 ? undefined : Math.min(seconds, maxInt32);
}
