import { CapstanError } from "./capstan-error.ts";

/** What a text was read as. */
export type TextForm = "label selector" | "field selector" | "duration" | "quantity" | "version";

/**
 * A text is not written as Kubernetes reads it. The message is the one of Kubernetes' own reader where it has one.
 * Whoever wrote the text has to correct it.
 */
export class MalformedTextError extends CapstanError {
  readonly code = "MalformedText";
  readonly retry = "never";
  /** What the text was read as. */
  readonly form: TextForm;

  constructor(form: TextForm, message: string) {
    super(message);
    this.form = form;
  }
}
