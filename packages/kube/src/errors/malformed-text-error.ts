import { CapstanError, isCapstanError } from "./capstan-error.ts";

/** The syntax that a string was parsed as. */
export type TextForm =
  | "label selector"
  | "field selector"
  | "duration"
  | "certificate"
  | "private key"
  | "public key"
  | "kubeconfig"
  | "JSON"
  | "YAML";

/**
 * A string does not have the syntax that Kubernetes requires. If Kubernetes has a parser for it, the message is that of the parser. The
 * author of the string must correct it.
 */
export class MalformedTextError extends CapstanError {
  readonly code = "MalformedText";
  readonly retry = "never";
  /** The message without the line. */
  readonly reason: string;
  /** The syntax that the string was parsed as. */
  readonly form: TextForm;
  /** The line of the problem, if known; the first line is 1. */
  readonly line?: number;

  constructor(form: TextForm, message: string, options: { readonly cause?: unknown; readonly line?: number } = {}) {
    super(options.line === undefined ? message : `line ${options.line}: ${message}`, options);
    this.form = form;
    this.reason = message;
    if (options.line !== undefined) this.line = options.line;
  }
}

/** Whether `error` is a {@link MalformedTextError}, from any copy of this package. */
export function isMalformedText(error: unknown): error is MalformedTextError {
  return isCapstanError(error, "MalformedText");
}
