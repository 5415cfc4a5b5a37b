import {
  type BootDecision,
  type BootingMachine,
  decideBoot,
  type ObservedCluster,
  type ObservedControlPlane,
  parseBootstrapData,
} from "@capstan/infrastructure-mock";
import { initData, token } from "../bootstrap-data.ts";
import { clusterCertificates } from "../certificates.ts";

export const endpoint = "127.0.0.1:34567";
export const now = Date.UTC(2026, 10, 21);
export const sentinel = "echo success > /run/cluster-api/bootstrap-success.complete";

export const [certificates, otherCertificates] = await Promise.all([clusterCertificates(), clusterCertificates()]);

/** What becomes of a machine with these data, in a cluster that is not initialized unless it is said. */
export function decide(
  data: string | undefined,
  cluster: Partial<ObservedCluster> = {},
  machine: Partial<BootingMachine> = {},
) {
  const hostname = machine.hostname ?? "machine-0";
  const metadata = { instanceID: "i-1", localHostname: hostname };
  const image = data === undefined ? undefined : parseBootstrapData(data, metadata);
  return decideBoot(
    image,
    { hostname, kubernetesVersion: "v1.36.0", ...machine },
    { endpoint: { host: "127.0.0.1", port: 34567 }, now, ...cluster },
  );
}

/** A control plane that a machine with `certificates` has initialized. */
export function initialized(changes: Partial<ObservedControlPlane> = {}): { controlPlane: ObservedControlPlane } {
  const decision = decide(initData({ endpoint, certificates }));
  if (decision.outcome !== "initializes") throw new Error(JSON.stringify(decision));
  return {
    controlPlane: {
      certificateAuthority: certificates.ca.certificate,
      publicKeys: decision.certificates.publicKeys,
      certificatesDirectory: "/etc/kubernetes/pki",
      hasClusterConfiguration: true,
      bootstrapTokens: [
        {
          ...token,
          authentication: true,
          signing: true,
          extraGroups: ["system:bootstrappers:kubeadm:default-node-token"],
        },
      ],
      nodeNames: new Set(),
      ...changes,
    },
  };
}

/** Why a machine never joins; the outcome of one that has no reason. */
export function reasonOf(decision: BootDecision): string {
  return "reason" in decision ? decision.reason : decision.outcome;
}
