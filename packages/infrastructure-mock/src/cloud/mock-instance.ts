import type { BootDecision } from "../boot/decide-boot.ts";
import type { InstanceRecord } from "./cloud-record.ts";
import type { BootResult, Instance, InstanceRequest, NamespacedName } from "./cloud-objects.ts";
import { defaultCreationDuration, type DurationRange, durationIn } from "./duration.ts";

/** The time for which kubeadm waits for a control plane to be initialized. */
const discoveryTimeoutMs = 300_000;

/** The record of a new machine. */
export function newInstance(
  request: InstanceRequest,
  defaults: { readonly bootDuration: DurationRange; readonly internalIP: string; readonly now: number },
): InstanceRecord {
  const { uid, object, hostname, kubernetesVersion, failureDomain, userData } = request;
  const runsAt = defaults.now + durationIn(request.creationDuration ?? defaultCreationDuration, `create ${uid}`);
  const bootsAt = runsAt + durationIn(request.bootDuration ?? defaults.bootDuration, `boot ${uid}`);
  return {
    uid,
    object,
    hostname,
    internalIP: defaults.internalIP,
    runsAt,
    bootsAt,
    givesUpAt: bootsAt + discoveryTimeoutMs,
    boot: { state: "booting" },
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    ...(failureDomain === undefined ? {} : { failureDomain }),
    ...(userData === undefined ? {} : { userData }),
  };
}

/** The record of a machine after its boot, without its bootstrap data. */
export function booted(record: InstanceRecord, boot: BootResult): InstanceRecord {
  const forgetful: { userData?: string } & Omit<InstanceRecord, "userData"> = { ...record, boot };
  delete forgetful.userData;
  return forgetful;
}

/** The record of a machine that has not joined: it waits for its control plane for a while, or has failed permanently. */
export function notJoined(
  record: InstanceRecord,
  decision: Extract<BootDecision, { outcome: "waits" | "neverJoins" }>,
  now: number,
): InstanceRecord {
  const { outcome, reason, message } = decision;
  if (outcome === "neverJoins") return booted(record, { state: "failed", reason, message });
  if (now < record.givesUpAt) return { ...record, boot: { state: "waiting", reason, message } };
  return booted(record, { state: "failed", reason, message: `${message}; the machine has given up` });
}

/** Whether the machine's state is final. */
export function isSettled({ boot }: InstanceRecord): boolean {
  return boot.state === "joined" || boot.state === "failed";
}

/** A machine as the cloud reports it. */
export function instanceOf(record: InstanceRecord, cluster: NamespacedName, now: number): Instance {
  return {
    uid: record.uid,
    state: record.runsAt <= now ? "running" : "creating",
    providerID: providerID(cluster, record.uid),
    hostname: record.hostname,
    internalIP: record.internalIP,
    boot: record.boot,
  };
}

export function providerID(cluster: NamespacedName, uid: string): string {
  return `${instancesOf(cluster.namespace)}${cluster.name}/${uid}`;
}

/**
 * The uid in a providerID. It outlives a move of the object to another management cluster.
 *
 * @returns undefined for an instance of another namespace, because anyone who may write in a namespace may set any providerID there.
 */
export function instanceIn(namespace: string, id: string): string | undefined {
  return id.startsWith(instancesOf(namespace)) ? id.split("/").at(-1) : undefined;
}

function instancesOf(namespace: string): string {
  return `mock://${namespace}/`;
}
