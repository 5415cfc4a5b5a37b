import { goQuote } from "../go/go-quote.ts";
import { StatusError } from "../status/status-error.ts";

/** The number in a resourceVersion, 0 if it is empty. */
export function parseResourceVersion(text: string, fail: (problem: string) => StatusError): number {
  const problem = problemOf(text);
  if (problem === undefined) return Number(text);
  throw fail(`resourceVersion: Invalid value: ${goQuote(text)}: ${problem}`);
}

/**
 * The resourceVersion of a written object; empty if it has none.
 *
 * @throws StatusError 500: it is not a number.
 */
export function statedVersion({ resourceVersion: text = "" }: { readonly resourceVersion?: string }): string {
  const problem = problemOf(text);
  if (problem !== undefined) throw new StatusError(500, "", problem);
  return /^0*$/.test(text) ? "" : text;
}

const largest = 2n ** 64n - 1n;

/** Why Go does not parse a string as a 64-bit number. */
function problemOf(text: string): string | undefined {
  const parsing = `strconv.ParseUint: parsing ${goQuote(text)}`;
  if (!/^\d*$/.test(text)) return `${parsing}: invalid syntax`;
  return BigInt(text) > largest ? `${parsing}: value out of range` : undefined;
}
