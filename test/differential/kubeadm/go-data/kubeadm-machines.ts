import { certificates, controlPlane, init, type MachineQuestion, worker } from "./machine-question.ts";

function kubeConfig(name: string, given: object, user: object): MachineQuestion {
  const file = { kubeConfigPath: "/run/discovery.yaml", kubeConfig: { ...given, user } };
  return worker(`discovery ${name}`, { joinConfiguration: { discovery: { file, tlsBootstrapToken: "t" } } });
}

const extraArgs = [
  { name: "v", value: "2" },
  { name: "a", value: "" },
];
const extraEnvs = [{ name: "A", value: "b" }];
const volume = { name: "v", hostPath: "/h", mountPath: "/m" };
const timeouts = {
  controlPlaneComponentHealthCheckSeconds: 300,
  kubeletHealthCheckSeconds: 240,
  kubernetesAPICallSeconds: 60,
  etcdAPICallSeconds: 120,
  tlsBootstrapSeconds: 301,
  discoverySeconds: 3661,
};

/** The content of kubeadm's documents, in both versions of its API. */
const ofBothVersions = ["v1.36.0", "v1.30.2"].flatMap((kubernetesVersion): MachineQuestion[] => {
  const ofVersion = (one: MachineQuestion): MachineQuestion => ({
    ...one,
    name: `${one.name}, ${kubernetesVersion}`,
    kubernetesVersion,
  });
  const component = {
    extraArgs,
    extraEnvs,
    extraVolumes: [
      volume,
      { ...volume, readOnly: true, pathType: "File" },
      { ...volume, readOnly: false, pathType: "" },
    ],
  };
  return [
    init("nothing", {}),
    init("certificates", {}, { certificates }),
    init(
      "networks",
      {},
      {
        cluster: {
          clusterName: "c2",
          controlPlaneEndpoint: "[fd00::1]:6443",
          serviceDomain: "d.example",
          serviceSubnet: "10.96.0.0/16,fd00::/108",
          podSubnet: "10.1.0.0/16",
        },
      },
    ),
    init("endpoint", {
      clusterConfiguration: {
        controlPlaneEndpoint: "cp.example:6443",
        certificatesDir: "/pki",
        imageRepository: "r.example",
      },
    }),
    init("components", {
      clusterConfiguration: {
        apiServer: { ...component, certSANs: ["a.example"] },
        controllerManager: component,
        scheduler: component,
      },
    }),
    init("component without flags", {
      clusterConfiguration: {
        scheduler: { extraVolumes: [volume] },
        dns: { imageRepository: "r.example/dns", imageTag: "v1" },
      },
    }),
    init("local etcd", {
      clusterConfiguration: {
        etcd: {
          local: {
            dataDir: "/d",
            imageTag: "3",
            imageRepository: "r.example",
            extraArgs,
            extraEnvs,
            serverCertSANs: ["s"],
            peerCertSANs: ["p"],
          },
        },
      },
    }),
    init("local etcd without a folder", { clusterConfiguration: { etcd: { local: { imageTag: "3" } } } }),
    init("external etcd", {
      clusterConfiguration: {
        etcd: { external: { endpoints: ["https://e:2379"], caFile: "/a", certFile: "/b", keyFile: "/c" } },
      },
    }),
    init("feature gates", {
      clusterConfiguration: {
        featureGates: { B: true, A: false },
        encryptionAlgorithm: "RSA-3072",
        certificateValidityPeriodDays: 90,
        caCertificateValidityPeriodDays: 400,
      },
    }),
    init("no feature gates", { clusterConfiguration: { featureGates: {}, imageRepository: "r.example" } }),
    init("node", {
      initConfiguration: {
        nodeRegistration: {
          name: "n",
          criSocket: "unix:///c",
          taints: [],
          kubeletExtraArgs: extraArgs,
          ignorePreflightErrors: ["NumCPU"],
          imagePullPolicy: "Always",
          imagePullSerial: false,
        },
        localAPIEndpoint: { advertiseAddress: "10.0.0.2", bindPort: 6444 },
        skipPhases: ["addon"],
        patches: { directory: "/p" },
      },
    }),
    init("taints", {
      initConfiguration: {
        nodeRegistration: {
          taints: [
            { key: "a", value: "x", effect: "NoExecute", timeAdded: "2027-06-01T00:00:00.5+02:00" },
            { key: "b", value: "", effect: "NoSchedule" },
          ],
        },
      },
    }),
    init("timeouts", { initConfiguration: { timeouts } }),
    init("one timeout", { initConfiguration: { timeouts: { etcdAPICallSeconds: 1 } } }),
    init("tokens", {
      initConfiguration: {
        bootstrapTokens: [
          { token: "abcdef.0123456789abcdef", description: "d", ttlSeconds: 3600, usages: ["signing"], groups: ["g"] },
          { token: "abcdeg.0123456789abcdef", expires: "2027-01-02T03:04:05+01:00" },
          { token: "abcdeh.0123456789abcdef" },
        ],
      },
    }),
    worker("worker", {}),
    worker("worker's node", {
      joinConfiguration: {
        nodeRegistration: {
          name: "n",
          kubeletExtraArgs: extraArgs,
          imagePullSerial: true,
          taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoExecute" }],
        },
        caCertPath: "/ca",
        skipPhases: ["preflight"],
        patches: { directory: "/p" },
        timeouts,
      },
    }),
    worker("worker's taint", {
      joinConfiguration: {
        nodeRegistration: {
          taints: [
            { key: "a", effect: "NoSchedule" },
            { key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" },
          ],
        },
      },
    }),
    worker("worker's own taint", {
      joinConfiguration: { nodeRegistration: { taints: [{ key: "a", effect: "NoSchedule" }] } },
    }),
    worker("any CA", {
      joinConfiguration: {
        discovery: {
          bootstrapToken: { token: "t", apiServerEndpoint: "e", unsafeSkipCAVerification: true },
          tlsBootstrapToken: "u",
        },
      },
    }),
    worker("no CA", {
      joinConfiguration: {
        discovery: { bootstrapToken: { token: "t", apiServerEndpoint: "e", unsafeSkipCAVerification: false } },
      },
    }),
    worker("file", { joinConfiguration: { discovery: { file: { kubeConfigPath: "/k" }, tlsBootstrapToken: "u" } } }),
    controlPlane("control plane", {}),
    controlPlane("control plane's endpoint", {
      joinConfiguration: {
        controlPlane: { localAPIEndpoint: { advertiseAddress: "10.0.0.3", bindPort: 1 } },
        timeouts,
        nodeRegistration: { taints: [] },
      },
    }),
  ].map(ofVersion);
});

const environment = (valueFrom: object): object => ({ name: "A", valueFrom });
const environments = init("environments", {
  clusterConfiguration: {
    apiServer: {
      extraEnvs: [
        { name: "A", value: "" },
        { name: "B" },
        environment({ fieldRef: { fieldPath: "status.podIP" } }),
        environment({ fieldRef: { apiVersion: "v1", fieldPath: "p" } }),
        environment({ secretKeyRef: { name: "s", key: "k", optional: true } }),
        environment({ configMapKeyRef: { name: "", key: "k" } }),
        environment({ resourceFieldRef: { resource: "r" } }),
        environment({ resourceFieldRef: { containerName: "c", resource: "r", divisor: "1024Ki" } }),
      ] as never,
    },
  },
});

/** The content of kubeadm's documents, and the kubeconfig that they refer to. */
export const kubeadmMachines: readonly MachineQuestion[] = [
  ...ofBothVersions,
  environments,
  kubeConfig(
    "exec",
    { cluster: { server: "https://s", tlsServerName: "t", insecureSkipTLSVerify: true, proxyURL: "http://p" } },
    {
      exec: {
        command: "c",
        args: ["a"],
        env: [{ name: "A", value: "b" }],
        apiVersion: "client.authentication.k8s.io/v1beta1",
        provideClusterInfo: true,
      },
    },
  ),
  kubeConfig(
    "exec alone",
    { cluster: { server: "https://s", insecureSkipTLSVerify: false, certificateAuthorityData: "Q0E=" } },
    { exec: { command: "c" } },
  ),
  kubeConfig(
    "auth provider",
    { cluster: { server: "https://s" } },
    { authProvider: { name: "oidc", config: { b: "2", a: "1" } } },
  ),
  kubeConfig("auth provider alone", {}, { authProvider: { name: "oidc" } }),
];
