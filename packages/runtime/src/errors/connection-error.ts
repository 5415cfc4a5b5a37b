import { CapstanError } from "@capstan/kube";

/** No answer came from the API server. The cause is the system's own error. Controllers retry it with back-off. */
export class ConnectionError extends CapstanError {
  readonly code = "ConnectionFailed";
  readonly retry = "backoff";
}
