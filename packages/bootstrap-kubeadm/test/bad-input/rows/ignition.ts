import { type KubeadmConfigSpec } from "../../../src/index.ts";
import { type BadConfig } from "../scene/bad-config.ts";

type Part = Omit<KubeadmConfigSpec, "format">;

function ignition(title: string, part: Part, ...says: string[]): BadConfig {
  return { title: `Ignition: ${title}`, spec: { format: "ignition", ...part }, reason: "InvalidConfiguration", says };
}

const cannot = "is not supported with format ignition; remove it";
const file = { path: "/a", permissions: "0644" };
const external = { endpoints: ["https://e"], caFile: "/a", certFile: "/b", keyFile: "/c" };
const filesystem = { device: "/d", filesystem: "ext4", label: "l" };
const labelLimits = { ext4: 16, btrfs: 256, xfs: 12, swap: 15, vfat: 11 };

const additionalConfigs: readonly (readonly [text: string, ...says: string[]])[] = [
  ["{", "is not valid YAML"],
  ["[a]", "must be a map"],
  ["version: 1", "version must be 0"],
  ["etcd: {name: x}", "etcd is not supported; write the drop-in of its unit under systemd.units"],
  ["flannel: {etcd_prefix: x}", "flannel is not supported; write the drop-in of its unit under systemd.units"],
  ["storage: {files: [{path: a, mode: 0600}]}", "storage.files[0].path must be an absolute path"],
  ["storage: {files: [{path: /a, mode: rw}]}", "storage.files[0].mode must be an integer"],
  ["storage: {files: [{path: /a, mode: 010000}]}", "storage.files[0].mode must be between 0 and 07777"],
  ["storage: {files: [{path: /a, mode: 0600, contents: {local: x}}]}", "contents.local is not supported"],
  ["storage: {disks: [{}]}", "storage.disks[0].device is missing"],
  ["storage: {filesystems: [{name: x}]}", "storage.filesystems[0] must have either mount or path"],
  ["storage: {raid: [{name: r, level: raid7}]}", "storage.raid[0].level is not a RAID level"],
  ["systemd: {units: [{name: a}]}", "systemd.units[0].name must end with .service, .socket"],
  ["passwd: {users: {name: a}}", "passwd.users must be a list"],
];

