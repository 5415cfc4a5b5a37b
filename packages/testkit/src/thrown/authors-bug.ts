import { type ErrorCode, isCapstanError } from "@capstan/kube";
import { isInvalid } from "@capstan/runtime";
import { isBug } from "@capstan/runtime/testing";

/** Typed errors that require a change of the throwing code. All others report external conditions. */
const codesOfBugs: readonly ErrorCode[] = [
  "ArgumentInvalid",
  "ContractViolated",
  "DefinitionInvalid",
  "SchemaNotStructural",
];

/**
 * Whether an error of a reconciler is a bug in its code: every untyped error, and typed errors that no retry and no external change would
 * end. Lost races, lost connections, refused requests and `TerminalError` are answers that a reconciler may get or return, except for a
 * write that the API server finds invalid.
 */
export function isAuthorsBug(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || isBug(thrown) || isInvalid(thrown)) return true;
  return codesOfBugs.some((code) => isCapstanError(thrown, code));
}
