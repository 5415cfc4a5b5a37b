/**
 * A template that cannot be parsed or executed. The message has the place and the reason, never the template's content, which may be
 * secret.
 */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  readonly code = "Template";

  constructor(line: number, why: string) {
    super(`line ${line} of the template: ${why}`);
  }
}
