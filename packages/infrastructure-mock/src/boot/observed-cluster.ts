import type { PublicKeys } from "./certificates.ts";

/** A bootstrap token as the workload cluster stores it. The secret half is a secret. */
export interface BootstrapToken {
  /** The half before the dot, which is public. */
  readonly id: string;
  /** The half after the dot. */
  readonly secret: string;
  /** Milliseconds since the epoch; absent: never. */
  readonly expiresAt?: number;
  /** Whether a client may authenticate with it. */
  readonly authentication: boolean;
  /** Whether the ConfigMap `cluster-info` is signed with it. */
  readonly signing: boolean;
  /** Groups of a client that presents the token, in addition to system:bootstrappers. */
  readonly extraGroups: readonly string[];
}

/** An initialized control plane, as a machine that joins would find it. */
export interface ObservedControlPlane {
  /** The certificate that the API server's own is issued by, PEM. */
  readonly certificateAuthority: string;
  /** What another control-plane machine must have the same of. */
  readonly publicKeys: PublicKeys;
  /** Where its machines keep their certificates. */
  readonly certificatesDirectory: string;
  /** Whether the ConfigMap `kubeadm-config` is there, which describes the cluster to a machine that joins. */
  readonly hasClusterConfiguration: boolean;
  /** The tokens that the cluster has. */
  readonly bootstrapTokens: readonly BootstrapToken[];
  /** The names of the Nodes that it has. */
  readonly nodeNames: ReadonlySet<string>;
}

/** What decides, in addition to its bootstrap data, whether a machine joins. */
export interface ObservedCluster {
  /** Where the load balancer listens. */
  readonly endpoint: { readonly host: string; readonly port: number };
  /** Absent until a machine has initialized it. */
  readonly controlPlane?: ObservedControlPlane;
  /** Milliseconds since the epoch. */
  readonly now: number;
}
