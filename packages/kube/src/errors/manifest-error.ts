import { CapstanError } from "./capstan-error.ts";

/** A manifest cannot be read, or lacks what is needed. The message names the file, and the line or document where it can. */
export class ManifestError extends CapstanError {
  readonly code = "ManifestInvalid";
  readonly retry = "never";
}
