/**
 * A certificate that a machine needs is missing or incomplete. The message names the Secret and what to do, never its
 * content. Reported as the condition CertificatesAvailable.
 */
export class CertificateError extends Error {
  override readonly name = "CertificateError";
  /** Whether it is a missing certificate that initializing the control plane creates. */
  readonly isGenerated: boolean;

  constructor(message: string, { isGenerated = false, cause }: { isGenerated?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.isGenerated = isGenerated;
  }
}
