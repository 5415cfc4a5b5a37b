import { readDuration, wholeSeconds } from "@capstan/kube";

const maxInt32 = 2_147_483_647;

/**
 * A duration of v1beta1 in whole seconds, as v1beta2 has it: fractions are cut off, and a duration too long for v1beta2 becomes the
 * longest that it allows. `undefined` for a negative one, which v1beta2 has no place for.
 *
 * @param path - of the field in the spec, for the error.
 * @throws Error the text is not a duration; the text itself is not quoted.
 */
export function toSeconds(text: string, path: string): number | undefined {
  const duration = readDuration(text);
  if (duration === undefined) throw new Error(`spec.${path} must be a duration such as 1h30m or 90s`);
  const seconds = wholeSeconds(duration);
  return seconds < 0 ? undefined : Math.min(seconds, maxInt32);
}
