import type { ClusterRecord, InstanceRecord } from "./cloud-record.ts";
import { providerID } from "./mock-instance.ts";

/** The data with which a joining machine registers in the workload cluster. */
export function registrationOf(machine: InstanceRecord, { cluster, controlPlane }: ClusterRecord, now: number) {
  const { object, hostname, internalIP, failureDomain } = machine;
  const configured = controlPlane?.clusterConfiguration.kubernetesVersion;
  return {
    providerID: providerID(cluster, object.name),
    hostname,
    internalIP,
    kubernetesVersion: machine.kubernetesVersion ?? (typeof configured === "string" ? configured : ""),
    now: timestamp(now),
    ...(failureDomain === undefined ? {} : { failureDomain }),
  };
}

/** A time as Kubernetes writes it: whole seconds. */
export function timestamp(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+Z$/, "Z");
}
