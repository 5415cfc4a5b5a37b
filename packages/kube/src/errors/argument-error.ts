import { CapstanError } from "./capstan-error.ts";

/** An option or argument from the caller is invalid. The calling code must change. */
export class ArgumentError extends CapstanError {
  readonly code = "ArgumentInvalid";
  readonly retry = "never";
}
