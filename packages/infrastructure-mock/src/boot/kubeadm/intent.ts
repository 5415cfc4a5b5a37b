import type { JsonObject } from "@capstan/kube";

/** A taint of a Node. */
export interface NodeTaint {
  /** The key of the taint. */
  readonly key: string;
  /** The value of the taint. Default: none. */
  readonly value?: string;
  /** The effect of the taint: `NoSchedule`, `NoExecute`. */
  readonly effect: string;
}

/** How the machine registers as a Node. */
export interface NodeRegistration {
  /** Default: the machine's hostname. */
  readonly name?: string;
  /** Unset: kubeadm's defaults for the role; empty: none. */
  readonly taints?: readonly NodeTaint[];
  /** Socket of the container runtime. Default: found by kubeadm. */
  readonly criSocket?: string;
  /** Preflight checks whose failure is ignored: `all`, `CRI`. */
  readonly ignoredPreflightErrors: readonly string[];
  /** Flags of the kubelet. */
  readonly kubeletArguments: ReadonlyMap<string, string>;
}

/** A token that `kubeadm init` creates. Its second half is secret. */
export interface InitToken {
  /** The token, `abcdef.0123456789abcdef`. A secret. */
  readonly token: string;
  /** The purpose of the token. Default: none. */
  readonly description?: string;
  /** Its TTL, as a Go duration: `24h0m0s`. */
  readonly ttl?: string;
  /** Its permitted uses: `signing`, `authentication`. */
  readonly usages: readonly string[];
  /** The groups of a client that presents it. */
  readonly groups: readonly string[];
}

/** The intent of `kubeadm init`. */
export interface InitIntent {
  /** `kubeadm init`. */
  readonly command: "init";
  /** How the machine registers its Node. */
  readonly registration: NodeRegistration;
  /** `host:port` of the control plane. Default: the machine's own. */
  readonly controlPlaneEndpoint?: string;
  /** The directory of the machine's certificates. */
  readonly certificatesDirectory: string;
  /** Whether etcd is external. */
  readonly externalEtcd: boolean;
  /** The requested version. Default: kubeadm's own version. */
  readonly kubernetesVersion?: string;
  /** The port of the machine's API server. */
  readonly apiServerPort: number;
  /** The ClusterConfiguration without kubeadm's defaults. */
  readonly clusterConfiguration: JsonObject;
  /** Bootstrap tokens that the new cluster has from the start. */
  readonly tokens: readonly InitToken[];
  /** Phases to skip, such as `addon/kube-proxy`. All others run. */
  readonly skippedPhases: readonly string[];
  /** The directory of patches. Default: none. */
  readonly patchesDirectory?: string;
}

/** How a joining machine finds the cluster and trusts it. */
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

/** The intent of `kubeadm join`. */
export interface JoinIntent {
  readonly command: "join";
  readonly registration: NodeRegistration;
  readonly controlPlane: boolean;
  /** The API server port of a control-plane machine. */
  readonly apiServerPort: number;
  readonly discovery: Discovery;
  /** Where kubeadm writes the cluster CA. */
  readonly caCertPath: string;
  /** Phases to skip. All others run. */
  readonly skippedPhases: readonly string[];
  /** The directory of patches. Default: none. */
  readonly patchesDirectory?: string;
}

export type KubeadmIntent = InitIntent | JoinIntent;

export const defaultCertificatesDirectory = "/etc/kubernetes/pki";
export const defaultAPIServerPort = 6443;
