/** What a case waits for did not come to be in time. */
export class NotSo extends Error {
  override readonly name = "NotSo";
}
