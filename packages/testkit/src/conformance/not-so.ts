/** What a case waits for did not happen in time. */
// eslint-disable-next-line errors/capstan-errors -- `tryRule` catches it
export class NotSo extends Error {
  override readonly name = "NotSo";
}
