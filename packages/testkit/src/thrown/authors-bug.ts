import { type ErrorCode, isCapstanError } from "@capstan/kube";
import { isInvalid } from "@capstan/runtime";
import { isBug } from "@capstan/runtime/testing";

/** Typed errors that say that the code which they come out of must be changed. The others say what the world is like. */
const codesOfBugs: readonly ErrorCode[] = [
  "ArgumentInvalid",
  "ContractViolated",
  "DefinitionInvalid",
  "SchemaNotStructural",
];

/**
 * Whether what a reconciler threw is a mistake in its code: everything that is not typed, and of typed errors those that no retry and no
 * change of the world would end. Lost races, lost connections, refused requests and `TerminalError` are answers that a reconciler may
 * meet or give; only a write that the API server finds invalid is not.
 */
export function isAuthorsBug(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || isBug(thrown) || isInvalid(thrown)) return true;
  return codesOfBugs.some((code) => isCapstanError(thrown, code));
}
