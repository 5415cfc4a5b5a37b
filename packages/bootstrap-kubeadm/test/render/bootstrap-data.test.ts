import { describe, expect, test } from "vitest";
import { renderControlPlaneJoin } from "../../src/index.ts";
import { documentsOf, fileOf, parseCloudConfig } from "../cloud-config.ts";
import { everything } from "../everything.ts";
import { discovery, init, joinWorker, noSetup } from "./rendered.ts";

const certificate = (purpose: "ca" | "etcd", keyFile?: string) => ({
  purpose,
  certificateFile: `/etc/kubernetes/pki/${purpose}.crt`,
  ...(keyFile === undefined ? {} : { keyFile }),
  external: false,
  certificate: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
  privateKey: "-----BEGIN RSA PRIVATE KEY-----\nBBBB\n-----END RSA PRIVATE KEY-----\n",
});

describe("the data of the machine that initializes the control plane", () => {
  test("contains certificates, the kubeadm file and the placeholder, and runs kubeadm init between the user's commands", () => {
    const data = init(
      { preKubeadmCommands: ["echo pre"], postKubeadmCommands: ["echo post"], bootCommands: ["boot"], verbosity: 5 },
      {
        certificates: [certificate("ca", "/etc/kubernetes/pki/ca.key"), certificate("etcd")],
        setup: { files: [{ path: "/etc/mine", content: "x" }], users: [] },
      },
    );
    expect(data.startsWith("## template: jinja\n#cloud-config\n")).toBe(true);
    const { write_files, runcmd, bootcmd } = parseCloudConfig(data);
    expect(write_files.map(({ path, owner, permissions }) => [path, owner, permissions])).toEqual([
      ["/etc/kubernetes/pki/ca.crt", "root:root", "0640"],
      ["/etc/kubernetes/pki/ca.key", "root:root", "0600"],
      ["/etc/kubernetes/pki/etcd.crt", "root:root", "0640"],
      ["/etc/mine", undefined, undefined],
      ["/run/kubeadm/kubeadm.yaml", "root:root", "0640"],
      ["/run/cluster-api/placeholder", "root:root", "0640"],
    ]);
    expect(runcmd).toEqual([
      "echo pre",
      "kubeadm init --config /run/kubeadm/kubeadm.yaml --v 5 && echo success > /run/cluster-api/bootstrap-success.complete",
      "echo post",
    ]);
    expect(bootcmd).toEqual(["boot"]);
  });

  test("uses values of Cluster and Machine where the spec has none", () => {
    const data = init(
      {},
      {
        cluster: {
          clusterName: "c1",
          controlPlaneEndpoint: "[fd00::1]:6443",
          serviceDomain: "cluster.example",
          serviceSubnets: ["10.96.0.0/16", "fd00:1::/108"],
          podSubnets: ["10.1.0.0/16"],
        },
      },
    );
    expect(documentsOf(data, "/run/kubeadm/kubeadm.yaml")).toEqual([
      {
        apiVersion: "kubeadm.k8s.io/v1beta4",
        kind: "ClusterConfiguration",
        clusterName: "c1",
        kubernetesVersion: "v1.36.0",
        controlPlaneEndpoint: "[fd00::1]:6443",
        networking: {
          dnsDomain: "cluster.example",
          serviceSubnet: "10.96.0.0/16,fd00:1::/108",
          podSubnet: "10.1.0.0/16",
        },
        apiServer: {},
        controllerManager: {},
        scheduler: {},
        dns: {},
        etcd: {},
        proxy: {},
      },
      {
        apiVersion: "kubeadm.k8s.io/v1beta4",
        kind: "InitConfiguration",
        nodeRegistration: { taints: null },
        localAPIEndpoint: {},
      },
    ]);
  });

  test("has fields sorted by name, as Go writes them", () => {
    const documents = documentsOf(init(everything), "/run/kubeadm/kubeadm.yaml");
    expect(documents).not.toEqual([]);
    for (const document of documents) expect(Object.keys(document)).toEqual(Object.keys(document).toSorted());
  });

  test("omits empty sections", () => {
    const data = init({ clusterConfiguration: { etcd: { local: {} } }, initConfiguration: { timeouts: {} } });
    const [cluster, own] = documentsOf(data, "/run/kubeadm/kubeadm.yaml");
    expect(cluster?.etcd).toEqual({});
    expect(own).not.toHaveProperty("timeouts");
  });

  test("contains every setting of the spec", () => {
    const [cluster, own] = documentsOf(init(everything), "/run/kubeadm/kubeadm.yaml");
    expect(cluster).toMatchObject({
      controlPlaneEndpoint: "cp.example:6443",
      etcd: {
        local: { dataDir: "/var/lib/etcd2", extraEnvs: everything.clusterConfiguration?.etcd?.local?.extraEnvs ?? [] },
      },
      apiServer: {
        extraArgs: [{ name: "audit-log-maxage", value: "7" }],
        extraVolumes: [{ name: "v", hostPath: "/h", mountPath: "/m", readOnly: true, pathType: "DirectoryOrCreate" }],
        certSANs: ["api.example"],
      },
      certificateValidityPeriod: "2160h0m0s",
      caCertificateValidityPeriod: "87600h0m0s",
      encryptionAlgorithm: "ECDSA-P256",
      featureGates: { RootlessControlPlane: true },
    });
    expect(own).toMatchObject({
      bootstrapTokens: [{ token: "abcdef.0123456789abcdef", ttl: "1h0m0s" }],
      nodeRegistration: { name: "node-1", taints: [], imagePullSerial: false },
      localAPIEndpoint: { advertiseAddress: "10.0.0.2", bindPort: 6443 },
      timeouts: { controlPlaneComponentHealthCheck: "5m0s", etcdAPICall: "2m0s", discovery: "1h1m1s" },
    });
  });

  test("uses kubeadm v1beta3 for Kubernetes below v1.31", () => {
    const [cluster, own] = documentsOf(init(everything, { kubernetesVersion: "v1.30.4" }), "/run/kubeadm/kubeadm.yaml");
    expect(cluster).toMatchObject({
      apiVersion: "kubeadm.k8s.io/v1beta3",
      apiServer: { extraArgs: { "audit-log-maxage": "7" }, timeoutForControlPlane: "5m0s" },
    });
    for (const field of ["proxy", "encryptionAlgorithm", "certificateValidityPeriod", "caCertificateValidityPeriod"]) {
      expect(cluster).not.toHaveProperty(field);
    }
    expect(own).toMatchObject({
      apiVersion: "kubeadm.k8s.io/v1beta3",
      nodeRegistration: { kubeletExtraArgs: { "node-labels": "a=b" } },
    });
    expect(own).not.toHaveProperty("timeouts");
    expect(own).not.toHaveProperty("nodeRegistration.imagePullSerial");
  });
});

