import type { JsonObject } from "@capstan/kube";
import type { PublicKeys } from "../boot/certificates.ts";
import type { InitToken } from "../boot/kubeadm/intent.ts";
import type { NodePlan } from "../boot/node-plan.ts";
import type { BootResult, NamespacedName } from "./cloud-objects.ts";
import type { EtcdMembership } from "./etcd/etcd-membership.ts";

/** What the machine that initialized the control plane has made: enough to serve the cluster again. Holds secrets. */
export interface ControlPlaneRecord {
  /** Name of the machine. */
  readonly initializedBy: string;
  /** Milliseconds since the epoch. */
  readonly initializedAt: number;
  readonly certificateAuthority: { readonly certificate: string; readonly privateKey: string };
  /** Absent with an external etcd. */
  readonly etcdAuthority?: { readonly certificate: string; readonly privateKey: string };
  /** With an authority: its members. Default: no members yet. */
  readonly etcd?: EtcdMembership;
  readonly publicKeys: PublicKeys;
  readonly certificatesDirectory: string;
  readonly clusterConfiguration: JsonObject;
  readonly tokens: readonly InitToken[];
  /** Of kubeadm init. Default: none. */
  readonly skippedPhases?: readonly string[];
}

/** A load balancer and what is behind it, as it is kept. */
export interface ClusterRecord {
  readonly object: NamespacedName;
  readonly cluster: NamespacedName;
  readonly endpoint: { readonly host: string; readonly port: number };
  readonly controlPlane?: ControlPlaneRecord;
}

/** A machine, as it is kept. */
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
  /** Removed as soon as the machine has booted: it holds secrets. */
  readonly userData?: string;
  /** What the machine registers; set once it is decided that it joins. */
  readonly node?: NodePlan;
  readonly boot: BootResult;
}
