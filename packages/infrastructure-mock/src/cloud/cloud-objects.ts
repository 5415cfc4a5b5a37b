import type { DurationRange } from "./duration.ts";

/** Name of a Cluster or of a provider object. */
export interface NamespacedName {
  /** The namespace. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
}

/** What a load balancer is asked for. */
export interface LoadBalancerRequest {
  /** The MockCluster. The load balancer is found again by its name, which a move or a restore keeps. */
  readonly object: NamespacedName;
  /** The Cluster that the machines belong to. */
  readonly cluster: NamespacedName;
  /** The loopback address to listen at. Default: 127.0.0.1 and a free port. */
  readonly endpoint?: { readonly host: string; readonly port: number };
}

/** What a machine is asked for. */
export interface InstanceRequest {
  /** The MockMachine. The instance is found again by its name, which a move or a restore keeps. */
  readonly object: NamespacedName;
  /** The Cluster that the machine belongs to. */
  readonly cluster: NamespacedName;
  /** The name that the machine has for itself: that of its Machine. */
  readonly hostname: string;
  /** The Kubernetes version that is installed on the machine, e.g. v1.36.0. */
  readonly kubernetesVersion?: string;
  /** Bootstrap data; without it the machine boots and never joins. */
  readonly userData?: string;
  /** Where the machine should be. Default: anywhere. */
  readonly failureDomain?: string;
  /** How long the cloud takes to make it. Default: that of the cloud. */
  readonly creationDuration?: DurationRange;
  /** How long it takes to boot. Default: that of the cloud. */
  readonly bootDuration?: DurationRange;
}

/** How far the boot of a machine has come. Free of secrets. */
export type BootResult =
  | { readonly state: "booting" }
  | { readonly state: "waiting" | "failed"; readonly reason: string; readonly message: string }
  | { readonly state: "joined"; readonly role: "control-plane" | "worker"; readonly nodeName: string };

/** A machine as the cloud reports it. */
export interface Instance {
  /** The MockMachine. */
  readonly object: NamespacedName;
  /** Whether the cloud has made it yet. */
  readonly state: "creating" | "running";
  /** `mock://<namespace>/<cluster>/<name of the MockMachine>` */
  readonly providerID: string;
  /** The name that the machine has for itself. */
  readonly hostname: string;
  /** Unique within the cloud, and not reachable. */
  readonly internalIP: string;
  /** How far its boot has come. */
  readonly boot: BootResult;
}

/** Something changed in the cloud, and which object should be looked at again. */
export interface CloudChange {
  /** The kind of the object whose load balancer or machine changed. */
  readonly kind: "MockCluster" | "MockMachine";
  /** The object whose load balancer or machine changed. */
  readonly object: NamespacedName;
}
