import type { JsonObject } from "@capstan/kube";

/** A taint of a Node. */
export interface NodeTaint {
  /** The key of the taint. */
  readonly key: string;
  /** The value of the taint. Default: none. */
  readonly value?: string;
  /** What the taint does: `NoSchedule`, `NoExecute`. */
  readonly effect: string;
}

/** How the machine is to register as a Node. */
export interface NodeRegistration {
  /** Default: the machine's hostname. */
  readonly name?: string;
  /** Absent: kubeadm's own for the role; empty: none. */
  readonly taints?: readonly NodeTaint[];
  /** Flags of the kubelet. */
  readonly kubeletArguments: ReadonlyMap<string, string>;
}

/** A token that `kubeadm init` creates. Its secret half is a secret. */
export interface InitToken {
  /** The token, `abcdef.0123456789abcdef`. A secret. */
  readonly token: string;
  /** What it is for. Default: none. */
  readonly description?: string;
  /** How long it lives, as in Go: `24h0m0s`. */
  readonly ttl?: string;
  /** What it may be used for: `signing`, `authentication`. */
  readonly usages: readonly string[];
  /** The groups of a client that presents it. */
  readonly groups: readonly string[];
}

/** What `kubeadm init` was asked for. */
export interface InitIntent {
  /** `kubeadm init`. */
  readonly command: "init";
  /** How the machine registers its Node. */
  readonly registration: NodeRegistration;
  /** `host:port` of the control plane. Default: the machine's own. */
  readonly controlPlaneEndpoint?: string;
  /** Where the machine keeps its certificates. */
  readonly certificatesDirectory: string;
  /** Whether etcd runs elsewhere. */
  readonly externalEtcd: boolean;
  /** The version that is asked for. Default: that of kubeadm. */
  readonly kubernetesVersion?: string;
  /** Where the machine's API server listens. */
  readonly apiServerPort: number;
  /** The ClusterConfiguration as it was given, without kubeadm's defaults. */
  readonly clusterConfiguration: JsonObject;
  /** Bootstrap tokens that the new cluster has from the start. */
  readonly tokens: readonly InitToken[];
  /** Phases that are left out, such as `addon/kube-proxy`; of the others all are run. */
  readonly skippedPhases: readonly string[];
}

/** How a machine that joins finds the cluster and trusts it. */
export type Discovery =
  | {
      readonly type: "token";
      readonly token: string;
      readonly apiServerEndpoint: string;
      readonly caCertHashes: readonly string[];
      readonly skipsVerification: boolean;
      readonly tlsBootstrapToken: string;
    }
  | { readonly type: "file"; readonly path: string; readonly tlsBootstrapToken?: string };

/** What `kubeadm join` was asked for. */
export interface JoinIntent {
  readonly command: "join";
  readonly registration: NodeRegistration;
  readonly controlPlane: boolean;
  /** Where the API server of a control-plane machine listens. */
  readonly apiServerPort: number;
  readonly discovery: Discovery;
}

export type KubeadmIntent = InitIntent | JoinIntent;

export const defaultCertificatesDirectory = "/etc/kubernetes/pki";
export const defaultAPIServerPort = 6443;
