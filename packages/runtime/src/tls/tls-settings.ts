import type { SecureContextOptions } from "node:tls";
import { cipherNames, curveNames, tls13Ciphers } from "./go-names.ts";

/** The TLS settings of a manager's server. */
export type TlsSettings = Readonly<
  Pick<SecureContextOptions, "ciphers" | "ecdhCurve"> & Required<Pick<SecureContextOptions, "minVersion">>
>;

/** Maps Go's names of TLS versions to Node's. */
export const tlsVersions = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
} as const;

export type TlsVersion = keyof typeof tlsVersions;

/** The default settings of the servers. */
export const defaultTlsSettings: TlsSettings = { minVersion: "TLSv1.2" };

/** The TLS flags of a manager, with Go's names. Unknown names are errors. */
export interface TlsFlags {
  readonly tlsMinVersion: TlsVersion;
  readonly tlsCipherSuites?: readonly string[];
  readonly tlsCurvePreferences?: readonly number[];
}

/**
 * Converts Go's settings to Node's. As in Go, the suites of TLS 1.3 cannot be chosen: if no suite of TLS 1.2 is named, the server offers
 * only TLS 1.3.
 */
export function tlsSettings({ tlsMinVersion, tlsCipherSuites = [], tlsCurvePreferences = [] }: TlsFlags): TlsSettings {
  const older = tlsCipherSuites.flatMap((name) => cipherNames.get(name) ?? []);
  const isOld = tlsMinVersion === "VersionTLS10" || tlsMinVersion === "VersionTLS11";
  const ciphers = tlsCipherSuites.length === 0 ? (isOld ? ["DEFAULT"] : []) : [...tls13Ciphers, ...older];
  // OpenSSL supports TLS 1.0 and 1.1 only at its lowest security level.
  const all = isOld ? [...ciphers, "@SECLEVEL=0"] : ciphers;
  return {
    minVersion: tlsVersions[tlsMinVersion],
    ...(all.length === 0 ? {} : { ciphers: all.join(":") }),
    ...(tlsCurvePreferences.length === 0
      ? {}
      : { ecdhCurve: tlsCurvePreferences.flatMap((id) => curveNames.get(id) ?? []).join(":") }),
  };
}
