import type { JsonObject } from "@capstan/kube";
import type { PublicKeys } from "../boot/certificates.ts";
import type { InitToken } from "../boot/kubeadm/intent.ts";
import type { NodePlan } from "../boot/node-plan.ts";
import type { BootResult, NamespacedName } from "./cloud-objects.ts";
import type { EtcdMembership } from "./etcd/etcd-membership.ts";

/** The state that the initializing machine has created, sufficient to serve the cluster again. Contains secrets. */
export interface ControlPlaneRecord {
  /** Name of the machine. */
  readonly initializedBy: string;
  /** Milliseconds since the epoch. */
  readonly initializedAt: number;
  readonly certificateAuthority: { readonly certificate: string; readonly privateKey: string };
  /** Unset with an external etcd. */
  readonly etcdAuthority?: { readonly certificate: string; readonly privateKey: string };
  /** The members, if there is an etcd authority. Default: no members yet. */
  readonly etcd?: EtcdMembership;
  readonly publicKeys: PublicKeys;
  readonly certificatesDirectory: string;
  readonly clusterConfiguration: JsonObject;
  readonly tokens: readonly InitToken[];
  /** The skipped phases of kubeadm init. Default: none. */
  readonly skippedPhases?: readonly string[];
}

/** The stored record of a load balancer and its cluster. */
export interface ClusterRecord {
  readonly object: NamespacedName;
  readonly cluster: NamespacedName;
  readonly endpoint: { readonly host: string; readonly port: number };
  readonly controlPlane?: ControlPlaneRecord;
}

/** The stored record of a machine. */
export interface InstanceRecord {
  /** The MockMachine; its name identifies the machine within the network. */
  readonly object: NamespacedName;
  readonly hostname: string;
  readonly kubernetesVersion?: string;
  readonly failureDomain?: string;
  readonly internalIP: string;
  /** Milliseconds since the epoch. */
  readonly runsAt: number;
  readonly bootsAt: number;
  /** When a machine that waits for its control plane gives up. */
  readonly givesUpAt: number;
  /** Removed once the machine has booted, because it contains secrets. */
  readonly userData?: string;
  /** The Node that the machine registers; set once it is decided that the machine joins. */
  readonly node?: NodePlan;
  readonly boot: BootResult;
}

/** The record after a change of the cluster's etcd; undefined if kubeadm runs none, or nothing changes. */
export function withEtcd(
  record: ClusterRecord,
  change: (etcd: EtcdMembership | undefined) => EtcdMembership | undefined,
): ClusterRecord | undefined {
  const { controlPlane } = record;
  if (controlPlane?.etcdAuthority === undefined) return undefined;
  const etcd = change(controlPlane.etcd);
  return etcd === undefined ? undefined : { ...record, controlPlane: { ...controlPlane, etcd } };
}
