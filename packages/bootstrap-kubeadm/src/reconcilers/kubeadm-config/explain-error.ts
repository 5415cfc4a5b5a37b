import { type AuthorCondition, type BootstrapOutcome, conditionTypes, outcome } from "@capstan/provider";
import { CertificateError } from "../../certificates/certificate-error.ts";
import { FileTemplateError, SecretReferenceError } from "../../render/resolve-setup.ts";
import { UnsupportedVersionError } from "../../render/kubernetes-version.ts";
import { ControlPlaneUnreadableError } from "./template-data.ts";
import { WorkloadUnavailableError } from "./with-workload.ts";

/** Nothing announces that a Secret of the user's was repaired, so it is looked at again. */
const secretRetryMs = 30_000;

/** How soon to try a workload cluster again that cannot be reached, in milliseconds. */
export const workloadRetryMs = 10_000;

/** The certificates a machine's data was made with were all there. */
export const certificatesAvailable: AuthorCondition = {
  type: conditionTypes.certificatesAvailable,
  status: "True",
  reason: "Available",
};

/**
 * What a user can repair, as an outcome that says how.
 *
 * @throws the error itself, if it is none of these: it is retried with back-off.
 */
export function explainError(error: unknown): BootstrapOutcome {
  if (error instanceof UnsupportedVersionError) return outcome.failed("UnsupportedVersion", error.message);
  if (error instanceof FileTemplateError) {
    // The template, or what it uses, may be in another object, which nothing announces.
    return outcome.pending("InvalidTemplate", { message: error.message, retryAfterMs: secretRetryMs });
  }
  if (error instanceof ControlPlaneUnreadableError) {
    return outcome.pending("WaitingForControlPlane", { message: error.message, retryAfterMs: secretRetryMs });
  }
  if (error instanceof SecretReferenceError) {
    return outcome.pending("WaitingForSecret", { message: error.message, retryAfterMs: secretRetryMs });
  }
  if (error instanceof CertificateError) {
    return outcome.pending("WaitingForCertificates", {
      message: error.message,
      retryAfterMs: secretRetryMs,
      conditions: [
        { type: conditionTypes.certificatesAvailable, status: "False", reason: "NotAvailable", message: error.message },
      ],
    });
  }
  if (error instanceof WorkloadUnavailableError) {
    return outcome.pending("WaitingForWorkloadCluster", { message: error.message, retryAfterMs: workloadRetryMs });
  }
  throw error;
}
