import type { Finding } from "./finding.ts";

/**
 * The finding for an object whose terminal failure stands (rules BH-002, IB-002: contract v1beta1 ends the reconcile there).
 * The same words again, so that nothing is written.
 */
export function stillFailed(failure: { readonly reason?: string; readonly message?: string }): Finding {
  return { progress: "failed", reason: failure.reason ?? "Failed", message: failure.message ?? "" };
}
