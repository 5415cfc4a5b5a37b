import { describe, expect, test } from "vitest";
import { toArgList, toArgsByName } from "../../../src/api/conversion/args.ts";
import { fromStorage, toStorage } from "../../../src/api/conversion/kubeadm-config-spec.ts";
import { statusFromStorage, statusToStorage } from "../../../src/api/conversion/kubeadm-config-status.ts";
import { toAPIEndpoint } from "../../../src/api/conversion/node-registration.ts";

type Old = Parameters<typeof toStorage>[0];
type New = Parameters<typeof fromStorage>[0];

const args = { a: "1", b: "" };
const list = [
  { name: "a", value: "1" },
  { name: "b", value: "" },
];
const volumes = [{ name: "v", hostPath: "/h", mountPath: "/m" }];
const external = { endpoints: ["https://e"], caFile: "/a", certFile: "/b", keyFile: "/c" };

/** Equivalent specs in both versions, without values in an annotation. */
const pairs: readonly (readonly [what: string, old: Old, fresh: New])[] = [
  [
    "flags of every component",
    {
      clusterConfiguration: {
        apiServer: { extraArgs: args, extraVolumes: volumes, certSANs: ["s"] },
        controllerManager: { extraArgs: args },
        scheduler: { extraArgs: args, extraVolumes: volumes },
        etcd: { local: { dataDir: "/d", extraArgs: args, serverCertSANs: ["s"] } },
        imageRepository: "r",
      },
    },
    {
      clusterConfiguration: {
        apiServer: { extraArgs: list, extraVolumes: volumes, certSANs: ["s"] },
        controllerManager: { extraArgs: list },
        scheduler: { extraArgs: list, extraVolumes: volumes },
        etcd: { local: { dataDir: "/d", extraArgs: list, serverCertSANs: ["s"] } },
        imageRepository: "r",
      },
    },
  ],
  [
    "components without flags",
    { clusterConfiguration: { etcd: { local: { dataDir: "/d" } }, scheduler: { extraVolumes: volumes } } },
    { clusterConfiguration: { etcd: { local: { dataDir: "/d" } }, scheduler: { extraVolumes: volumes } } },
  ],
  [
    "an external etcd",
    { clusterConfiguration: { etcd: { external } } },
    { clusterConfiguration: { etcd: { external } } },
  ],
  [
    "how a machine registers and listens",
    {
      initConfiguration: {
        nodeRegistration: { name: "n", kubeletExtraArgs: args },
        localAPIEndpoint: { advertiseAddress: "10.0.0.1", bindPort: 6443 },
      },
      joinConfiguration: {
        nodeRegistration: { kubeletExtraArgs: args },
        controlPlane: { localAPIEndpoint: { bindPort: 1 } },
        caCertPath: "/ca",
      },
    },
    {
      initConfiguration: {
        nodeRegistration: { name: "n", kubeletExtraArgs: list },
        localAPIEndpoint: { advertiseAddress: "10.0.0.1", bindPort: 6443 },
      },
      joinConfiguration: {
        nodeRegistration: { kubeletExtraArgs: list },
        controlPlane: { localAPIEndpoint: { bindPort: 1 } },
        caCertPath: "/ca",
      },
    },
  ],
  [
    "a registration without flags",
    { initConfiguration: { nodeRegistration: { name: "n" } } },
    { initConfiguration: { nodeRegistration: { name: "n" } } },
  ],
  [
    "disks",
    {
      diskSetup: {
        partitions: [
          { device: "/a", layout: true },
          { device: "/b", layout: false, diskLayout: [{ percentage: 5 }] },
        ],
        filesystems: [{ device: "/a1", filesystem: "ext4" }],
      },
    },
    {
      diskSetup: {
        partitions: [
          { device: "/a", layout: true },
          { device: "/b", diskLayout: [{ percentage: 5 }] },
        ],
        filesystems: [{ device: "/a1", filesystem: "ext4" }],
      },
    },
  ],
  [
    "file systems alone",
    { diskSetup: { filesystems: [{ device: "/a", filesystem: "xfs" }] } },
    { diskSetup: { filesystems: [{ device: "/a", filesystem: "xfs" }] } },
  ],
  [
    "timeouts",
    {
      clusterConfiguration: { apiServer: { certSANs: ["s"], timeoutForControlPlane: "1m0s" } },
      joinConfiguration: { caCertPath: "/ca", discovery: { tlsBootstrapToken: "t", timeout: "2m0s" } },
    },
    {
      clusterConfiguration: { apiServer: { certSANs: ["s"] } },
      initConfiguration: { timeouts: { controlPlaneComponentHealthCheckSeconds: 60 } },
      joinConfiguration: {
        caCertPath: "/ca",
        discovery: { tlsBootstrapToken: "t" },
        timeouts: { controlPlaneComponentHealthCheckSeconds: 60, tlsBootstrapSeconds: 120 },
      },
    },
  ],
  [
    "the rest",
    { verbosity: 3, files: [{ path: "/a", content: "a" }], bootCommands: ["a"] },
    { verbosity: 3, files: [{ path: "/a", content: "a" }], bootCommands: ["a"] },
  ],
];

