import { type AuthorCondition, type BootstrapOutcome, conditionTypes, outcome } from "@capstan/provider";
import { CertificateError } from "../../certificates/certificate-error.ts";
import { FileTemplateError, SecretReferenceError } from "../../render/setup/resolve-setup.ts";
import { UnsupportedVersionError } from "../../render/kubeadm/kubernetes-version.ts";
import { ControlPlaneReferenceError, ControlPlaneUnreadableError } from "./template-data.ts";
import { DataTooLargeError } from "./bootstrap-data-outcome.ts";
import { WorkloadUnavailableError } from "./with-workload.ts";

/** No event reports that the user's Secret was repaired, so the provider checks again. */
const secretRetryMs = 30_000;

/** Delay until the next attempt to reach an unreachable workload cluster, in milliseconds. */
export const workloadRetryMs = 10_000;

/** The report of an error in addition to its message. */
interface Explanation {
  readonly reason: string;
  /** Unset if an event reports the repair. */
  readonly retryAfterMs?: number;
  readonly warning: boolean;
  readonly conditions?: readonly AuthorCondition[];
}

/**
 * Converts an error that a user can repair into an outcome that names the remedy.
 *
 * @param certificatesMayCome - whether another controller is about to create the cluster's certificates: missing certificates are then not
 * worth a warning.
 * @throws the error itself, if it is not one of these: it is retried with back-off.
 */
export function explainError(error: unknown, { certificatesMayCome = false } = {}): BootstrapOutcome {
  if (error instanceof UnsupportedVersionError) return outcome.failed("UnsupportedVersion", error.message);
  const explanation = explanationOf(error, certificatesMayCome);
  if (explanation === undefined || !(error instanceof Error)) throw error;
  const { reason, ...extras } = explanation;
  return outcome.pending(reason, { ...extras, message: error.message });
}

function explanationOf(error: unknown, certificatesMayCome: boolean): Explanation | undefined {
  const toRepair = { retryAfterMs: secretRetryMs, warning: true };
  // The template, or its input, may be in another object that is not watched.
  if (error instanceof FileTemplateError) return { ...toRepair, reason: "InvalidTemplate" };
  if (error instanceof ControlPlaneReferenceError) return { reason: "InvalidControlPlaneRef", warning: true };
  if (error instanceof ControlPlaneUnreadableError) return { ...toRepair, reason: "WaitingForControlPlane" };
  if (error instanceof SecretReferenceError) return { ...toRepair, reason: "WaitingForSecret" };
  if (error instanceof DataTooLargeError) return { ...toRepair, reason: "BootstrapDataTooLarge" };
  if (error instanceof CertificateError) {
    const { message } = error;
    return {
      reason: "WaitingForCertificates",
      retryAfterMs: secretRetryMs,
      warning: !(certificatesMayCome && error.isGenerated),
      conditions: [{ type: conditionTypes.certificatesAvailable, status: "False", reason: "NotAvailable", message }],
    };
  }
  if (error instanceof WorkloadUnavailableError) {
    return { reason: "WaitingForWorkloadCluster", retryAfterMs: workloadRetryMs, warning: error.isKubeconfigBad };
  }
  return undefined;
}
