import type { Finding } from "../status/finding.ts";

/** Ends a call of author code for something that is not there yet. Thrown by the scope, and caught by the lifecycle alone. */
export class WaitingFor extends Error {
  readonly finding: Finding;

  constructor(reason: string, message: string) {
    super(`${message}. Not meant to be caught: the SDK calls again when it is there.`);
    this.name = "WaitingFor";
    this.finding = { progress: "waiting", reason, message };
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
