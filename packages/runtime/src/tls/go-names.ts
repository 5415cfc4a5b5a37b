/** Suites of TLS 1.3: Go's names are OpenSSL's. */
export const tls13Ciphers = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
] as const;

/** OpenSSL's names of the suites before TLS 1.3, by what follows the key exchange in Go's. */
const older = {
  AES_128_CBC_SHA: "AES128-SHA",
  AES_128_CBC_SHA256: "AES128-SHA256",
  AES_128_GCM_SHA256: "AES128-GCM-SHA256",
  AES_256_CBC_SHA: "AES256-SHA",
  AES_256_GCM_SHA384: "AES256-GCM-SHA384",
} as const;

const exchanges = { TLS_ECDHE_ECDSA: "ECDHE-ECDSA-", TLS_ECDHE_RSA: "ECDHE-RSA-", TLS_RSA: "" } as const;

function olderNames(): [name: string, openssl: string][] {
  return Object.entries(exchanges).flatMap(([exchange, prefix]) => {
    const newest =
      prefix === "" ? {} : { CHACHA20_POLY1305: "CHACHA20-POLY1305", CHACHA20_POLY1305_SHA256: "CHACHA20-POLY1305" };
    return Object.entries({ ...older, ...newest }).map(([cipher, openssl]): [string, string] => [
      `${exchange}_WITH_${cipher}`,
      `${prefix}${openssl}`,
    ]);
  });
}

/**
 * OpenSSL's name of each suite before TLS 1.3, by Go's. Those with RC4 and 3DES are missing: Node's OpenSSL has none.
 *
 * @see https://pkg.go.dev/crypto/tls#pkg-constants
 */
export const cipherNames: ReadonlyMap<string, string> = new Map(olderNames());

/** OpenSSL's name of each key exchange, by its number in TLS, which is Go's `CurveID`. */
export const curveNames: ReadonlyMap<number, string> = new Map([
  [23, "P-256"],
  [24, "P-384"],
  [25, "P-521"],
  [29, "X25519"],
  [4588, "X25519MLKEM768"],
]);
