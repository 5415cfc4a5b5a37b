import { ContractViolation, describeViolation, isContractViolation } from "@capstan/contract";
import { isCapstanError, isConflict, refOf } from "@capstan/runtime";
import { providerReasons } from "./provider-reasons.ts";
import type { Finding } from "./finding.ts";
import type { CachedObject } from "../object/stored-object.ts";

/** The longest message that is put into a condition, in characters. */
const maxMessageLength = 1024;

/** The error to throw for one that author code or a contract check threw: a broken contract names the object. */
export function namingObject(error: unknown, object: CachedObject): unknown {
  return isContractViolation(error)
    ? new ContractViolation(error.subject, error.violations, { object: refOf(object), cause: error })
    : error;
}

/**
 * What to report to users about an error, or undefined for errors that pass by themselves (a lost race, a lost connection, a stop).
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
