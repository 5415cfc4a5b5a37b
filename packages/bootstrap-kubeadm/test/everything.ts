import { type KubeadmConfigSpec } from "../src/index.ts";

/** Every field of the clusterConfiguration, initConfiguration and joinConfiguration that the schema admits. */
export const everything: KubeadmConfigSpec = {
  clusterConfiguration: {
    etcd: {
      local: {
        imageRepository: "registry.example/etcd",
        imageTag: "3.6.1",
        dataDir: "/var/lib/etcd2",
        extraArgs: [{ name: "quota-backend-bytes", value: "8589934592" }],
        extraEnvs: [
          { name: "ETCD_X", value: "1" },
          { name: "ETCD_Y", valueFrom: { fileKeyRef: { volumeName: "v", path: "p", key: "k", optional: false } } },
          { name: "ETCD_Z", valueFrom: { configMapKeyRef: { name: "c", key: "k", optional: true } } },
        ],
        serverCertSANs: ["etcd.example"],
        peerCertSANs: ["peer.example"],
      },
    },
    controlPlaneEndpoint: "cp.example:6443",
    apiServer: {
      extraArgs: [{ name: "audit-log-maxage", value: "7" }],
      extraVolumes: [{ name: "v", hostPath: "/h", mountPath: "/m", readOnly: true, pathType: "DirectoryOrCreate" }],
      extraEnvs: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } }],
      certSANs: ["api.example"],
    },
    controllerManager: {
      extraArgs: [{ name: "bind-address", value: "0.0.0.0" }],
      extraEnvs: [
        { name: "R", valueFrom: { resourceFieldRef: { resource: "limits.cpu", divisor: "1" } } },
        { name: "S", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
      ],
    },
    scheduler: { extraVolumes: [{ name: "v", hostPath: "/h", mountPath: "/m", readOnly: false }] },
    dns: { imageRepository: "registry.example/coredns", imageTag: "v1.12.0" },
    certificatesDir: "/etc/kubernetes/pki",
    imageRepository: "registry.example",
    featureGates: { RootlessControlPlane: true },
    certificateValidityPeriodDays: 90,
    caCertificateValidityPeriodDays: 3650,
    encryptionAlgorithm: "ECDSA-P256",
  },
  initConfiguration: {
    bootstrapTokens: [
      {
        token: "abcdef.0123456789abcdef",
        description: "d",
        ttlSeconds: 3600,
        usages: ["signing", "authentication"],
        groups: ["system:bootstrappers:kubeadm:default-node-token"],
      },
    ],
    nodeRegistration: {
      name: "node-1",
      criSocket: "unix:///run/containerd/containerd.sock",
      taints: [],
      kubeletExtraArgs: [{ name: "node-labels", value: "a=b" }],
      ignorePreflightErrors: ["NumCPU"],
      imagePullPolicy: "IfNotPresent",
      imagePullSerial: false,
    },
    localAPIEndpoint: { advertiseAddress: "10.0.0.2", bindPort: 6443 },
    skipPhases: ["addon/kube-proxy"],
    patches: { directory: "/etc/patches" },
    timeouts: {
      controlPlaneComponentHealthCheckSeconds: 300,
      kubeletHealthCheckSeconds: 240,
      kubernetesAPICallSeconds: 60,
      etcdAPICallSeconds: 120,
      tlsBootstrapSeconds: 300,
      discoverySeconds: 3661,
    },
  },
  joinConfiguration: {
    nodeRegistration: { taints: [{ key: "dedicated", value: "x", effect: "NoExecute" }], imagePullSerial: true },
    caCertPath: "/etc/kubernetes/pki/other.crt",
    discovery: { bootstrapToken: { unsafeSkipCAVerification: true }, tlsBootstrapToken: "abcdef.0123456789abcdef" },
    controlPlane: { localAPIEndpoint: { advertiseAddress: "10.0.0.3", bindPort: 6443 } },
    skipPhases: ["preflight"],
    patches: { directory: "/etc/patches" },
    timeouts: { tlsBootstrapSeconds: 600 },
  },
};
