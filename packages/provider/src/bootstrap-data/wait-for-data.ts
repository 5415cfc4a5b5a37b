import type { Finding } from "../finding/finding.ts";
import { providerReasons } from "../finding/provider-reasons.ts";
import type { BootstrapData } from "./read-bootstrap-data.ts";

/** The delay before the next look for a missing Secret, in milliseconds. The watch does not report a Secret without the label. */
const missingSecretRetryMs = 10_000;

/**
 * The finding while there is no bootstrap data yet.
 *
 * @param owner - kind of the object that names the Secret.
 */
export function waitForData(
  owner: string,
  bootstrap: Extract<BootstrapData, { state: "unnamed" | "missing" }>,
): Finding {
  if (bootstrap.state === "unnamed") {
    const message = `Waiting for the bootstrap provider to set ${owner}.bootstrap.dataSecretName`;
    return { progress: "waiting", reason: providerReasons.waitingForBootstrapData, message };
  }
  const message = `Waiting for bootstrap data: ${bootstrap.why}`;
  const reason = providerReasons.waitingForBootstrapData;
  return { progress: "waiting", reason, message, retryAfterMs: missingSecretRetryMs };
}
