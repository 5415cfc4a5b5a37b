import { Type } from "typebox";
import { ControlPlaneComponent, argsOf, componentProperties, extraEnvs } from "./component-settings.ts";
import { int32, listOf, section, text } from "./limits.ts";

const certSANs = (of: string) =>
  Type.Optional(listOf(text(253, "A DNS name or an IP address."), 100, `Extra Subject Alternative Names of ${of}.`));

export const APIServer = section(
  { ...componentProperties, certSANs: certSANs("the API server's certificate") },
  "Settings of the API server.",
);
export type APIServer = Type.Static<typeof APIServer>;

export const LocalEtcd = section(
  {
    imageRepository: Type.Optional(text(512, "Registry to pull the etcd image from.")),
    imageTag: Type.Optional(text(256, "Tag of the etcd image.")),
    dataDir: Type.Optional(text(512, "Directory of the etcd data. Defaults to /var/lib/etcd.")),
    extraArgs: Type.Optional(argsOf("extraArgs", "Flags to pass to etcd.")),
    extraEnvs: Type.Optional(extraEnvs),
    serverCertSANs: certSANs("the etcd server certificate"),
    peerCertSANs: certSANs("the etcd peer certificate"),
  },
  "etcd as kubeadm runs it on the control-plane machines.",
);
export type LocalEtcd = Type.Static<typeof LocalEtcd>;

export const ExternalEtcd = Type.Object({
  endpoints: listOf(text(512, "URL of an etcd member."), 50, "Members of the etcd cluster."),
  caFile: text(512, "Path of the CA certificate of etcd on the control-plane machine."),
  certFile: text(512, "Path of the client certificate for etcd."),
  keyFile: text(512, "Path of the client key for etcd."),
});
export type ExternalEtcd = Type.Static<typeof ExternalEtcd>;

/** The key algorithms that kubeadm and this provider support. */
export const EncryptionAlgorithm = Type.Union(
  [
    Type.Literal("ECDSA-P256"),
    Type.Literal("ECDSA-P384"),
    Type.Literal("RSA-2048"),
    Type.Literal("RSA-3072"),
    Type.Literal("RSA-4096"),
  ],
  { description: "Algorithm of keys and certificates. Defaults to RSA-2048; passed to kubeadm v1.31 or later." },
);
/** The algorithm of the cluster's certificate keys. */
export type EncryptionAlgorithm = Type.Static<typeof EncryptionAlgorithm>;

/** Cluster-wide settings of `kubeadm init`. */
export const ClusterConfiguration = section(
  {
    etcd: Type.Optional(
      section(
        { local: Type.Optional(LocalEtcd), external: Type.Optional(ExternalEtcd) },
        "etcd run by kubeadm (local, the default) or an external one.",
      ),
    ),
    controlPlaneEndpoint: Type.Optional(
      text(512, "Stable host:port of the control plane. Defaults to the Cluster's control plane endpoint."),
    ),
    apiServer: Type.Optional(APIServer),
    controllerManager: Type.Optional(ControlPlaneComponent),
    scheduler: Type.Optional(ControlPlaneComponent),
    dns: Type.Optional(
      section(
        {
          imageRepository: Type.Optional(text(512, "Registry to pull the DNS image from.")),
          imageTag: Type.Optional(text(256, "Tag of the DNS image.")),
        },
        "Settings of the DNS add-on.",
      ),
    ),
    certificatesDir: Type.Optional(text(512, "Directory of the certificates. Defaults to /etc/kubernetes/pki.")),
    imageRepository: Type.Optional(text(512, "Registry to pull images from.")),
    featureGates: Type.Optional(Type.Record(Type.String(), Type.Boolean(), { description: "kubeadm feature gates." })),
    certificateValidityPeriodDays: Type.Optional(
      int32("Validity in days of the certificates that kubeadm creates, with Kubernetes v1.31 or later.", {
        minimum: 1,
        maximum: 1095,
      }),
    ),
    caCertificateValidityPeriodDays: Type.Optional(
      int32("Validity in days of the certificate authorities generated for the Cluster. Defaults to 3650.", {
        minimum: 1,
        maximum: 36_500,
      }),
    ),
    encryptionAlgorithm: Type.Optional(EncryptionAlgorithm),
  },
  "Cluster-wide kubeadm settings; required for kubeadm init, together with initConfiguration.",
);
/** The settings of the cluster for kubeadm. */
export type ClusterConfiguration = Type.Static<typeof ClusterConfiguration>;
