import { describe, expect, test } from "vitest";
import { findContradictions } from "../../src/api/admission/contradictions.ts";
import { type KubeadmConfigSpec, type ResolvedSetup, renderWorkerJoin } from "../../src/index.ts";
import { parseMode } from "../../src/ignition/permissions.ts";

const discovery = {
  bootstrapToken: { token: "abcdef.0123456789abcdef", apiServerEndpoint: "e:1", caCertHashes: ["h"] },
};

interface Parsed {
  ignition: object;
  passwd: object;
  storage: {
    disks?: unknown[];
    filesystems?: unknown[];
    files: { path: string; mode: number; contents: { source: string } }[];
  };
  systemd: { units: { name: string; contents?: string; dropins?: unknown[] }[] };
}

function render(spec: KubeadmConfigSpec, setup: ResolvedSetup = { files: [], users: [] }): Parsed {
  const data = renderWorkerJoin({
    spec: { ...spec, format: "ignition" },
    setup,
    kubernetesVersion: "v1.36.0",
    discovery,
  });
  return JSON.parse(data) as Parsed;
}

function contentOf({ storage }: Parsed, path: string): string {
  const source = storage.files.find((file) => file.path === path)?.contents.source ?? "";
  return decodeURIComponent(source.replace("data:,", ""));
}

test("an Ignition configuration of spec 2.3.0 runs kubeadm once in a unit", () => {
  const config = render({
    preKubeadmCommands: ["echo 1", "echo 2\n  echo 3"],
    postKubeadmCommands: ["echo 4"],
    verbosity: 2,
  });
  expect(config.ignition).toEqual({ config: {}, security: { tls: {} }, timeouts: {}, version: "2.3.0" });
  expect(config.systemd.units).toMatchObject([{ name: "kubeadm.service", enabled: true }]);
  expect(contentOf(config, "/etc/kubeadm.sh")).toBe(`#!/bin/bash
set -e

echo 1
echo 2
  echo 3

kubeadm join --config /etc/kubeadm.yml --v 2
mkdir -p /run/cluster-api && echo success > /run/cluster-api/bootstrap-success.complete
mv /etc/kubeadm.yml /tmp/

echo 4
`);
  expect(contentOf(config, "/etc/kubeadm.yml")).toMatch(/^---\napiVersion: kubeadm\.k8s\.io\/v1beta4\n/);
});

test("users, files, disks, mounts and time servers are converted to Ignition's format", () => {
  const config = render(
    {
      ntp: { enabled: true, servers: [" pool.example "] },
      diskSetup: {
        partitions: [{ device: "/dev/sdb", layout: true, overwrite: true }],
        filesystems: [{ device: "/dev/sdb1", filesystem: "ext4", label: "data", extraOpts: ["-F"] }],
      },
      mounts: [["data", "/var/lib/data", "noatime", "nofail"]],
    },
    {
      files: [
        { path: "/a", owner: "root:adm", permissions: "0640", content: "a\n\n" },
        { path: "/b", permissions: "0600", encoding: "base64", content: "/w==" },
      ],
      users: [{ name: "u", groups: "sudo, docker", sudo: "ALL=(ALL) ALL", passwd: "$6$x\n", lockPassword: false }],
    },
  );
  expect(config.passwd).toEqual({ users: [{ name: "u", groups: ["sudo", "docker"], passwordHash: "$6$x" }] });
  expect(config.storage.files.map(({ path }) => path)).toEqual([
    ...["/etc/sudoers.d/u", "/etc/ssh/sshd_config", "/a", "/b", "/etc/kubeadm.sh", "/etc/kubeadm.yml", "/etc/ntp.conf"],
  ]);
  expect(config.storage.files[2]).toEqual({
    filesystem: "root",
    path: "/a",
    user: { name: "root" },
    group: { name: "adm" },
    mode: 416,
    contents: { source: "data:,a%0A", verification: {} },
  });
  expect(config.storage.files[3]?.contents.source).toBe("data:,%FF");
  expect(config.storage.disks).toEqual([{ device: "/dev/sdb", partitions: [{}], wipeTable: true }]);
  expect(config.storage.filesystems).toEqual([
    { name: "data", mount: { device: "/dev/sdb1", format: "ext4", label: "data", options: ["-F"] } },
  ]);
  const mount = config.systemd.units.find(({ name }) => name === "var-lib-data.mount");
  expect(mount?.contents).toContain("What=/dev/sdb1\nWhere=/var/lib/data\nOptions=noatime,nofail\n");
  expect(contentOf(config, "/etc/ssh/sshd_config")).toContain("Match User u\n  PasswordAuthentication yes\n");
  expect(contentOf(config, "/etc/ntp.conf")).toContain("server pool.example\n");
});

