import { parseBootstrapData } from "@capstan/bootstrap-data";
import {
  type BootDecision,
  type BootingMachine,
  decideBoot,
  type ObservedCluster,
  type ObservedControlPlane,
} from "@capstan/infrastructure-mock";
import { initData } from "../bootstrap-data.ts";
import { clusterCertificates } from "../certificates.ts";
import { initializedBy } from "./initialized-by.ts";

export const endpoint = "127.0.0.1:34567";
export const now = Date.UTC(2026, 10, 21);
export const sentinel = "echo success > /run/cluster-api/bootstrap-success.complete";

export const [certificates, otherCertificates] = await Promise.all([clusterCertificates(), clusterCertificates()]);

/** The outcome of a machine with this data, in an uninitialized cluster by default. */
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

/** A control plane that a machine with `certificates` initialized. */
export function initialized(changes: Partial<ObservedControlPlane> = {}): { controlPlane: ObservedControlPlane } {
  return initializedBy(decide(initData({ endpoint, certificates })), changes);
}

/** The reason why a machine never joins; without a reason, its outcome. */
export function reasonOf(decision: BootDecision): string {
  return "reason" in decision ? decision.reason : decision.outcome;
}
