import {
  CertificateAuthority,
  certificatesIn,
  generateKeys,
  type KeyAlgorithm,
  privateKeyPem,
  publicKeyHash,
  readCertificate,
  readPrivateKey,
  readPublicKey,
} from "@capstan/kube/x509";
import { describe, expect, test } from "vitest";

const nowMs = Date.UTC(2030, 0, 1);
const clock = { now: () => nowMs };
const hourMs = 3_600_000;

test.each<[KeyAlgorithm, string]>([
  ["ECDSA-P256", "EC PRIVATE KEY"],
  ["ECDSA-P384", "EC PRIVATE KEY"],
  ["RSA-2048", "RSA PRIVATE KEY"],
])("an authority with a key %s signs certificates", async (algorithm, label) => {
  const authority = await CertificateAuthority.create("ca", clock, {
    algorithm,
    keyForm: "traditional",
    pathLength: 0,
  });
  const own = readCertificate(authority.certificate);
  expect(authority.privateKey).toContain(`-----BEGIN ${label}-----`);
  expect([own.subject, own.issuer, own.ca, own.verify(own.publicKey)]).toEqual(["CN=ca", "CN=ca", true, true]);
  expect(own.checkPrivateKey(readPrivateKey(authority.privateKey))).toBe(true);
  const issued = readCertificate((await authority.issueClient("jane", ["devs"])).certificate);
  expect([issued.checkIssued(own), issued.verify(own.publicKey), issued.ca]).toEqual([true, true, false]);
  expect(issued.subject.split("\n")).toEqual(["O=devs", "CN=jane"]);
});

describe("a certificate of an authority", () => {
  test("for a server has its hosts, with addresses as IP entries", async () => {
    const authority = await CertificateAuthority.create("ca", clock);
    const { certificate } = await authority.issueServing("server", ["localhost", "127.0.0.1", "::1", "localhost"]);
    const read = readCertificate(certificate);
    expect(read.subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1");
    expect(read.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
  });

  test("is valid for the requested duration", async () => {
    const authority = await CertificateAuthority.create("ca", clock, { lifetimeMs: 9 * hourMs, skewMs: hourMs });
    const issued = await authority.issueClient("jane", [], { lifetimeMs: 2 * hourMs, skewMs: 0 });
    const times = [authority, issued].map(({ certificate }) => {
      const { validFromDate, validToDate } = readCertificate(certificate);
      return [validFromDate.getTime() - nowMs, validToDate.getTime() - nowMs];
    });
    expect(times).toEqual([
      [-hourMs, 9 * hourMs],
      [0, 2 * hourMs],
    ]);
  });
});

test("a bundle is split, and a public key has the same hash in every source", async () => {
  const { certificate, privateKey } = await CertificateAuthority.create("ca", clock);
  const other = await CertificateAuthority.create("other", clock);
  expect(certificatesIn(`# old\n${certificate}\n${other.certificate}`)).toHaveLength(2);
  expect(publicKeyHash(readCertificate(certificate).publicKey)).toBe(publicKeyHash(readPublicKey(privateKey)));
});

test("unreadable input is refused, and no part of a key is quoted", async () => {
  const { certificate } = await CertificateAuthority.create("ca", clock);
  expect(() => CertificateAuthority.load({ certificate, privateKey: "SECRET" }, clock)).toThrow(
    expect.objectContaining({
      code: "MalformedText",
      form: "private key",
      message: "The private key is not a PEM encoded key",
    }),
  );
  expect(() => readCertificate("no certificate")).toThrow(expect.objectContaining({ form: "certificate" }));
  const keys = await generateKeys("ECDSA-P256");
  const loaded = CertificateAuthority.load(
    { certificate: "no certificate", privateKey: privateKeyPem(keys.privateKey, "pkcs8") },
    clock,
  );
  await expect(loaded.issueClient("jane")).rejects.toMatchObject({ code: "MalformedText", form: "certificate" });
});
