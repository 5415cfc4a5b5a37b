import { CapstanError } from "@capstan/kube";

/** The release cannot be generated from the input; the message names the problem and the remedy. Never retried. */
export class ReleaseError extends CapstanError {
  readonly code = "GenerationFailed";
  readonly retry = "never";
}
