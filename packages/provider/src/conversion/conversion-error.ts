import { CapstanError } from "@capstan/runtime";

/** There is no such kind or version to convert an object to. The API server refuses the request with this message. Never retried. */
export class ConversionError extends CapstanError {
  readonly code = "ConversionFailed";
  readonly retry = "never";
}
