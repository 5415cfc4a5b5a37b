import { CapstanError, isCapstanError } from "../errors/capstan-error.ts";

/** A patch does not fit the document that it is for. The author of the patch must change it. */
export class PatchInapplicableError extends CapstanError {
  readonly code = "PatchInapplicable";
  readonly retry = "never";
  /** Whether an operation `test` failed. */
  readonly isTest: boolean;

  constructor(message: string, { isTest = false }: { readonly isTest?: boolean } = {}) {
    super(message);
    this.isTest = isTest;
  }
}

/** Whether `error` is a {@link PatchInapplicableError}, from any copy of this package. */
export function isPatchInapplicable(error: unknown): error is PatchInapplicableError {
  return isCapstanError(error, "PatchInapplicable");
}
