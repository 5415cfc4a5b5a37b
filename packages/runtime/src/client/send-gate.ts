/** Decides right before a request is sent whether it may be sent. A request that was sent is not recalled. */
export interface SendGate {
  /** Ends the wait between two attempts. */
  readonly signal?: AbortSignal;
  /** Called right before the first byte of every attempt. Throws if the attempt must not be sent. */
  check(): void;
}
