import { CapstanError } from "@capstan/kube";
import type { Finding } from "./finding.ts";

/**
 * Ends a call of author code because something does not exist yet. The scope throws it, author code lets it pass, and the lifecycle catches
 * it.
 */
export class WaitingFor extends CapstanError {
  readonly code = "NotThereYet";
  readonly retry = "never";
  readonly finding: Finding;

  constructor(reason: string, message: string, more: Pick<Finding, "isTrouble" | "retryAfterMs"> = {}) {
    super(`${message}. Do not catch this error: the SDK calls again once the object exists.`);
    this.finding = { progress: "waiting", reason, message, ...more };
  }
}
