import { expect, test } from "vitest";
import { decodeBase64, encodeBase64 } from "../../src/certificates/base64.ts";
import { caCertHashes } from "../../src/certificates/ca-hash.ts";

const certificate = `-----BEGIN CERTIFICATE-----
MIIBgTCCASegAwIBAgIULqJLqvRP0IVnEGz1JFeIKbQIcrIwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKa3ViZXJuZXRlczAgFw0yNjExMjYwMzA1MjBaGA8yMTI2MTEw
MjAzMDUyMFowFTETMBEGA1UEAwwKa3ViZXJuZXRlczBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABOj2PveUxtEKCUb9aAXQzabJSNvA5iU8IiuxbevRzvVlt29VlkMw
R9yVIOagXwAlchLfbfJPGbQ0SFx5Sozxr9ajUzBRMB0GA1UdDgQWBBRRnzaXBQ5P
xbhm5FEcDSyHZ/J07zAfBgNVHSMEGDAWgBRRnzaXBQ5Pxbhm5FEcDSyHZ/J07zAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDpMLHGtTDIFf10rVwa
cJAeOHrbK5K1uWuQlmKJXnZSBAIgaDzsihYxTnw77DxyKQiBm6MDBH7h1OEjZbBa
a1UINGY=
-----END CERTIFICATE-----
`;
// openssl x509 -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256, from kubeadm's documentation
const hash = "sha256:3bf2b2a68670bf53f572b0d5cd96000573d58bb0ca68badc426ec4dba74938b2";

test("the hash of a CA is that of its public key, with one hash for each certificate of a bundle", () => {
  expect(caCertHashes(certificate)).toEqual([hash]);
  expect(caCertHashes(`other text\n${certificate}${certificate}`)).toEqual([hash, hash]);
});

test("a string without a certificate is rejected", () => {
  expect(() => caCertHashes("s3cret")).toThrow("tls.crt holds no PEM certificate");
});

test.each([
  ["", ""],
  ["a", "YQ=="],
  ["é\n", "w6kK"],
])("the value of %j in a Secret is %s", (text, value) => {
  expect(encodeBase64(text)).toBe(value);
  expect(decodeBase64(value)).toBe(text);
});

test("a missing value in a Secret is empty", () => {
  expect(decodeBase64(undefined)).toBe("");
});