describe("the data of a worker", () => {
  test("joins with its discovery and starts with the uninitialized taint", () => {
    const data = joinWorker({});
    const { write_files, runcmd } = parseCloudConfig(data);
    expect(write_files.map(({ path }) => path)).toEqual([
      "/run/kubeadm/kubeadm-join-config.yaml",
      "/run/cluster-api/placeholder",
    ]);
    expect(runcmd).toEqual([
      "kubeadm join --config /run/kubeadm/kubeadm-join-config.yaml  && echo success > /run/cluster-api/bootstrap-success.complete",
    ]);
    expect(documentsOf(data, "/run/kubeadm/kubeadm-join-config.yaml")).toEqual([
      {
        apiVersion: "kubeadm.k8s.io/v1beta4",
        kind: "JoinConfiguration",
        nodeRegistration: { taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }] },
        discovery,
      },
    ]);
  });

  test.each([
    {
      given: "another effect under the same key",
      taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoExecute" }],
      then: ["NoExecute", "NoSchedule"],
    },
    {
      given: "the same taint",
      taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule" }],
      then: ["NoSchedule"],
    },
  ])("with $given has the taint once", ({ taints, then }) => {
    const data = joinWorker({ joinConfiguration: { nodeRegistration: { taints } } });
    const [document] = documentsOf(data, "/run/kubeadm/kubeadm-join-config.yaml");
    const rendered = document?.nodeRegistration as { taints: { effect: string }[] };
    expect(rendered.taints.map(({ effect }) => effect)).toEqual(then);
  });

  test("below v1.31 keeps the TLS bootstrap timeout in the discovery", () => {
    const data = joinWorker(everything, { kubernetesVersion: "1.30" });
    const [document] = documentsOf(data, "/run/kubeadm/kubeadm-join-config.yaml");
    expect(document).toMatchObject({ apiVersion: "kubeadm.k8s.io/v1beta3", discovery: { timeout: "10m0s" } });
    expect(document).not.toHaveProperty("timeouts");
  });
});

