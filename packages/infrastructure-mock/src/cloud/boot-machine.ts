import { isBootstrapDataError, parseBootstrapData } from "@capstan/bootstrap-data";
import { type BootDecision, decideBoot } from "../boot/decide-boot.ts";
import type { ObservedCluster } from "../boot/observed-cluster.ts";
import type { ControlPlaneRecord, InstanceRecord } from "./cloud-record.ts";

/** The effect of a machine's bootstrap data, including unreadable data. */
export function bootMachine(machine: InstanceRecord, cluster: ObservedCluster): BootDecision {
  const { object, hostname, kubernetesVersion, userData } = machine;
  try {
    const image =
      userData === undefined
        ? undefined
        : parseBootstrapData(userData, { instanceID: object.name, localHostname: hostname, cloudName: "mock" });
    const facts = { hostname, ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }) };
    return decideBoot(image, facts, cluster);
  } catch (error) {
    if (!isBootstrapDataError(error)) throw error;
    return { outcome: "neverJoins", reason: error.reason, message: `Bootstrap data, ${error.message}` };
  }
}

/** The record of a control plane that a machine has initialized. */
export function controlPlaneRecord(
  decision: Extract<BootDecision, { outcome: "initializes" }>,
  machine: InstanceRecord,
  now: number,
): ControlPlaneRecord {
  const { certificates, intent } = decision;
  return {
    initializedBy: machine.object.name,
    initializedAt: now,
    certificateAuthority: certificates.certificateAuthority,
    ...(certificates.etcdAuthority === undefined ? {} : { etcdAuthority: certificates.etcdAuthority }),
    publicKeys: certificates.publicKeys,
    certificatesDirectory: intent.certificatesDirectory,
    clusterConfiguration: {
      ...intent.clusterConfiguration,
      kubernetesVersion: intent.kubernetesVersion ?? machine.kubernetesVersion,
    },
    tokens: intent.tokens,
    skippedPhases: intent.skippedPhases,
  };
}
