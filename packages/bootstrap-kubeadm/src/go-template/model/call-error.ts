/** A call that the function does not admit; the message says why, without the values. */
export class CallError extends Error {
  override readonly name = "CallError";
}
