import { ContractViolation, describeViolation, isContractViolation } from "@capstan/contract";
import { isCapstanError, isConflict, refOf } from "@capstan/runtime";
import { providerReasons } from "./provider-reasons.ts";
import type { Finding } from "./finding.ts";
import type { CachedObject } from "../object/stored-object.ts";

/** The longest message in a condition, in characters. */
const maxMessageLength = 1024;

/** Adds the object to a ContractViolation that author code or a check threw; other errors are returned unchanged. */
export function namingObject(error: unknown, object: CachedObject): unknown {
  return isContractViolation(error)
    ? new ContractViolation(error.subject, error.violations, { object: refOf(object), cause: error })
    : error;
}

/**
 * The finding for an error; undefined for transient errors, which need no report (a conflict, a lost connection, a stop).
 *
 * @param error - without secrets.
 */
export function errorFinding(error: unknown, signal: AbortSignal): Finding | undefined {
  if (signal.aborted || isConflict(error) || isCapstanError(error, "ConnectionFailed")) return undefined;
  if (isContractViolation(error)) {
    const message = cut(error.violations.map(describeViolation).join("; "));
    return { progress: "blocked", reason: providerReasons.contractViolation, message };
  }
  const message = cut(error instanceof Error ? error.message : String(error));
  return { progress: "blocked", reason: providerReasons.reconcileError, message };
}

function cut(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength - 3)}...` : message;
}