test("the data of a joining control-plane machine has the certificates, and a controlPlane section", () => {
  const data = renderControlPlaneJoin({
    spec: everything,
    setup: noSetup,
    kubernetesVersion: "v1.36.0",
    discovery,
    certificates: [certificate("ca", "/etc/kubernetes/pki/ca.key")],
  });
  expect(fileOf(data, "/etc/kubernetes/pki/ca.key")).toContain("BBBB");
  expect(documentsOf(data, "/run/kubeadm/kubeadm-join-config.yaml")[0]).toMatchObject({
    controlPlane: { localAPIEndpoint: { advertiseAddress: "10.0.0.3", bindPort: 6443 } },
    nodeRegistration: { taints: [{ key: "dedicated", value: "x", effect: "NoExecute" }], imagePullSerial: true },
    caCertPath: "/etc/kubernetes/pki/other.crt",
    timeouts: { tlsBootstrap: "10m0s" },
  });
});

test("a joining control-plane machine needs no join configuration", () => {
  const input = { spec: {}, setup: noSetup, kubernetesVersion: "v1.36.0", discovery, certificates: [] };
  expect(documentsOf(renderControlPlaneJoin(input), "/run/kubeadm/kubeadm-join-config.yaml")).toEqual([
    {
      apiVersion: "kubeadm.k8s.io/v1beta4",
      kind: "JoinConfiguration",
      nodeRegistration: { taints: null },
      discovery,
      controlPlane: { localAPIEndpoint: {} },
    },
  ]);
});

describe("cloud-config", () => {
  test.each(["0640", "it's", "two\nlines", "tab\t", ""])("preserves the permissions %j", (permissions) => {
    const files = [{ path: "/a", permissions, content: "" }];
    expect(parseCloudConfig(joinWorker({}, { setup: { files, users: [] } })).write_files[0]).toMatchObject({
      permissions,
    });
  });

  test("preserves every input", () => {
    const awkward = [
      "yes",
      "0640",
      "1:30",
      "a: b # c",
      "{{ ds.meta_data.hostname }}",
      "- x",
      "'\"\\",
      "tab\there",
      "\u2028",
      "ünï",
      "%q",
      "line1\nline2",
    ];
    const data = joinWorker(
      {
        preKubeadmCommands: awkward,
        bootCommands: awkward,
        mounts: [["/dev/sdb", "/data: x", "yes"]],
        ntp: { enabled: false, servers: ["0.pool", "yes"] },
      },
      {
        setup: {
          files: awkward.map((text, index) => ({ path: `/f${index} #x`, owner: "a:b", content: `  ${text}\n\ty\n` })),
          users: [{ name: "no", passwd: "$6$a: b", lockPassword: false, sudo: "ALL=(ALL) NOPASSWD:ALL" }],
        },
      },
    );
    const parsed = parseCloudConfig(data);
    expect(parsed.runcmd.slice(0, -1)).toEqual(awkward);
    expect(parsed.bootcmd).toEqual(awkward);
    expect(parsed.write_files.slice(0, -2).map(({ content }) => content)).toEqual(
      awkward.map((text) => `  ${text}\n\ty\n`),
    );
    expect(parsed.users).toEqual([
      { name: "no", passwd: "$6$a: b", lock_passwd: false, sudo: "ALL=(ALL) NOPASSWD:ALL" },
    ]);
    expect(parsed.mounts).toEqual([["/dev/sdb", "/data: x", "yes"]]);
    expect(parsed.ntp).toEqual({ enabled: false, servers: ["0.pool", "yes"] });
  });

  test("has an empty list of time servers if none is set, because null is invalid", () => {
    expect(parseCloudConfig(joinWorker({ ntp: { enabled: true } })).ntp).toEqual({ enabled: true, servers: [] });
  });

  test("ends every file with one newline", () => {
    const files = ["", "a", "a\n", "a\n\n"].map((content, index) => ({ path: `/f${index}`, content }));
    const parsed = parseCloudConfig(joinWorker({}, { setup: { files, users: [] } }));
    expect(parsed.write_files.slice(0, 4).map(({ content }) => content)).toEqual(["", "a\n", "a\n", "a\n"]);
  });
});

test.each([
  [undefined, "no spec.version"],
  ["latest", "not a version"],
  ["v1.21.9", "below v1.22.0"],
])("the version %s is rejected: %s", (kubernetesVersion, message) => {
  expect(() => joinWorker({}, { kubernetesVersion })).toThrow(message);
});

test.each([
  ["1.31.0-rc.1", "v1beta4"],
  ["v1.30.99+build", "v1beta3"],
  ["1.36", "v1beta4"],
  ["v2.0.0", "v1beta4"],
])("the version %s uses kubeadm %s", (kubernetesVersion, api) => {
  const [document] = documentsOf(joinWorker({}, { kubernetesVersion }), "/run/kubeadm/kubeadm-join-config.yaml");
  expect(document?.apiVersion).toBe(`kubeadm.k8s.io/${api}`);
});
