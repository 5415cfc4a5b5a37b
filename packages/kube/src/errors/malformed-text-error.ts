import { CapstanError, isCapstanError } from "./capstan-error.ts";

/** What a text was read as. */
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
 * A string is not written as Kubernetes reads it. The message is that of Kubernetes' own parser, if it has one. The author of the
 * text has to correct it.
 */
export class MalformedTextError extends CapstanError {
  readonly code = "MalformedText";
  readonly retry = "never";
  /** The message without the line. */
  readonly reason: string;
  /** What the text was read as. */
  readonly form: TextForm;
  /** Where it is wrong, if that is known; the first line is 1. */
  readonly line?: number;

  constructor(form: TextForm, message: string, options: { readonly cause?: unknown; readonly line?: number } = {}) {
    super(options.line === undefined ? message : `line ${options.line}: ${message}`, options);
    this.form = form;
    this.reason = message;
    if (options.line !== undefined) this.line = options.line;
  }
}

/** Whether `error` is a {@link MalformedTextError}, of any copy of this package. */
export function isMalformedText(error: unknown): error is MalformedTextError {
  return isCapstanError(error, "MalformedText");
}
