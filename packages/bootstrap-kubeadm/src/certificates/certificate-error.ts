/**
 * A certificate that a machine needs is missing or incomplete. The message names the Secret and what to do, never its
 * content. Reported as the condition CertificatesAvailable.
 */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
  readonly code = "CertificateUnavailable";
}
