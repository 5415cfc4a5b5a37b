import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import type { BootProblemReason } from "@capstan/infrastructure-mock";

/** The tokens of the cluster that machines join, by what is true of each. */
export interface Tokens {
  readonly usable: string;
  readonly expired: string;
  /** May not authenticate. */
  readonly signingOnly: string;
  /** Does not sign `cluster-info`. */
  readonly authenticationOnly: string;
  /** Is not of the group of nodes. */
  readonly withoutGroup: string;
}

/** What a KubeadmConfig of the corpus can refer to. */
export interface Facts {
  readonly tokens: Tokens;
  /** host:port */
  readonly endpoint: string;
  readonly caCertHashes: readonly string[];
  /** PEM */
  readonly certificateAuthority: string;
  /** The name of the Node that the cluster has. */
  readonly takenName: string;
}

/** A KubeadmConfig, and what becomes of its machine. */
export interface CorpusCase {
  /** A sentence without its verdict: `a file whose owner does not exist`. */
  readonly name: string;
  /** Default: worker. */
  readonly role?: "init" | "worker";
  readonly spec: KubeadmConfigSpec | ((facts: Facts) => KubeadmConfigSpec);
  /** Default: the name of the case's machine. */
  readonly hostname?: string;
  /** `joins`, or the cause why it does not. */
  readonly expected: BootProblemReason | "joins";
  /** The Node's name. Default: the hostname. */
  readonly node?: string;
  /** Files of control-plane machines that the cluster's Secrets lack, below /etc/kubernetes/pki. */
  readonly missingCertificates?: readonly string[];
  /** The Cluster's network. Default: none. */
  readonly network?: { readonly podSubnets?: readonly string[]; readonly serviceSubnets?: readonly string[] };
}
