/** Arguments that a function does not accept. The message names the reason, without the values. */
export class CallError extends Error {
  override readonly name = "CallError";
}
