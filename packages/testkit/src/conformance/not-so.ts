/** What a case waits for did not happen in time. */
// eslint-disable-next-line errors/capstan-errors -- `tryRule` catches it
export class NotSo extends Error {
  override readonly name = "NotSo";
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