test("a file without permissions gets Ignition's default", () => {
  const { storage } = render({}, { files: [{ path: "/a", content: "" }], users: [] });
  expect(storage.files.find(({ path }) => path === "/a")).toEqual({
    filesystem: "root",
    path: "/a",
    contents: { source: "data:,", verification: {} },
  });
});

test("additional config is appended", () => {
  const additionalConfig =
    "systemd: {units: [{name: kubeadm.service, dropins: [{name: 10.conf, contents: '[Unit]'}]}]}";
  const { systemd } = render({ ignition: { containerLinuxConfig: { additionalConfig } } });
  expect(systemd.units).toMatchObject([{ name: "kubeadm.service" }, { name: "kubeadm.service", dropins: [{}] }]);
});

test.each([
  ["0640", 416],
  [" 0640\n", 416],
  ["0o640", 416],
  ["0x1a0", 416],
  ["640", 640],
  ["0", 0],
  ["07777", 4095],
  ["010000", undefined],
  ["0800", undefined],
  ["u=rw", undefined],
  ["", undefined],
])("the permissions %s are %s", (permissions, mode) => {
  expect(parseMode(permissions)).toBe(mode);
});

describe("an unsupported setting for Ignition is a contradiction:", () => {
  const file = { path: "/a", permissions: "0600", content: "a" };
  const filesystem = { device: "/d", filesystem: "ext4", label: "a", overwrite: true };
  test.each<[string, KubeadmConfigSpec]>([
    ["spec.bootCommands", { bootCommands: ["a"] }],
    ["spec.users[0].inactive", { users: [{ name: "u", inactive: true }] }],
    ["spec.files[0].permissions", { files: [{ path: "/a" }] }],
    ["spec.files[0].path", { files: [{ ...file, path: "a" }] }],
    ["spec.files[0].encoding", { files: [{ ...file, encoding: "gzip" }] }],
    ["spec.files[0].content", { files: [{ ...file, encoding: "base64" }] }],
    ["spec.diskSetup.partitions[0].device", { diskSetup: { partitions: [{ device: "sdb", layout: true }] } }],
    [
      "spec.diskSetup.partitions[0].tableType",
      { diskSetup: { partitions: [{ device: "/d", layout: true, tableType: "mbr" }] } },
    ],
    ["spec.diskSetup.filesystems[0].device", { diskSetup: { filesystems: [{ ...filesystem, device: "sdb" }] } }],
    [
      "spec.diskSetup.filesystems[0].filesystem",
      { diskSetup: { filesystems: [{ ...filesystem, filesystem: "zfs" }] } },
    ],
    ["spec.diskSetup.filesystems[0].label", { diskSetup: { filesystems: [{ ...filesystem, label: "a".repeat(17) }] } }],
    ["spec.diskSetup.filesystems[1].label", { diskSetup: { filesystems: [filesystem, filesystem] } }],
    ["spec.diskSetup.filesystems[0].replaceFS", { diskSetup: { filesystems: [{ ...filesystem, replaceFS: "x" }] } }],
    ["spec.diskSetup.filesystems[0].partition", { diskSetup: { filesystems: [{ ...filesystem, partition: "1" }] } }],
    ["spec.mounts[0]", { mounts: [["data"]] }],
    ["spec.clusterConfiguration.certificatesDir", { clusterConfiguration: { certificatesDir: "pki" } }],
    [
      "spec.ignition.containerLinuxConfig.additionalConfig",
      { ignition: { containerLinuxConfig: { additionalConfig: "{" } } },
    ],
    [
      "spec.ignition.containerLinuxConfig.additionalConfig",
      { ignition: { containerLinuxConfig: { additionalConfig: "x: 1", strict: true } } },
    ],
  ])("%s", (path, spec) => {
    expect(findContradictions({ ...spec, format: "ignition" }).map((found) => found.path)).toEqual([path]);
  });

  test("Ignition's settings without its format", () => {
    expect(findContradictions({ ignition: { containerLinuxConfig: { strict: true } } })).toEqual([
      { path: "spec.ignition", message: "needs spec.format ignition" },
    ]);
  });
});
