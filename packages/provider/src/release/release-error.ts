import { CapstanError } from "@capstan/kube";

/** No release can be made of what was given; the message says what is wrong, and what to give instead. */
export class ReleaseError extends CapstanError {
  readonly code = "GenerationFailed";
  readonly retry = "never";
}
