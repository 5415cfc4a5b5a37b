import { execFileSync } from "node:child_process";
import { X509Certificate as NodeCertificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { load } from "js-yaml";
import { afterAll, describe, expect, test } from "vitest";
import { type CertificateAuthority, issueAdminCertificate } from "../src/kubeconfig/client-certificate.ts";
import { kubeconfigDocument, serverUrl } from "../src/kubeconfig/kubeconfig-document.ts";

const folder = mkdtempSync(path.join(tmpdir(), "capstan-kubeconfig-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Made by openssl, so that names and keys are encoded by somebody else. */
function authority(algorithm: readonly string[]): CertificateAuthority {
  const [key, certificate] = [path.join(folder, "ca.key"), path.join(folder, "ca.crt")];
  const subject = ["-subj", "/CN=kubernetes", "-days", "10", "-nodes", "-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", ...algorithm, ...subject], { stdio: "pipe" });
  return { certificate: readFileSync(certificate, "utf8"), privateKey: readFileSync(key, "utf8") };
}

const algorithms = [["rsa:2048"], ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]] as const;

describe("the administrator's certificate", () => {
  test.each(algorithms.map((algorithm) => ({ algorithm })))(
    "is issued by a CA with key $algorithm",
    async ({ algorithm }) => {
      const ca = authority(algorithm);
      const issued = await issueAdminCertificate(ca, Date.now());
      const certificate = new NodeCertificate(issued.certificate);
      const issuer = new NodeCertificate(ca.certificate);
      expect(certificate.verify(issuer.publicKey)).toBe(true);
      expect(certificate.checkIssued(issuer)).toBe(true);
      expect(certificate.subject.split("\n").sort()).toEqual(["CN=kubernetes-admin", "O=system:masters"]);
      expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
      expect(certificate.ca).toBe(false);
    },
  );

  test("an authority that cannot be read is refused, and none of it is told", async () => {
    const ca = authority(algorithms[1]);
    const refused = issueAdminCertificate({ ...ca, privateKey: "SECRET-TEXT" }, Date.now());
    await expect(refused).rejects.toThrow("private key");
    await expect(refused).rejects.not.toThrow("SECRET-TEXT");
  });
});

test("the kubeconfig names server, authority and user", async () => {
  const ca = authority(algorithms[1]);
  const client = await issueAdminCertificate(ca, Date.now());
  const document = kubeconfigDocument({
    clusterName: "c1",
    endpoint: { host: "::1", port: 6443 },
    certificateAuthority: ca.certificate,
    client,
  });
  expect(load(document)).toMatchObject({
    "current-context": "c1-admin@c1",
    clusters: [{ name: "c1", cluster: { server: "https://[::1]:6443" } }],
    users: [{ name: "c1-admin", user: { "client-key-data": Buffer.from(client.privateKey).toString("base64") } }],
  });
  expect(serverUrl({ host: "example.org", port: 443 })).toBe("https://example.org:443");
});
