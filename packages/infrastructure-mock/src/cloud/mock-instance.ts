import { objectKeyText } from "@capstan/kube";
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
  const { object, hostname, kubernetesVersion, failureDomain, userData } = request;
  const key = objectKeyText(object);
  const runsAt = defaults.now + durationIn(request.creationDuration ?? defaultCreationDuration, `create ${key}`);
  const bootsAt = runsAt + durationIn(request.bootDuration ?? defaults.bootDuration, `boot ${key}`);
  return {
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
  return booted(record, { state: "failed", reason, message: `${message}; the machine stopped retrying` });
}

/** Whether the machine's state is final. */
export function isSettled({ boot }: InstanceRecord): boolean {
  return boot.state === "joined" || boot.state === "failed";
}

/** A machine as the cloud reports it. */
export function instanceOf(record: InstanceRecord, cluster: NamespacedName, now: number): Instance {
  return {
    object: record.object,
    state: record.runsAt <= now ? "running" : "creating",
    providerID: providerID(cluster, record.object.name),
    hostname: record.hostname,
    internalIP: record.internalIP,
    boot: record.boot,
  };
}

/** @param name - of the MockMachine. */
export function providerID(cluster: NamespacedName, name: string): string {
  return `mock://${cluster.namespace}/${cluster.name}/${name}`;
}

/** The next step in a machine's life cycle, and its delay in milliseconds; undefined: none. */
export function nextStep(
  machine: InstanceRecord,
  now: number,
): { readonly step: "run" | "boot"; readonly afterMs: number } | undefined {
  if (isSettled(machine)) return undefined;
  if (machine.runsAt > now) return { step: "run", afterMs: machine.runsAt - now };
  const due = machine.boot.state === "waiting" ? machine.givesUpAt : machine.bootsAt;
  return { step: "boot", afterMs: Math.max(0, due - now) };
}
