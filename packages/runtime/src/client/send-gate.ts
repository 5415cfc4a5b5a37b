/** Decides, at the moment a request is sent, whether it still may be. What has been sent is not called back. */
export interface SendGate {
  /** Ends the wait between two attempts. */
  readonly signal?: AbortSignal;
  /** Called right before the first byte of every attempt. Throws if it must not be sent. */
  check(): void;
}
