import { isBootstrapDataError, parseBootstrapData } from "@capstan/bootstrap-data";
import {
  type BootDecision,
  decideBoot,
  type ObservedCluster,
  type ObservedControlPlane,
} from "@capstan/infrastructure-mock";
import type { CorpusCase, Tokens } from "../corpus/corpus-case.ts";
import { type RenderedCluster, renderCase } from "../corpus/render-case.ts";
import type { Verdict } from "./verdict.ts";

const nodeGroup = "system:bootstrappers:kubeadm:default-node-token";

/** What the mock says of a machine with the data of a case. */
export function mockVerdict(one: CorpusCase, hostname: string, cluster: RenderedCluster): Verdict {
  const observed = { endpoint: hostAndPort(cluster.endpoint), now: Date.now() };
  const data = renderCase(one, cluster);
  if (one.role === "init") return boot(data, hostname, cluster, observed);
  return boot(data, hostname, cluster, { ...observed, controlPlane: controlPlaneOf(cluster, observed) });
}

function boot(data: string, hostname: string, cluster: RenderedCluster, observed: ObservedCluster): Verdict {
  try {
    const decision = decide(data, hostname, cluster, observed);
    return "node" in decision
      ? { joins: true, node: decision.node.name }
      : { joins: false, cause: decision.reason, output: decision.message };
  } catch (error) {
    if (!isBootstrapDataError(error)) throw error;
    return { joins: false, cause: error.reason, output: error.message };
  }
}

function decide(data: string, hostname: string, cluster: RenderedCluster, observed: ObservedCluster): BootDecision {
  const image = parseBootstrapData(data, { instanceID: hostname, localHostname: hostname });
  return decideBoot(image, { hostname, kubernetesVersion: cluster.kubernetesVersion }, observed);
}

/** The control plane that a machine with the plain data has initialized. */
function controlPlaneOf(cluster: RenderedCluster, observed: ObservedCluster): ObservedControlPlane {
  const plain: CorpusCase = { name: "plain", role: "init", spec: {}, expected: "joins" };
  const decision = decide(renderCase(plain, cluster), cluster.facts.takenName, cluster, observed);
  if (decision.outcome !== "initializes") throw new Error(JSON.stringify(decision));
  return {
    certificateAuthority: decision.certificates.certificateAuthority.certificate,
    publicKeys: decision.certificates.publicKeys,
    certificatesDirectory: decision.intent.certificatesDirectory,
    hasClusterConfiguration: true,
    bootstrapTokens: bootstrapTokens(cluster.facts.tokens, observed.now),
    nodeNames: new Set([cluster.facts.takenName]),
  };
}

function bootstrapTokens(tokens: Tokens, now: number): ObservedControlPlane["bootstrapTokens"] {
  return Object.entries(tokens).map(([kind, token]: [string, string]) => {
    const [id = "", secret = ""] = token.split(".");
    return {
      id,
      secret,
      authentication: kind !== "signingOnly",
      signing: kind !== "authenticationOnly",
      extraGroups: kind === "withoutGroup" ? [] : [nodeGroup],
      ...(kind === "expired" ? { expiresAt: now - 60_000 } : {}),
    };
  });
}

function hostAndPort(endpoint: string): { host: string; port: number } {
  const at = endpoint.lastIndexOf(":");
  return { host: endpoint.slice(0, at), port: Number(endpoint.slice(at + 1)) };
}
