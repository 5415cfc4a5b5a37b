import { createSecureContext, getCiphers } from "node:tls";
import { expect, test } from "vitest";
import { cipherNames, curveNames, tls13Ciphers } from "../src/tls/go-names.ts";
import { tlsSettings, type TlsVersion } from "../src/tls/tls-settings.ts";

const tls13 = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";

test.each<[flags: Omit<Parameters<typeof tlsSettings>[0], "tlsMinVersion">, min: TlsVersion, settings: object]>([
  [{}, "VersionTLS12", { minVersion: "TLSv1.2" }],
  [{}, "VersionTLS13", { minVersion: "TLSv1.3" }],
  // OpenSSL refuses the old versions at its default security level.
  [{}, "VersionTLS10", { minVersion: "TLSv1", ciphers: "DEFAULT:@SECLEVEL=0" }],
  [{}, "VersionTLS11", { minVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" }],
  [
    { tlsCipherSuites: ["TLS_RSA_WITH_AES_128_CBC_SHA"] },
    "VersionTLS11",
    { minVersion: "TLSv1.1", ciphers: `${tls13}:AES128-SHA:@SECLEVEL=0` },
  ],
  [
    { tlsCipherSuites: ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305", "TLS_AES_128_GCM_SHA256"] },
    "VersionTLS12",
    { minVersion: "TLSv1.2", ciphers: `${tls13}:ECDHE-ECDSA-CHACHA20-POLY1305` },
  ],
  [{ tlsCipherSuites: ["TLS_AES_128_GCM_SHA256"] }, "VersionTLS12", { minVersion: "TLSv1.2", ciphers: tls13 }],
  [
    { tlsCurvePreferences: [4588, 29, 23] },
    "VersionTLS12",
    { minVersion: "TLSv1.2", ecdhCurve: "X25519MLKEM768:X25519:P-256" },
  ],
  [{ tlsCipherSuites: [], tlsCurvePreferences: [] }, "VersionTLS12", { minVersion: "TLSv1.2" }],
])("%j from %s on", (flags, tlsMinVersion, settings) => {
  expect(tlsSettings({ ...flags, tlsMinVersion })).toStrictEqual(settings);
});

test("every cipher name of Go exists in this OpenSSL, the suites of TLS 1.3 included", () => {
  const known = getCiphers();
  expect([...cipherNames.values(), ...tls13Ciphers].filter((name) => !known.includes(name.toLowerCase()))).toEqual([]);
  for (const ecdhCurve of curveNames.values()) expect(() => createSecureContext({ ecdhCurve })).not.toThrow();
});

test.each([
  ["TLS_RSA_WITH_AES_256_GCM_SHA384", "AES256-GCM-SHA384"],
  ["TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", "ECDHE-RSA-AES128-SHA256"],
  ["TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "ECDHE-ECDSA-AES256-SHA"],
  ["TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "ECDHE-RSA-CHACHA20-POLY1305"],
  // RSA key exchange alone has never existed with ChaCha20.
  ["TLS_RSA_WITH_CHACHA20_POLY1305_SHA256", undefined],
  ["TLS_RSA_WITH_RC4_128_SHA", undefined],
])("%s is %s", (go, openssl) => {
  expect(cipherNames.get(go)).toBe(openssl);
});
