import type { DurationRange } from "./duration.ts";

/** Name of a Cluster or of a provider object. */
export interface NamespacedName {
  /** The namespace. */
  readonly namespace: string;
  /** The name. */
  readonly name: string;
}

/** A request for a load balancer. */
export interface LoadBalancerRequest {
  /** The MockCluster. The load balancer is found again by its name, which a move or a restore keeps. */
  readonly object: NamespacedName;
  /** The Cluster of the machines. */
  readonly cluster: NamespacedName;
  /** The loopback address to listen on. Default: 127.0.0.1 and a free port. */
  readonly endpoint?: { readonly host: string; readonly port: number };
}

/** A request for a machine. */
export interface InstanceRequest {
  /** The MockMachine. The instance is found again by its name, which a move or a restore keeps. */
  readonly object: NamespacedName;
  /** The Cluster of the machine. */
  readonly cluster: NamespacedName;
  /** The machine's own hostname: the name of its Machine. */
  readonly hostname: string;
  /** The Kubernetes version installed on the machine, e.g. v1.36.0. */
  readonly kubernetesVersion?: string;
  /** Bootstrap data. Without it, the machine boots and never joins. */
  readonly userData?: string;
  /** The failure domain. Default: any. */
  readonly failureDomain?: string;
  /** How long the cloud takes to create the machine. Default: that of the cloud. */
  readonly creationDuration?: DurationRange;
  /** How long it takes to boot. Default: that of the cloud. */
  readonly bootDuration?: DurationRange;
}

/** The progress of a machine's boot. Contains no secrets. */
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
  /** The machine's own hostname. */
  readonly hostname: string;
  /** Unique within the cloud, and not reachable. */
  readonly internalIP: string;
  /** The progress of its boot. */
  readonly boot: BootResult;
}

/** A change in the cloud, with the object to reconcile. */
export interface CloudChange {
  /** The kind of the object whose load balancer or machine changed. */
  readonly kind: "MockCluster" | "MockMachine";
  /** The object whose load balancer or machine changed. */
  readonly object: NamespacedName;
}
