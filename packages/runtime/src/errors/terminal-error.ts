import { CapstanError } from "@capstan/kube";

/**
 * Trying again cannot help until something changes: the controller logs it, counts it and waits for the next event.
 */
export class TerminalError extends CapstanError {
  readonly code = "Terminal";
  readonly retry = "never";
}
