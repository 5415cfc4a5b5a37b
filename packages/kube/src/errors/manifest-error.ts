import { CapstanError } from "./capstan-error.ts";

/** A manifest cannot be read, or lacks required content. The message names the file, and the line or document if known. */
export class ManifestError extends CapstanError {
  readonly code = "ManifestInvalid";
  readonly retry = "never";
}
