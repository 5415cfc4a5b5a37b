import { jsonEqual } from "@capstan/kube";

/** What a case expects is not so, or did not come to be so in time. */
// eslint-disable-next-line errors/capstan-errors -- what plays the case catches it
export class NotSo extends Error {
  override readonly name = "NotSo";
}

/** What a case needs to see cannot be seen of a provider that runs in this way. */
// eslint-disable-next-line errors/capstan-errors -- what plays the case catches it
export class NotObservable extends Error {
  override readonly name = "NotObservable";
}

/**
 * @param found - what was seen if it is not so, as a sentence.
 * @throws {@link NotSo} it is not so.
 */
export function must(isSo: boolean, found: string): void {
  if (!isSo) throw new NotSo(found);
}

/** @throws {@link NotSo} a field that must be set has no value. */
export function mustBeSet(value: unknown, field: string): void {
  must(
    typeof value === "string" && value !== "",
    `it says that it is done, and ${field} is ${value === undefined ? "not set" : JSON.stringify(value)}`,
  );
}

/** @throws {@link NotSo} something is not equal, as JSON, to what it must be. */
export function mustEqual(what: string, found: unknown, wanted: unknown): void {
  must(jsonEqual(found, wanted), `${what} is ${show(found)}, and must be ${show(wanted)}`);
}

/** @throws {@link NotSo} a list has more or fewer items than it must have. */
export function mustCount(what: string, found: readonly unknown[], wanted: number): void {
  must(found.length === wanted, `there must be ${String(wanted)} of ${what}, and these are found: ${show(found)}`);
}

/** @throws {@link NotSo} a list has not one of these items, or not one that fits. */
export function mustHave<T>(what: string, found: readonly T[], wanted: string, fits: (item: T) => boolean): void {
  must(found.some(fits), `${what} must have ${wanted}, and is ${show(found)}`);
}

function show(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