describe("a spec is equivalent in both versions:", () => {
  test.each(pairs)("%s, stored", (_what, old, fresh) => {
    expect(toStorage(old)).toEqual(fresh);
  });

  test.each(pairs)("%s, read as v1beta1", (_what, old, fresh) => {
    expect(JSON.parse(JSON.stringify(fromStorage(fresh)))).toEqual(old);
  });
});

describe("fields that only one version has are omitted", () => {
  test("of v1beta1: values of the Cluster and the Machine, and unused fields", () => {
    const old = {
      useExperimentalRetryJoin: true,
      clusterConfiguration: {
        ...{ apiVersion: "kubeadm.k8s.io/v1beta3", kind: "ClusterConfiguration", kubernetesVersion: "v1" },
        ...{ clusterName: "c", networking: { podSubnet: "10.0.0.0/8" }, imageRepository: "r" },
      },
    };
    expect(toStorage(old as Old)).toEqual({ clusterConfiguration: { imageRepository: "r" } });
  });

  test("of v1beta1: empty lists and sections at any depth", () => {
    const old = {
      files: [],
      mounts: [[], ["/a", "/b"]],
      users: [{ name: "u", sshAuthorizedKeys: [] }],
      clusterConfiguration: { apiServer: { extraArgs: {}, extraVolumes: [] }, featureGates: { A: true } },
    };
    expect(toStorage(old as Old)).toEqual({
      mounts: [["/a", "/b"]],
      users: [{ name: "u", sshAuthorizedKeys: [] }],
      clusterConfiguration: { featureGates: { A: true } },
    });
  });

  test("of v1beta2: sections that contain only timeouts", () => {
    const timeouts = { etcdAPICallSeconds: 5 };
    expect(fromStorage({ initConfiguration: { timeouts }, joinConfiguration: { timeouts } })).toEqual({});
  });

  test("of v1beta1: an unset port", () => {
    expect(toAPIEndpoint({ advertiseAddress: "a", bindPort: 0 })).toEqual({ advertiseAddress: "a" });
    expect(toAPIEndpoint({ advertiseAddress: "a" })).toEqual({ advertiseAddress: "a" });
    expect(toAPIEndpoint({ bindPort: 1 })).toEqual({ bindPort: 1 });
  });

  test("of v1beta1: an unset observedGeneration", () => {
    expect(statusToStorage({})).toEqual({});
    expect(statusToStorage({ observedGeneration: 0 })).toEqual({});
    expect(statusToStorage({ observedGeneration: 1 })).toEqual({ observedGeneration: 1 });
    expect(statusFromStorage({ observedGeneration: 2 })).toEqual({ observedGeneration: 2 });
  });
});

describe("flags", () => {
  test("are sorted by name and need a name", () => {
    const given = { b: "2", "": "x", c: "3", a: "1" };
    expect(toArgList(given).map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  test("with a repeated name keep the last value", () => {
    expect(toArgsByName([...list, { name: "a", value: "2" }])).toEqual({ a: "2", b: "" });
  });
});
