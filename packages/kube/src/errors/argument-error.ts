import { CapstanError } from "./capstan-error.ts";

/** An option or argument that the caller passed cannot be used. The calling code has to change. */
export class ArgumentError extends CapstanError {
  readonly code = "ArgumentInvalid";
  readonly retry = "never";
}
