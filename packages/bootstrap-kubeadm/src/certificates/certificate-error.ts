/**
 * A certificate that a machine needs is missing or incomplete. The message names the Secret and the remedy, never its content. Reported as
 * the condition CertificatesAvailable.
 */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
  /** Whether the certificate is missing and initializing the control plane will create it. */
  readonly isGenerated: boolean;

  constructor(message: string, { isGenerated = false, cause }: { isGenerated?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.isGenerated = isGenerated;
  }
}
