import { CapstanError } from "@capstan/kube";
import type { Finding } from "./finding.ts";

/** Ends a call of author code for something that is not there yet. Thrown by the scope; author code lets it
 * pass, and the lifecycle catches it. */
export class WaitingFor extends CapstanError {
  readonly code = "NotThereYet";
  readonly retry = "never";
  readonly finding: Finding;

  constructor(reason: string, message: string, more: Pick<Finding, "isTrouble" | "retryAfterMs"> = {}) {
    super(`${message}. Not meant to be caught: the SDK calls again when it is there.`);
    this.finding = { progress: "waiting", reason, message, ...more };
  }
}

/** What is left of a deletion, or what it waits for. */
export async function deletionOrWaiting(
  work: () => Promise<Finding | undefined>,
  retryAfterMs: number,
): Promise<Finding | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WaitingFor) return { retryAfterMs, ...error.finding, progress: "deleting" };
    throw error;
  }
}

/** What author code found out, or what it waits for. */
export async function findingOrWaiting(work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WaitingFor) return error.finding;
    throw error;
  }
}
