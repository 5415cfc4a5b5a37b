import { isMalformedText } from "../errors/malformed-text-error.ts";
import { textAt } from "../json/json-object.ts";
import { readKubeconfigEntries } from "../kubeconfig/read-kubeconfig.ts";
import { readCertificate } from "./read-pem.ts";

/**
 * When to renew the client certificates of a kubeconfig: after half the lifetime of the certificate that reaches it first.
 *
 * @returns milliseconds since the epoch; `undefined` if it has no readable client certificate.
 */
export function renewalTimeMs(kubeconfig: string): number | undefined {
  const times = certificatesOf(kubeconfig).flatMap((encoded) => halfLifeMs(Buffer.from(encoded, "base64")) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

function certificatesOf(kubeconfig: string): string[] {
  // This controller does not repair an unreadable kubeconfig: the connection that uses it reports the problem.
  const { users } = ifReadable(() => readKubeconfigEntries(kubeconfig)) ?? { users: new Map<string, object>() };
  return [...users.values()].flatMap((user) => textAt(user, "client-certificate-data") ?? []);
}

function halfLifeMs(pem: Buffer): number | undefined {
  const certificate = ifReadable(() => readCertificate(pem));
  if (certificate === undefined) return undefined;
  return (certificate.validFromDate.getTime() + certificate.validToDate.getTime()) / 2;
}

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isMalformedText(error)) return undefined;
    throw error;
  }
}
