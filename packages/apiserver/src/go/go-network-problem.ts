const untrusted = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
]);

/** Why a request has no answer, worded as in Go where possible. */
export function goNetworkProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "", address = "", port = "" } = error as Error & { code?: string; address?: string; port?: number };
  if (code === "ECONNREFUSED") return `dial tcp ${address}:${port}: connect: connection refused`;
  if (untrusted.has(code)) return "tls: failed to verify certificate: x509: certificate signed by unknown authority";
  return error.message;
}
