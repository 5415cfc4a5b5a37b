import { type StatusError } from "../status/status-error.ts";

/** The number in a resourceVersion, 0 if there is none. */
export function parseResourceVersion(text: string, fail: (problem: string) => StatusError): number {
  if (/^\d*$/.test(text)) return Number(text);
  const shown = JSON.stringify(text);
  throw fail(`resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: invalid syntax`);
}
