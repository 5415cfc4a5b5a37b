import { isCapstanError } from "@capstan/kube";

/** The attribute `error.type`: code or class of an error. Only the log has the message, because authors' errors may quote anything. */
export function errorTypeOf(error: unknown): string {
  if (isCapstanError(error)) return error.code;
  return error instanceof Error ? error.name : "_OTHER";
}
