import { type StatusError } from "../status/status-error.ts";

/** The number in a resourceVersion, 0 if there is none. */
export function parseResourceVersion(text: string, fail: (problem: string) => StatusError): number {
  if (/^\d*$/.test(text)) return Number(text);
  throw fail(`resourceVersion: Invalid value: ${JSON.stringify(text)}: ${notANumber(text)}`);
}

/** How Go says that there is no number in a resourceVersion. */
export function notANumber(text: string): string {
  return `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
}
