import { CapstanError } from "@capstan/runtime";

/** An object cannot be converted between versions. The API server refuses the request with this message. Never retried. */
export class ConversionError extends CapstanError {
  readonly code = "ConversionFailed";
  readonly retry = "never";
}
