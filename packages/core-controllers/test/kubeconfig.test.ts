import { execFileSync } from "node:child_process";
import { X509Certificate as NodeCertificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readKubeconfigEntries } from "@capstan/kube";
import { type CertificateAndKey } from "@capstan/kube/x509";
import { load } from "js-yaml";
import { afterAll, describe, expect, test } from "vitest";
import { adminKubeconfig } from "../src/kubeconfig/admin-kubeconfig.ts";

const folder = mkdtempSync(path.join(tmpdir(), "capstan-kubeconfig-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Made by openssl, so that names and keys are encoded by somebody else. */
function authority(algorithm: readonly string[]): CertificateAndKey {
  const [key, certificate] = [path.join(folder, "ca.key"), path.join(folder, "ca.crt")];
  const subject = ["-subj", "/CN=kubernetes", "-days", "10", "-nodes", "-keyout", key, "-out", certificate];
  execFileSync("openssl", ["req", "-x509", "-newkey", ...algorithm, ...subject], { stdio: "pipe" });
  return { certificate: readFileSync(certificate, "utf8"), privateKey: readFileSync(key, "utf8") };
}

const algorithms = [["rsa:2048"], ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]] as const;

const endpoint = { host: "::1", port: 6443 };
const kubeconfigBy = (ca: CertificateAndKey) =>
  adminKubeconfig({ clusterName: "c1", endpoint, authority: ca, now: Date.now() });

describe("the administrator's certificate", () => {
  test.each(algorithms.map((algorithm) => ({ algorithm })))(
    "is issued by a CA with key $algorithm",
    async ({ algorithm }) => {
      const ca = authority(algorithm);
      const user = readKubeconfigEntries(await kubeconfigBy(ca)).users.get("c1-admin");
      const certificate = new NodeCertificate(Buffer.from(String(user?.["client-certificate-data"]), "base64"));
      const issuer = new NodeCertificate(ca.certificate);
      expect(certificate.verify(issuer.publicKey)).toBe(true);
      expect(certificate.checkIssued(issuer)).toBe(true);
      expect(certificate.subject.split("\n").sort()).toEqual(["CN=kubernetes-admin", "O=system:masters"]);
      expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2"]);
      expect(certificate.ca).toBe(false);
      expect(certificate.validToDate.getTime() - certificate.validFromDate.getTime()).toBe(
        (365 * 24 * 60 + 5) * 60_000,
      );
    },
  );

  test("an authority that cannot be read is refused, and none of it is quoted", async () => {
    const refused = kubeconfigBy({ ...authority(algorithms[1]), privateKey: "SECRET-TEXT" });
    await expect(refused).rejects.toThrow("private key");
    await expect(refused).rejects.not.toThrow("SECRET-TEXT");
  });
});

test("the kubeconfig names server, authority and user", async () => {
  const ca = authority(algorithms[1]);
  expect(load(await kubeconfigBy(ca))).toMatchObject({
    "current-context": "c1-admin@c1",
    clusters: [
      {
        name: "c1",
        cluster: {
          server: "https://[::1]:6443",
          "certificate-authority-data": Buffer.from(ca.certificate).toString("base64"),
        },
      },
    ],
    users: [{ name: "c1-admin" }],
  });
});
