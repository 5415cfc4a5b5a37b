import type { PublicKeys } from "./certificates.ts";

/** A bootstrap token as stored in the workload cluster. Its second half is secret. */
export interface BootstrapToken {
  /** The public half, before the dot. */
  readonly id: string;
  /** The secret half, after the dot. */
  readonly secret: string;
  /** Milliseconds since the epoch; unset: never. */
  readonly expiresAt?: number;
  /** Whether a client may authenticate with the token. */
  readonly authentication: boolean;
  /** Whether the token signs the ConfigMap `cluster-info`. */
  readonly signing: boolean;
  /** Groups of a client that presents the token, in addition to system:bootstrappers. */
  readonly extraGroups: readonly string[];
}

/** An initialized control plane, as a joining machine finds it. */
export interface ObservedControlPlane {
  /** The CA certificate that issued the API server's, PEM. */
  readonly certificateAuthority: string;
  /** The key hashes that every control-plane machine must share. */
  readonly publicKeys: PublicKeys;
  /** The certificates directory of its machines. */
  readonly certificatesDirectory: string;
  /** Whether the ConfigMap `kubeadm-config`, which describes the cluster to a joining machine, exists. */
  readonly hasClusterConfiguration: boolean;
  /** The cluster's tokens. */
  readonly bootstrapTokens: readonly BootstrapToken[];
  /** The names of the cluster's Nodes. */
  readonly nodeNames: ReadonlySet<string>;
}

/** The facts other than its bootstrap data that decide whether a machine joins. */
export interface ObservedCluster {
  /** The address of the load balancer. */
  readonly endpoint: { readonly host: string; readonly port: number };
  /** Unset until a machine has initialized it. */
  readonly controlPlane?: ObservedControlPlane;
  /** Milliseconds since the epoch. */
  readonly now: number;
}
