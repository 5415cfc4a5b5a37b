import type { CorpusCase } from "./corpus-case.ts";

export const controlPlane: readonly CorpusCase[] = [
  { name: "a control plane", role: "init", spec: {}, expected: "joins" },
  {
    name: "a control plane with arguments, volumes and names of its components",
    role: "init",
    spec: {
      clusterConfiguration: {
        apiServer: {
          extraArgs: [{ name: "v", value: "2" }],
          certSANs: ["api.example.test"],
          extraVolumes: [
            { name: "corpus", hostPath: "/etc/corpus", mountPath: "/etc/corpus", pathType: "DirectoryOrCreate" },
          ],
        },
        scheduler: { extraArgs: [{ name: "v", value: "2" }] },
      },
    },
    expected: "joins",
  },
  {
    name: "an argument of the API server that does not exist",
    role: "init",
    spec: { clusterConfiguration: { apiServer: { extraArgs: [{ name: "no-such-argument", value: "1" }] } } },
    expected: "ControlPlaneArgumentsInvalid",
  },
  {
    name: "a feature gate of kubeadm that does not exist",
    role: "init",
    spec: { clusterConfiguration: { featureGates: { NoSuchGate: true } } },
    expected: "KubeadmConfigInvalid",
  },
  {
    name: "a cluster CA without its key, and without what it would sign",
    role: "init",
    missingCertificates: ["ca.key"],
    spec: {},
    expected: "CertificatesMissing",
  },
  {
    name: "an external etcd whose certificates are missing",
    role: "init",
    spec: {
      clusterConfiguration: {
        etcd: {
          external: {
            endpoints: ["https://192.0.2.1:2379"],
            caFile: "/etc/corpus/ca.crt",
            certFile: "/etc/corpus/etcd.crt",
            keyFile: "/etc/corpus/etcd.key",
          },
        },
      },
    },
    expected: "CertificatesMissing",
  },
  {
    name: "a range of Services that is not one",
    role: "init",
    network: { serviceSubnets: ["10.96.0.0"] },
    spec: {},
    expected: "KubeadmConfigInvalid",
  },
  {
    name: "a bootstrap token with a usage that does not exist",
    role: "init",
    spec: { initConfiguration: { bootstrapTokens: [{ token: "cccccc.0123456789abcdef", usages: ["knocking"] }] } },
    expected: "KubeadmConfigInvalid",
  },
];
