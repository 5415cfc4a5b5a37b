/** A template that cannot be read or carried out. Says where and why, never what the template has there: it may be secret. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  readonly code = "Template";

  constructor(line: number, why: string) {
    super(`line ${line} of the template: ${why}`);
  }
}
