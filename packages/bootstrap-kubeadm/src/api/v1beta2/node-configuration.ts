import { Type } from "typebox";
import { argsOf } from "./component-settings.ts";
import { Discovery } from "./discovery.ts";
import { int32, listOf, seconds, section, text } from "./limits.ts";

/** A taint that the Node registers with. */
export const Taint = Type.Object({
  key: Type.String({ description: "Key of the taint." }),
  value: Type.Optional(Type.String({ description: "Value of the taint." })),
  effect: Type.String({ description: "NoSchedule, PreferNoSchedule or NoExecute." }),
  timeAdded: Type.Optional(Type.String({ format: "date-time", description: "When the taint was added." })),
});
/** A taint that the Node registers with. */
export type Taint = Type.Static<typeof Taint>;

export const NodeRegistration = section(
  {
    name: Type.Optional(text(253, "Name of the Node. Defaults to the hostname.")),
    criSocket: Type.Optional(text(512, "Socket of the container runtime.")),
    taints: Type.Optional(
      Type.Array(Taint, {
        minItems: 0,
        maxItems: 100,
        description: "Taints of the Node. An empty list sets no taints; if unset, kubeadm sets its own.",
      }),
    ),
    kubeletExtraArgs: Type.Optional(argsOf("kubeletExtraArgs", "Flags to pass to the kubelet.")),
    ignorePreflightErrors: Type.Optional(listOf(text(512, "Name of a check."), 50, "Preflight errors to ignore.")),
    imagePullPolicy: Type.Optional(
      Type.Union([Type.Literal("Always"), Type.Literal("IfNotPresent"), Type.Literal("Never")], {
        description: "When kubeadm pulls images.",
      }),
    ),
    imagePullSerial: Type.Optional(
      Type.Boolean({ description: "Pulls images serially. Takes effect with Kubernetes v1.31 or later." }),
    ),
  },
  "How the machine registers itself as a Node.",
);
export type NodeRegistration = Type.Static<typeof NodeRegistration>;

export const APIEndpoint = section(
  {
    advertiseAddress: Type.Optional(text(39, "Address the API server of this machine advertises.")),
    bindPort: Type.Optional(int32("Its port.", { minimum: 1 })),
  },
  "The API server instance of this machine.",
);
export type APIEndpoint = Type.Static<typeof APIEndpoint>;

export const Timeouts = section(
  {
    controlPlaneComponentHealthCheckSeconds: Type.Optional(seconds("Waiting for a control-plane component.")),
    kubeletHealthCheckSeconds: Type.Optional(seconds("Waiting for the kubelet.")),
    kubernetesAPICallSeconds: Type.Optional(seconds("Waiting for a response of the Kubernetes API.")),
    etcdAPICallSeconds: Type.Optional(seconds("Waiting for a response of etcd.")),
    tlsBootstrapSeconds: Type.Optional(seconds("Waiting for the TLS bootstrap of the kubelet.")),
    discoverySeconds: Type.Optional(seconds("Waiting for the discovery of the cluster.")),
  },
  "Timeouts of kubeadm. Take effect with Kubernetes v1.31 or later.",
);
export type Timeouts = Type.Static<typeof Timeouts>;

const phasesAndPatches = {
  skipPhases: Type.Optional(listOf(text(256, "Name of a phase."), 50, "Phases to skip.")),
  patches: Type.Optional(
    section(
      { directory: Type.Optional(text(512, "Directory of the patches on the machine.")) },
      "Patches that kubeadm applies to the manifests that it writes.",
    ),
  ),
  timeouts: Type.Optional(Timeouts),
};

export const BootstrapToken = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 23,
    // Upstream's schema admits any string. Its webhook then refuses an invalid token with a message that is hard to read.
    pattern: "^[a-z0-9]{6}\\.[a-z0-9]{16}$",
    description: "A token that kubeadm init creates in the new cluster.",
  }),
  description: Type.Optional(text(512, "Description of the token.")),
  ttlSeconds: Type.Optional(seconds("Time to live of the token. Defaults to 24 hours.")),
  expires: Type.Optional(Type.String({ format: "date-time", description: "When the token expires." })),
  usages: Type.Optional(listOf(text(256, "A usage."), 100, "Allowed usages of the token.")),
  groups: Type.Optional(listOf(text(256, "A group."), 100, "Groups the token authenticates as.")),
});
export type BootstrapToken = Type.Static<typeof BootstrapToken>;

/** Settings of `kubeadm init` for this machine. */
export const InitConfiguration = section(
  {
    bootstrapTokens: Type.Optional(listOf(BootstrapToken, 100, "Bootstrap tokens that kubeadm init creates.")),
    nodeRegistration: Type.Optional(NodeRegistration),
    localAPIEndpoint: Type.Optional(APIEndpoint),
    ...phasesAndPatches,
  },
  "kubeadm settings of the machine that initializes the control plane.",
);
/** Settings of the first control-plane machine for kubeadm. */
export type InitConfiguration = Type.Static<typeof InitConfiguration>;

/** Settings of `kubeadm join` for this machine. */
export const JoinConfiguration = section(
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
  "kubeadm settings of a machine that joins the cluster.",
);
/** Settings of a joining machine for kubeadm. */
export type JoinConfiguration = Type.Static<typeof JoinConfiguration>;
