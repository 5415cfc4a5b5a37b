import { CapstanError } from "@capstan/kube";

/** A program that a test starts is missing, cannot be started, or ended before its time. */
export class ProgramError extends CapstanError {
  readonly code = "ProgramUnusable";
  readonly retry = "never";
}
