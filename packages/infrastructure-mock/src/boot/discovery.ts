import { type X509Certificate } from "node:crypto";
import { hostPort, type JsonObject, type KubeconfigEntries, readKubeconfigEntries } from "@capstan/kube";
import { publicKeyHash, readCertificate } from "@capstan/kube/x509";
import { BootProblem } from "./problem/boot-problem.ts";
import { requireToken, splitToken } from "./bootstrap-token.ts";
import { isEndpoint } from "./endpoint.ts";
import type { Discovery } from "./kubeadm/intent.ts";
import type { ObservedCluster, ObservedControlPlane } from "./observed-cluster.ts";
import type { FileContent } from "./shell/symbolic-shell.ts";

const caCertHash = /^sha256:[0-9a-f]{64}$/i;

type TokenDiscovery = Extract<Discovery, { type: "token" }>;
type FileDiscovery = Extract<Discovery, { type: "file" }>;

/**
 * Checks that a machine finds the cluster, trusts it, and is admitted.
 *
 * @throws {@link BootProblem} the first obstacle; waits while the control plane is not initialized.
 */
export function requireDiscovery(
  discovery: Discovery,
  cluster: ObservedCluster,
  files: ReadonlyMap<string, FileContent>,
): ObservedControlPlane {
  if (discovery.type === "token") requireWellFormed(discovery, cluster);
  const { controlPlane } = cluster;
  if (controlPlane === undefined) {
    throw new BootProblem("ControlPlaneNotInitialized", "No machine has initialized the control plane yet", {
      waits: true,
    });
  }
  if (discovery.type === "token") requireTokenDiscovery(discovery, controlPlane, cluster.now);
  else requireFileDiscovery(discovery, cluster, controlPlane, files);
  return controlPlane;
}

function requireWellFormed(discovery: TokenDiscovery, { endpoint }: ObservedCluster): void {
  if (splitToken(discovery.token) === undefined) {
    throw new BootProblem("DiscoveryInvalid", "The discovery token does not have the form [a-z0-9]{6}.[a-z0-9]{16}");
  }
  if (/^[^:]*$|\]$/.test(discovery.apiServerEndpoint.trim()) && discovery.apiServerEndpoint !== "") {
    throw new BootProblem("DiscoveryInvalid", "apiServerEndpoint has no port: kubeadm requires host:port");
  }
  requireEndpoint(discovery.apiServerEndpoint, endpoint);
  const malformed = discovery.caCertHashes.findIndex((hash) => !caCertHash.test(hash));
  if (malformed !== -1) {
    throw new BootProblem(
      "DiscoveryInvalid",
      `caCertHashes[${malformed}] does not have the form sha256:<64 hexadecimal digits>`,
    );
  }
  if (discovery.caCertHashes.length === 0 && !discovery.skipsVerification) {
    throw new BootProblem("DiscoveryInvalid", "caCertHashes is empty, and unsafeSkipCAVerification is not set");
  }
}

function requireTokenDiscovery(discovery: TokenDiscovery, controlPlane: ObservedControlPlane, now: number): void {
  const served = `sha256:${authorityHash(controlPlane.certificateAuthority)}`;
  const hashes = discovery.caCertHashes.map((hash) => hash.toLowerCase());
  if (hashes.length > 0 && !hashes.includes(served)) {
    throw new BootProblem(
      "CACertHashMismatch",
      `caCertHashes does not contain ${served}, the certificate authority of the cluster`,
    );
  }
  const known = { bootstrapTokens: controlPlane.bootstrapTokens, now };
  requireToken(discovery.token, "discovery", known);
  requireToken(discovery.tlsBootstrapToken, "TLS bootstrap", known);
}

function requireEndpoint(asked: string, endpoint: ObservedCluster["endpoint"]): void {
  if (isEndpoint(asked, endpoint)) return;
  // A token in place of the endpoint must not get into a message.
  const shown = asked === "" || splitToken(asked) !== undefined ? "no endpoint" : asked;
  throw new BootProblem(
    "ControlPlaneEndpointMismatch",
    `The machine uses the API server at ${shown}, but the cluster's endpoint is ${hostPort(endpoint)}`,
  );
}

function requireFileDiscovery(
  { path, tlsBootstrapToken }: FileDiscovery,
  cluster: ObservedCluster,
  controlPlane: ObservedControlPlane,
  files: ReadonlyMap<string, FileContent>,
): void {
  const kubeconfig = parseKubeconfig(path, files.get(path));
  requireEndpoint(
    text(kubeconfig.cluster.server)
      .replace(/^https:\/\//, "")
      .replace(/\/$/, ""),
    cluster.endpoint,
  );
  requireSameAuthority(path, kubeconfig.cluster["certificate-authority-data"], controlPlane.certificateAuthority);
  const token = tlsBootstrapToken ?? text(kubeconfig.user.token);
  if (token !== "") {
    requireToken(token, "TLS bootstrap", { bootstrapTokens: controlPlane.bootstrapTokens, now: cluster.now });
    return;
  }
  requireClientCertificate(path, kubeconfig.user, controlPlane.certificateAuthority);
}

function requireSameAuthority(path: string, data: unknown, served: string): void {
  const hash = hashOfBase64(text(data));
  if (hash === undefined) throw new BootProblem("DiscoveryInvalid", `${path} has no usable certificate-authority-data`);
  if (hash === authorityHash(served)) return;
  throw new BootProblem("CACertHashMismatch", `The certificate authority in ${path} differs from that of the cluster`);
}

function requireClientCertificate(path: string, user: JsonObject, authority: string): void {
  const certificate = certificateOf(text(user["client-certificate-data"]));
  if (certificate === undefined) {
    throw new BootProblem(
      "DiscoveryInvalid",
      `${path} has neither a token nor a client certificate; a mock machine runs no credential plugins`,
    );
  }
  if (certificate.verify(readCertificate(authority).publicKey)) return;
  throw new BootProblem(
    "DiscoveryInvalid",
    `The client certificate in ${path} is not signed by the cluster's certificate authority`,
  );
}

function parseKubeconfig(path: string, content: FileContent): { cluster: JsonObject; user: JsonObject } {
  if (content === undefined)
    throw new BootProblem("DiscoveryInvalid", `The discovery file ${path} does not exist on the machine`);
  const { clusters, users } = entriesOf(path, content.toString("utf8"));
  const [cluster] = clusters.values();
  if (cluster === undefined) throw new BootProblem("DiscoveryInvalid", `The discovery file ${path} names no cluster`);
  const [user = {}] = users.values();
  return { cluster, user };
}

function entriesOf(path: string, content: string): KubeconfigEntries {
  try {
    return readKubeconfigEntries(content);
  } catch {
    throw new BootProblem("DiscoveryInvalid", `The discovery file ${path} is not valid YAML`);
  }
}

function authorityHash(certificate: string): string {
  return publicKeyHash(readCertificate(certificate).publicKey);
}

function hashOfBase64(data: string): string | undefined {
  const certificate = certificateOf(data);
  return certificate === undefined ? undefined : publicKeyHash(certificate.publicKey);
}

function certificateOf(data: string): X509Certificate | undefined {
  try {
    return readCertificate(Buffer.from(data, "base64"));
  } catch {
    return undefined;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