/** Settings that Ignition does not support, and settings that it lacks. */
export const ignitionRows: readonly BadConfig[] = [
  {
    title: "Ignition's settings without its format",
    spec: { ignition: { containerLinuxConfig: { strict: true } } },
    reason: "InvalidConfiguration",
    says: ["spec.ignition: needs spec.format ignition"],
  },
  ignition("a user who is inactive", { users: [{ name: "u", inactive: true }] }, `spec.users[0].inactive: ${cannot}`),
  ignition("boot commands", { bootCommands: ["a"] }, `spec.bootCommands: ${cannot}`),
  ignition("a relative file", { files: [{ ...file, path: "a" }] }, "spec.files[0].path: must be an absolute path"),
  ignition(
    "no permissions",
    { files: [{ path: "/a" }] },
    "spec.files[0].permissions: must be octal digits after a 0 with format ignition, e.g. 0644",
  ),
  ...["rw-r--r--", "0888", "017777", "0x", "-1", "0644 x", "0o9", "u+rwx", "1e3", "99999"].map((permissions) =>
    ignition(
      `permissions ${permissions}`,
      { files: [{ path: "/a", permissions }] },
      "spec.files[0].permissions: must be octal digits after a 0 with format ignition, e.g. 0644",
    ),
  ),
  ...(["gzip", "gzip+base64"] as const).map((encoding) =>
    ignition(
      `a file in ${encoding}`,
      { files: [{ ...file, encoding, content: "x" }] },
      `spec.files[0].encoding: ${cannot}`,
    ),
  ),
  ...["not base64!", "YQ=", "YQ==YQ=="].map((content) =>
    ignition(
      `${content} as base64`,
      { files: [{ ...file, encoding: "base64", content }] },
      "spec.files[0].content: must be base64, as in encoding",
    ),
  ),
  ignition(
    "a relative disk",
    { diskSetup: { partitions: [{ device: "sda", layout: true }] } },
    "spec.diskSetup.partitions[0].device: must be an absolute path",
  ),
  ignition(
    "an MBR",
    { diskSetup: { partitions: [{ device: "/d", layout: true, tableType: "mbr" }] } },
    "spec.diskSetup.partitions[0].tableType: must be gpt",
  ),
  ignition(
    "a file system on a relative device",
    { diskSetup: { filesystems: [{ ...filesystem, device: "sda1" }] } },
    "spec.diskSetup.filesystems[0].device: must be an absolute path",
  ),
  ...["zfs", "EXT4", "ntfs"].map((kind) =>
    ignition(
      `a file system ${kind}`,
      { diskSetup: { filesystems: [{ ...filesystem, filesystem: kind }] } },
      "spec.diskSetup.filesystems[0].filesystem: must be one of ext4, btrfs, xfs, swap, vfat",
    ),
  ),
  ...Object.entries(labelLimits).map(([kind, longest]) =>
    ignition(
      `a label too long for ${kind}`,
      { diskSetup: { filesystems: [{ ...filesystem, filesystem: kind, label: "x".repeat(longest + 1) }] } },
      `spec.diskSetup.filesystems[0].label: is longer than the ${longest} characters of ${kind}`,
    ),
  ),
  ignition(
    "two file systems of one label",
    { diskSetup: { filesystems: [filesystem, { ...filesystem, device: "/e" }] } },
    "spec.diskSetup.filesystems[1].label: is already the label of another file system; rename one",
  ),
  ignition(
    "a file system that replaces another kind",
    { diskSetup: { filesystems: [{ ...filesystem, replaceFS: "ntfs" }] } },
    `spec.diskSetup.filesystems[0].replaceFS: ${cannot}`,
  ),
  ignition(
    "a file system in a partition by number",
    { diskSetup: { filesystems: [{ ...filesystem, partition: "auto" }] } },
    `spec.diskSetup.filesystems[0].partition: ${cannot}`,
  ),
  ignition("a mount of one field", { mounts: [["/data"]] }, "spec.mounts[0]: needs the label of a file system"),
  ignition(
    "a relative certificatesDir",
    { clusterConfiguration: { certificatesDir: "pki" } },
    "certificatesDir: must be an absolute path",
  ),
  ...(["caFile", "certFile", "keyFile"] as const).map((name) =>
    ignition(
      `a relative ${name} of etcd`,
      { clusterConfiguration: { etcd: { external: { ...external, [name]: "x" } } } },
      `spec.clusterConfiguration.etcd.external.${name}: must be an absolute path`,
    ),
  ),
  ignition(
    "a relative path of the discovery kubeconfig",
    {
      joinConfiguration: {
        discovery: { file: { kubeConfigPath: "k", kubeConfig: { user: { exec: { command: "a" } } } } },
      },
    },
    "spec.joinConfiguration.discovery.file.kubeConfigPath: must be an absolute path",
  ),
  ...additionalConfigs.map(([additionalConfig, ...says]) =>
    ignition(
      `additionalConfig ${additionalConfig}`,
      { ignition: { containerLinuxConfig: { additionalConfig } } },
      "spec.ignition.containerLinuxConfig.additionalConfig: ",
      ...says,
    ),
  ),
  ...["sytemd: {}", "storage: {files: [{path: /a}]}"].map((additionalConfig) =>
    ignition(
      `additionalConfig ${additionalConfig}, strictly`,
      { ignition: { containerLinuxConfig: { additionalConfig, strict: true } } },
      "spec.ignition.containerLinuxConfig.additionalConfig: ",
    ),
  ),
];
