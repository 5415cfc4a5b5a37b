import { Type } from "typebox";
import { Arg } from "./component-settings.ts";
import { listOf, seconds, text } from "./limits.ts";

export const Taint = Type.Object({
  key: Type.String({ description: "Key of the taint." }),
  value: Type.Optional(Type.String({ description: "Value of the taint." })),
  effect: Type.String({ description: "NoSchedule, PreferNoSchedule or NoExecute." }),
  timeAdded: Type.Optional(Type.String({ format: "date-time", description: "When the taint was added." })),
});
export type Taint = Type.Static<typeof Taint>;

export const NodeRegistration = Type.Object(
  {
    name: Type.Optional(text(253, "Name of the Node. Defaults to the hostname.")),
    criSocket: Type.Optional(text(512, "Socket of the container runtime.")),
    taints: Type.Optional(
      Type.Array(Taint, {
        maxItems: 100,
        description: "Taints of the Node. An empty list means none; absent means those of kubeadm.",
      }),
    ),
    kubeletExtraArgs: Type.Optional(listOf(Arg, 100, "Flags to pass to the kubelet.")),
    ignorePreflightErrors: Type.Optional(listOf(text(512, "Name of a check."), 50, "Preflight errors to ignore.")),
    imagePullPolicy: Type.Optional(
      Type.Union([Type.Literal("Always"), Type.Literal("IfNotPresent"), Type.Literal("Never")], {
        description: "When kubeadm pulls images.",
      }),
    ),
    imagePullSerial: Type.Optional(
      Type.Boolean({ description: "Pulls images one after the other. Takes effect with Kubernetes v1.31 or above." }),
    ),
  },
  { description: "How the machine registers itself as a Node." },
);
export type NodeRegistration = Type.Static<typeof NodeRegistration>;

export const APIEndpoint = Type.Object(
  {
    advertiseAddress: Type.Optional(text(39, "Address the API server of this machine advertises.")),
    bindPort: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: "Its port." })),
  },
  { description: "The API server instance of this machine." },
);
export type APIEndpoint = Type.Static<typeof APIEndpoint>;

export const Timeouts = Type.Object(
  {
    controlPlaneComponentHealthCheckSeconds: Type.Optional(seconds("Waiting for a control-plane component.")),
    kubeletHealthCheckSeconds: Type.Optional(seconds("Waiting for the kubelet.")),
    kubernetesAPICallSeconds: Type.Optional(seconds("Waiting for an answer of the Kubernetes API.")),
    etcdAPICallSeconds: Type.Optional(seconds("Waiting for an answer of etcd.")),
    tlsBootstrapSeconds: Type.Optional(seconds("Waiting for the TLS bootstrap of the kubelet.")),
    discoverySeconds: Type.Optional(seconds("Waiting for the discovery of the cluster.")),
  },
  { description: "Timeouts of kubeadm. Take effect with Kubernetes v1.31 or above." },
);
export type Timeouts = Type.Static<typeof Timeouts>;

const phasesAndPatches = {
  skipPhases: Type.Optional(listOf(text(256, "Name of a phase."), 50, "Phases to skip.")),
  patches: Type.Optional(
    Type.Object({ directory: Type.Optional(text(512, "Directory of the patches on the machine.")) }),
  ),
  timeouts: Type.Optional(Timeouts),
};

export const BootstrapToken = Type.Object({
  token: Type.String({
    pattern: "^[a-z0-9]{6}\\.[a-z0-9]{16}$",
    description: "A token that kubeadm init creates in the new cluster.",
  }),
  description: Type.Optional(text(512, "What the token is for.")),
  ttlSeconds: Type.Optional(seconds("Time to live of the token. Defaults to 24 hours.")),
  expires: Type.Optional(Type.String({ format: "date-time", description: "When the token expires." })),
  usages: Type.Optional(listOf(text(256, "A usage."), 100, "What the token may be used for.")),
  groups: Type.Optional(listOf(text(256, "A group."), 100, "Groups the token authenticates as.")),
});
export type BootstrapToken = Type.Static<typeof BootstrapToken>;

/** Settings of `kubeadm init` for this machine. */
export const InitConfiguration = Type.Object(
  {
    bootstrapTokens: Type.Optional(listOf(BootstrapToken, 100, "Bootstrap tokens that kubeadm init creates.")),
    nodeRegistration: Type.Optional(NodeRegistration),
    localAPIEndpoint: Type.Optional(APIEndpoint),
    ...phasesAndPatches,
  },
  { description: "kubeadm settings of the machine that initialises the control plane." },
);
export type InitConfiguration = Type.Static<typeof InitConfiguration>;

export const BootstrapTokenDiscovery = Type.Object({
  token: Type.Optional(text(512, "A token of the workload cluster. Defaults to one made for this machine.")),
  apiServerEndpoint: Type.Optional(text(512, "host:port of the API server. Defaults to the Cluster's endpoint.")),
  caCertHashes: Type.Optional(
    listOf(text(512, "sha256:<hex>"), 100, "Hashes of the cluster CA's public key. Default to those of its Secret."),
  ),
  unsafeSkipCAVerification: Type.Optional(Type.Boolean({ description: "Trusts any cluster CA." })),
});
export type BootstrapTokenDiscovery = Type.Static<typeof BootstrapTokenDiscovery>;

export const Discovery = Type.Object(
  {
    bootstrapToken: Type.Optional(BootstrapTokenDiscovery),
    file: Type.Optional(
      Type.Object({ kubeConfigPath: text(512, "Path or URL of a kubeconfig; bring the file with spec.files.") }),
    ),
    tlsBootstrapToken: Type.Optional(text(512, "Token of the TLS bootstrap. Defaults to bootstrapToken.token.")),
  },
  { description: "How the machine finds and trusts the cluster. Defaults to a bootstrap token made for it." },
);
export type Discovery = Type.Static<typeof Discovery>;

/** Settings of `kubeadm join` for this machine. */
export const JoinConfiguration = Type.Object(
  {
    nodeRegistration: Type.Optional(NodeRegistration),
    caCertPath: Type.Optional(text(512, "Path of the cluster CA. Defaults to /etc/kubernetes/pki/ca.crt.")),
    discovery: Type.Optional(Discovery),
    controlPlane: Type.Optional(
      Type.Object(
        { localAPIEndpoint: Type.Optional(APIEndpoint) },
        { description: "The control-plane instance to deploy. Only for Machines of the control plane." },
      ),
    ),
    ...phasesAndPatches,
  },
  { description: "kubeadm settings of a machine that joins the cluster." },
);
export type JoinConfiguration = Type.Static<typeof JoinConfiguration>;
