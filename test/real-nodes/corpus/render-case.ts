import {
  caCertHashes,
  type Certificate,
  controlPlaneCertificates,
  type Discovery,
  generateCertificateAuthority,
  generateServiceAccountKeyPair,
  type KubeadmConfigSpec,
  type KeyPair,
  renderInit,
  type ResolvedSetup,
  renderWorkerJoin,
} from "@capstan/bootstrap-kubeadm";
import type { CorpusCase, Facts } from "./corpus-case.ts";

/** The key pairs of a cluster's Secrets. */
export type ClusterKeys = Readonly<Record<"ca" | "etcd" | "proxy" | "sa", KeyPair>>;

/** The key pairs that the provider generates for a cluster. */
export async function clusterKeys(): Promise<ClusterKeys> {
  const algorithm = "ECDSA-P256";
  const authority = () => generateCertificateAuthority({ now: Date.now(), algorithm });
  const [ca, etcd, proxy] = await Promise.all([authority(), authority(), authority()]);
  return { ca, etcd, proxy, sa: await generateServiceAccountKeyPair(algorithm) };
}

/** The cluster for which a case is rendered. */
export interface RenderedCluster {
  readonly keys: ClusterKeys;
  /** host:port */
  readonly endpoint: string;
  readonly kubernetesVersion: string;
  readonly facts: Facts;
}

/** Shorter than kubeadm's, which are minutes, and long enough for a machine that does much else. */
const timeouts = {
  join: { discoverySeconds: 45, tlsBootstrapSeconds: 60, kubeletHealthCheckSeconds: 60, kubernetesAPICallSeconds: 45 },
  init: { controlPlaneComponentHealthCheckSeconds: 150, kubeletHealthCheckSeconds: 60, kubernetesAPICallSeconds: 150 },
};
/** What kubeadm checks of a machine, and a container may lack. */
const ignorePreflightErrors = [
  "FileContent--proc-sys-net-bridge-bridge-nf-call-iptables",
  "FileContent--proc-sys-net-ipv4-ip_forward",
  "FileContent--proc-sys-net-ipv6-conf-default-forwarding",
  "ImagePull",
  "Mem",
  "NumCPU",
  "Swap",
  "SystemVerification",
];

/** The bootstrap data of a case, as the provider renders it. */
export function renderCase(one: CorpusCase, cluster: RenderedCluster): string {
  const spec = settled(typeof one.spec === "function" ? one.spec(cluster.facts) : one.spec);
  const { kubernetesVersion, endpoint } = cluster;
  const input = { spec, setup: setupOf(spec), kubernetesVersion };
  if (one.role === "init") {
    const facts = { clusterName: "corpus", controlPlaneEndpoint: endpoint, ...one.network };
    return renderInit({ ...input, cluster: facts, certificates: certificatesOf(one, spec, cluster.keys) });
  }
  return renderWorkerJoin({ ...input, discovery: discoveryOf(spec.joinConfiguration?.discovery, cluster) });
}

function settled(spec: KubeadmConfigSpec): KubeadmConfigSpec {
  const node = { ignorePreflightErrors };
  const { initConfiguration: init, joinConfiguration: join } = spec;
  return {
    ...spec,
    initConfiguration: {
      timeouts: timeouts.init,
      skipPhases: ["addon/coredns"],
      ...init,
      nodeRegistration: { ...node, ...init?.nodeRegistration },
    },
    joinConfiguration: { timeouts: timeouts.join, ...join, nodeRegistration: { ...node, ...join?.nodeRegistration } },
  };
}

function setupOf({ files = [], users = [] }: KubeadmConfigSpec): ResolvedSetup {
  return { files: files.map(({ content = "", ...file }) => ({ ...file, content })), users };
}

function discoveryOf(given: Discovery | undefined, { endpoint, keys, facts }: RenderedCluster): Discovery {
  if (given?.file !== undefined) return given;
  const defaults = {
    apiServerEndpoint: endpoint,
    token: facts.tokens.usable,
    caCertHashes: caCertHashes(keys.ca.certificate),
  };
  return { ...given, bootstrapToken: { ...defaults, ...given?.bootstrapToken } };
}

function certificatesOf(one: CorpusCase, spec: KubeadmConfigSpec, keys: ClusterKeys): Certificate[] {
  const missing = (path: string | undefined) =>
    one.missingCertificates?.some((name) => path?.endsWith(`/pki/${name}`) === true) === true;
  return controlPlaneCertificates(spec.clusterConfiguration, "init")
    .filter(({ external }) => !external)
    .map((requirement) => {
      const pair = keys[requirement.purpose as keyof ClusterKeys];
      return { ...requirement, ...pair, ...(missing(requirement.keyFile) ? { privateKey: "" } : {}) };
    });
}
