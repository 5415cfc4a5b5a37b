/** What a case waits for did not come to be in time. */
// eslint-disable-next-line errors/capstan-errors -- `tryRule` catches it
export class NotSo extends Error {
  override readonly name = "NotSo";
}
