import { CapstanError } from "@capstan/runtime";

/**
 * The requested kind or version does not exist, so the object cannot be converted. The API server refuses the request with this message.
 * Never retried.
 */
export class ConversionError extends CapstanError {
  readonly code = "ConversionFailed";
  readonly retry = "never";
}
