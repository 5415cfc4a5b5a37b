import { X509Certificate, createHash, createPrivateKey, createPublicKey, createSign, createVerify } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type EncryptionAlgorithm,
  type KeyPair,
  caCertHashes,
  controlPlaneCertificates,
  generateCertificateAuthority,
  generateServiceAccountKeyPair,
} from "../../src/index.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const dayMs = 86_400_000;

describe("a certificate authority", () => {
  test("has the properties that kubeadm expects of the cluster CA", async () => {
    const { certificate, privateKey } = await generateCertificateAuthority({ now });
    const x509 = new X509Certificate(certificate);
    expect(x509.subject).toBe("CN=kubernetes");
    expect(x509.issuer).toBe("CN=kubernetes");
    expect(x509.ca).toBe(true);
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(x509.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
    expect(x509.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(Date.parse(x509.validFrom)).toBe(now - 5 * 60_000);
    expect(Date.parse(x509.validTo)).toBe(now + 3650 * dayMs);
    expect(privateKey).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n[^-]+-----END RSA PRIVATE KEY-----\n$/);
    expect(certificate).toMatch(/^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/);
  });

  test.each<[EncryptionAlgorithm, string, string]>([
    ["RSA-3072", "rsa", "RSA PRIVATE KEY"],
    ["ECDSA-P256", "ec", "EC PRIVATE KEY"],
    ["ECDSA-P384", "ec", "EC PRIVATE KEY"],
  ])("can be created with %s", async (algorithm, type, label) => {
    const { certificate, privateKey } = await generateCertificateAuthority({ now, algorithm, validityDays: 30 });
    const x509 = new X509Certificate(certificate);
    expect(x509.publicKey.asymmetricKeyType).toBe(type);
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(Date.parse(x509.validTo)).toBe(now + 30 * dayMs);
    expect(privateKey).toContain(`-----BEGIN ${label}-----`);
  });

  test("is different each time", async () => {
    const [one, other] = await Promise.all([
      generateCertificateAuthority({ now }),
      generateCertificateAuthority({ now }),
    ]);
    expect(caCertHashes(one.certificate)).not.toEqual(caCertHashes(other.certificate));
    expect(new X509Certificate(one.certificate).serialNumber).not.toBe(
      new X509Certificate(other.certificate).serialNumber,
    );
  });
});

test("the service account key pair signs data that its public key verifies", async () => {
  const { certificate: publicKey, privateKey } = await generateServiceAccountKeyPair("RSA-2048");
  expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  const signature = createSign("sha256").update("token").sign(privateKey);
  expect(createVerify("sha256").update("token").verify(publicKey, signature)).toBe(true);
});

describe("CA hashes", () => {
  test("are the hashes of the public keys, one for each certificate of a bundle", async () => {
    const [one, other] = await Promise.all([
      generateCertificateAuthority({ now }),
      generateCertificateAuthority({ now, algorithm: "ECDSA-P256" }),
    ]);
    expect(caCertHashes(`# old\n${one.certificate}\n${other.certificate}`)).toEqual([hashOf(one), hashOf(other)]);
  });

  test("require a certificate", () => {
    expect(() => caCertHashes("-----BEGIN PUBLIC KEY-----\nMA==\n-----END PUBLIC KEY-----\n")).toThrow(
      "no PEM certificate",
    );
  });
});

test("an external etcd brings its own certificates, and the etcd CA's key stays off the machine", () => {
  const external = {
    endpoints: ["https://etcd:2379"],
    caFile: "/etc/etcd/ca.crt",
    certFile: "/etc/etcd/client.crt",
    keyFile: "/etc/etcd/client.key",
  };
  const files = controlPlaneCertificates({ certificatesDir: "/pki/", etcd: { external } });
  expect(files.map(({ purpose, certificateFile, keyFile }) => [purpose, certificateFile, keyFile])).toEqual([
    ["ca", "/pki/ca.crt", "/pki/ca.key"],
    ["etcd", "/etc/etcd/ca.crt", undefined],
    ["proxy", "/pki/front-proxy-ca.crt", "/pki/front-proxy-ca.key"],
    ["sa", "/pki/sa.pub", "/pki/sa.key"],
    ["apiserver-etcd-client", "/etc/etcd/client.crt", "/etc/etcd/client.key"],
  ]);
});

function hashOf({ certificate }: KeyPair): string {
  const spki = createPublicKey(certificate).export({ type: "spki", format: "der" });
  return `sha256:${createHash("sha256").update(spki).digest("hex")}`;
}
