import { goDuration } from "../../render/go-duration.ts";

const nanoseconds: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["µs", 1_000n],
  ["μs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);
const whole = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const parts = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g;
const maxInt32 = 2_147_483_647n;

/**
 * A duration of v1beta1 in whole seconds, as v1beta2 has it: fractions are cut off, and what is longer than v1beta2 can say is
 * as long as it can say. `undefined` for a negative one, which v1beta2 has no place for.
 *
 * @param path - of the field in the spec, for the error.
 * @throws Error the text is no duration; the text itself is not quoted.
 */
export function toSeconds(text: string, path: string): number | undefined {
  if (!whole.test(text)) throw new Error(`spec.${path} is not a duration such as 1h30m or 90s: correct it`);
  const length = [...text.matchAll(parts)].reduce((sum, [, digits = "", fraction = "", unit = ""]) => {
    const one = nanoseconds.get(unit) ?? 0n;
    return sum + BigInt(digits) * one + (BigInt(fraction) * one) / 10n ** BigInt(fraction.length);
  }, 0n);
  const seconds = length / 1_000_000_000n;
  if (text.startsWith("-") && seconds > 0n) return undefined;
  return Number(seconds < maxInt32 ? seconds : maxInt32);
}

/** The seconds as v1beta1 has them, in the form that Go prints: `20m0s`. */
export function toDurationText(seconds: number): string {
  return goDuration(seconds);
}
