import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";

/** The certificates that the bootstrap provider generates once per cluster. */
export interface ClusterCertificates {
  readonly ca: CertificateAndKey;
  readonly etcd: CertificateAndKey;
  readonly frontProxy: CertificateAndKey;
  readonly serviceAccount: { readonly publicKey: string; readonly privateKey: string };
}

export async function clusterCertificates(): Promise<ClusterCertificates> {
  const [ca, etcd, frontProxy] = await Promise.all(
    ["kubernetes", "kubernetes", "kubernetes"].map((name) => CertificateAuthority.create(name, Date)),
  );
  if (ca === undefined || etcd === undefined || frontProxy === undefined) throw new Error("unreachable");
  const pair = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { ca, etcd, frontProxy, serviceAccount: pair };
}

export function caCertHash(certificate: string): string {
  const spki = new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" });
  return `sha256:${createHash("sha256").update(spki).digest("hex")}`;
}

/** The certificate files of a control-plane machine, by their path below `/etc/kubernetes/pki`. */
export function certificateFiles(certificates: ClusterCertificates): Map<string, string> {
  const { ca, etcd, frontProxy, serviceAccount } = certificates;
  return new Map([
    ["ca.crt", ca.certificate],
    ["ca.key", ca.privateKey],
    ["etcd/ca.crt", etcd.certificate],
    ["etcd/ca.key", etcd.privateKey],
    ["front-proxy-ca.crt", frontProxy.certificate],
    ["front-proxy-ca.key", frontProxy.privateKey],
    ["sa.pub", serviceAccount.publicKey],
    ["sa.key", serviceAccount.privateKey],
  ]);
}
