import { readDuration, wholeSeconds } from "@capstan/kube";

const maxInt32 = 2_147_483_647;

/**
 * A duration of v1beta1 in whole seconds, as v1beta2 has it: fractions are cut off, and a duration too long for v1beta2 becomes the
 * longest that it allows. `undefined` for a negative one, and for a string that is not a duration, which v1beta2 has no place for.
 */
export function toSeconds(text: string): number | undefined {
  const duration = readDuration(text);
  if (duration === undefined) return undefined;
  const seconds = wholeSeconds(duration);
  return seconds < 0 ? undefined : Math.min(seconds, maxInt32);
}
