import type { SecureContextOptions } from "node:tls";
import { cipherNames, curveNames, tls13Ciphers } from "./go-names.ts";

/** What a server of the manager offers to its clients. */
export type TlsSettings = Readonly<
  Pick<SecureContextOptions, "ciphers" | "ecdhCurve"> & Required<Pick<SecureContextOptions, "minVersion">>
>;

/** Names of TLS versions, as Go has them, and Node's. */
export const tlsVersions = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
} as const;

export type TlsVersion = keyof typeof tlsVersions;

/** What the servers offer if nothing is said. */
export const defaultTlsSettings: TlsSettings = { minVersion: "TLSv1.2" };

/** What the flags of a manager say about TLS, in Go's names, which must be known. */
export interface TlsFlags {
  readonly tlsMinVersion: TlsVersion;
  readonly tlsCipherSuites?: readonly string[];
  readonly tlsCurvePreferences?: readonly number[];
}

/**
 * Node's settings for Go's. As in Go, the suites of TLS 1.3 cannot be chosen: if none of TLS 1.2 is named, only TLS 1.3 is left.
 */
export function tlsSettings({ tlsMinVersion, tlsCipherSuites = [], tlsCurvePreferences = [] }: TlsFlags): TlsSettings {
  const older = tlsCipherSuites.flatMap((name) => cipherNames.get(name) ?? []);
  const isOld = tlsMinVersion === "VersionTLS10" || tlsMinVersion === "VersionTLS11";
  const ciphers = tlsCipherSuites.length === 0 ? (isOld ? ["DEFAULT"] : []) : [...tls13Ciphers, ...older];
  // OpenSSL speaks TLS 1.0 and 1.1 only at its lowest level of security.
  const all = isOld ? [...ciphers, "@SECLEVEL=0"] : ciphers;
  return {
    minVersion: tlsVersions[tlsMinVersion],
    ...(all.length === 0 ? {} : { ciphers: all.join(":") }),
    ...(tlsCurvePreferences.length === 0
      ? {}
      : { ecdhCurve: tlsCurvePreferences.flatMap((id) => curveNames.get(id) ?? []).join(":") }),
  };
}
