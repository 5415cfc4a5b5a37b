import type { JsonObject } from "@capstan/kube";

/** A taint of a Node. */
export interface NodeTaint {
  readonly key: string;
  readonly value?: string;
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
  readonly token: string;
  readonly description?: string;
  readonly ttl?: string;
  readonly usages: readonly string[];
  readonly groups: readonly string[];
}

/** What `kubeadm init` was asked for. */
export interface InitIntent {
  readonly command: "init";
  readonly registration: NodeRegistration;
  readonly controlPlaneEndpoint?: string;
  readonly certificatesDirectory: string;
  readonly externalEtcd: boolean;
  readonly kubernetesVersion?: string;
  /** Where the machine's API server listens. */
  readonly apiServerPort: number;
  /** The ClusterConfiguration as it was given, without kubeadm's defaults. */
  readonly clusterConfiguration: JsonObject;
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
