import { X509Certificate } from "node:crypto";
import { load } from "js-yaml";

interface Kubeconfig {
  readonly users?: readonly { readonly user?: { readonly "client-certificate-data"?: unknown } }[];
}

/**
 * When the client certificates of a kubeconfig are to be renewed: when the first of them has lived through half its life.
 *
 * @returns milliseconds since the epoch; `undefined` where there is no such certificate, or none that can be read.
 */
export function renewalTimeMs(kubeconfig: string): number | undefined {
  const times = certificatesIn(kubeconfig).flatMap((encoded) => halfLifeMs(Buffer.from(encoded, "base64")) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

function certificatesIn(kubeconfig: string): string[] {
  try {
    const { users } = (load(kubeconfig) ?? {}) as Kubeconfig;
    if (!Array.isArray(users)) return [];
    return (users as NonNullable<Kubeconfig["users"]>).flatMap(({ user }) => {
      const data = user?.["client-certificate-data"];
      return typeof data === "string" ? [data] : [];
    });
  } catch {
    // Not ours to repair: whoever connects with it says what is wrong.
    return [];
  }
}

function halfLifeMs(pem: Buffer): number | undefined {
  try {
    const { validFrom, validTo } = new X509Certificate(pem);
    return (Date.parse(validFrom) + Date.parse(validTo)) / 2;
  } catch {
    return undefined;
  }
}
