import { jsonEqual } from "@capstan/kube";

/** An expectation of a case is not met, or was not met in time. */
// eslint-disable-next-line errors/capstan-errors -- what plays the case catches it
export class NotSo extends Error {
  override readonly name = "NotSo";
}

/** An observation that a case needs is not possible for a provider that runs in this way. */
// eslint-disable-next-line errors/capstan-errors -- what plays the case catches it
export class NotObservable extends Error {
  override readonly name = "NotObservable";
}

/**
 * @param found - the observation if it does not hold, as a sentence.
 * @throws {@link NotSo} it does not hold.
 */
export function must(isSo: boolean, found: string): asserts isSo {
  if (!isSo) throw new NotSo(found);
}

/** @throws {@link NotSo} a required field has no value. */
export function mustBeSet(value: unknown, field: string): void {
  must(
    typeof value === "string" && value !== "",
    `it reports completion, but ${field} is ${value === undefined ? "not set" : JSON.stringify(value)}`,
  );
}

/** @throws {@link NotSo} a value differs, as JSON, from the expected one. */
export function mustEqual(what: string, found: unknown, wanted: unknown): void {
  must(jsonEqual(found, wanted), `${what} is ${show(found)}, but must be ${show(wanted)}`);
}

/** @throws {@link NotSo} the number of a list's items is wrong. */
export function mustCount(what: string, found: readonly unknown[], wanted: number): void {
  must(found.length === wanted, `${what}: expected ${String(wanted)}, found ${show(found)}`);
}

/** @throws {@link NotSo} a list lacks one of these items, or has none that fits. */
export function mustHave<T>(what: string, found: readonly T[], wanted: string, fits: (item: T) => boolean): void {
  must(found.some(fits), `${what} must have ${wanted}, but is ${show(found)}`);
}

function show(value: unknown): string {
  return value === undefined ? "not set" : JSON.stringify(value);
}
