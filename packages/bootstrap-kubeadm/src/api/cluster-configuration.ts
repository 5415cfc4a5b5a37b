import { Type } from "typebox";
import { Arg, ControlPlaneComponent, EnvVar, componentProperties } from "./component-settings.ts";
import { listOf, text } from "./limits.ts";

const certSANs = (of: string) =>
  Type.Optional(listOf(text(253, "A DNS name or an IP address."), 100, `Extra Subject Alternative Names of ${of}.`));

export const APIServer = Type.Object({
  ...componentProperties,
  certSANs: certSANs("the API server's certificate"),
});
export type APIServer = Type.Static<typeof APIServer>;

export const LocalEtcd = Type.Object({
  imageRepository: Type.Optional(text(512, "Registry to pull the etcd image from.")),
  imageTag: Type.Optional(text(256, "Tag of the etcd image.")),
  dataDir: Type.Optional(text(512, "Directory of the etcd data. Defaults to /var/lib/etcd.")),
  extraArgs: Type.Optional(listOf(Arg, 100, "Flags to pass to etcd.")),
  extraEnvs: Type.Optional(listOf(EnvVar, 100, "Environment variables of etcd, with Kubernetes v1.31 or above.")),
  serverCertSANs: certSANs("the etcd server certificate"),
  peerCertSANs: certSANs("the etcd peer certificate"),
});
export type LocalEtcd = Type.Static<typeof LocalEtcd>;

export const ExternalEtcd = Type.Object({
  endpoints: listOf(text(512, "URL of an etcd member."), 50, "Members of the etcd cluster."),
  caFile: text(512, "Path of the CA certificate of etcd on the control-plane machine."),
  certFile: text(512, "Path of the client certificate for etcd."),
  keyFile: text(512, "Path of the client key for etcd."),
});
export type ExternalEtcd = Type.Static<typeof ExternalEtcd>;

/** Algorithms kubeadm and this provider make keys with. */
export const EncryptionAlgorithm = Type.Union(
  [
    Type.Literal("ECDSA-P256"),
    Type.Literal("ECDSA-P384"),
    Type.Literal("RSA-2048"),
    Type.Literal("RSA-3072"),
    Type.Literal("RSA-4096"),
  ],
  { description: "Algorithm of keys and certificates. Defaults to RSA-2048; given to kubeadm from v1.31." },
);
export type EncryptionAlgorithm = Type.Static<typeof EncryptionAlgorithm>;

/** Cluster-wide settings of `kubeadm init`. */
export const ClusterConfiguration = Type.Object(
  {
    etcd: Type.Optional(
      Type.Object(
        { local: Type.Optional(LocalEtcd), external: Type.Optional(ExternalEtcd) },
        { description: "etcd run by kubeadm (local, the default) or an external one." },
      ),
    ),
    controlPlaneEndpoint: Type.Optional(
      text(512, "Stable host:port of the control plane. Defaults to the Cluster's control plane endpoint."),
    ),
    apiServer: Type.Optional(APIServer),
    controllerManager: Type.Optional(ControlPlaneComponent),
    scheduler: Type.Optional(ControlPlaneComponent),
    dns: Type.Optional(
      Type.Object({
        imageRepository: Type.Optional(text(512, "Registry to pull the DNS image from.")),
        imageTag: Type.Optional(text(256, "Tag of the DNS image.")),
      }),
    ),
    certificatesDir: Type.Optional(text(512, "Directory of the certificates. Defaults to /etc/kubernetes/pki.")),
    imageRepository: Type.Optional(text(512, "Registry to pull images from.")),
    featureGates: Type.Optional(Type.Record(Type.String(), Type.Boolean(), { description: "kubeadm feature gates." })),
    certificateValidityPeriodDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1095,
        description: "Validity of the certificates kubeadm makes, with Kubernetes v1.31 or above.",
      }),
    ),
    caCertificateValidityPeriodDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 36_500,
        description: "Validity of the certificate authorities made for the Cluster. Defaults to 3650 days.",
      }),
    ),
    encryptionAlgorithm: Type.Optional(EncryptionAlgorithm),
  },
  { description: "Cluster-wide kubeadm settings; with initConfiguration, what kubeadm init needs." },
);
export type ClusterConfiguration = Type.Static<typeof ClusterConfiguration>;
