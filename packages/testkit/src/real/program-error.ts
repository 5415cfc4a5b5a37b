import { CapstanError } from "@capstan/kube";

/** A program that a test starts is missing, cannot be started, or ended too early. */
export class ProgramError extends CapstanError {
  readonly code = "ProgramUnusable";
  readonly retry = "never";
}
