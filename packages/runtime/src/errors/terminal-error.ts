import { CapstanError } from "@capstan/kube";

/** A retry cannot help until something changes: the controller logs the error, counts it and waits for the next event. */
export class TerminalError extends CapstanError {
  readonly code = "Terminal";
  readonly retry = "never";
}
