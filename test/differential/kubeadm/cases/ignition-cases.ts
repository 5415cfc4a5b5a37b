import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { type DifferentialCase } from "./differential-case.ts";

function ignition(name: string, spec: KubeadmConfigSpec, rest: Partial<DifferentialCase> = {}): DifferentialCase {
  return {
    name: `ignition-${name}`,
    role: "worker",
    version: "v1.36.0",
    spec: { ...spec, format: "ignition" },
    ...rest,
  };
}

const file = { path: "/a", permissions: "0640" };
const filesystem = { device: "/dev/sdb1", filesystem: "ext4", label: "data", overwrite: false };
const additional = (additionalConfig: string, strict = false): KubeadmConfigSpec => ({
  ignition: { containerLinuxConfig: { additionalConfig, strict } },
});

/** Cases specific to Ignition. */
export const ignitionCases: readonly DifferentialCase[] = [
  ignition("empty", {}),
  ignition("modes", {
    files: ["0600", "600", "0", "0o644", "0x1ff"].map((permissions, index) => ({ path: `/${index}`, permissions })),
  }),
  ignition("owners", {
    files: ["a", "a:b", ":b", "a:", " a : b ", "a:b:c"].map((owner, index) => ({ ...file, path: `/${index}`, owner })),
  }),
  ignition("ntp-disabled", { ntp: { enabled: false, servers: ["a"] } }),
  ignition("ntp-unsaid", { ntp: { servers: ["a"] } }),
  ignition("groups", { users: [{ name: "u", groups: "a,b, c" }] }),
  ignition("layout-false", { diskSetup: { partitions: [{ device: "/dev/sdb", layout: false }] } }),
  ignition("mount-unknown-label", { mounts: [["x", "/mnt/a/b"]] }),
  ignition("append-lenient", additional("unknown: 1\nstorage: {files: [{path: /a}]}\n")),
  ignition("append-comment", additional("# nothing\n")),
  ignition(
    "append-dropins",
    additional("systemd: {units: [{name: a.service, mask: yes}, {name: b.timer, enable: true}]}\n"),
  ),
  ignition("append-strict-refused", additional("unknown: 1\n", true), { go: "refused" }),
  ignition("append-error", additional("storage: {files: [{path: a, mode: 0600}]}\n"), { go: "refused" }),
  ignition("append-not-yaml", additional("{"), { go: "refused" }),
  ignition("append-etcd", additional("etcd: {name: x}\n"), {
    ours: "refused",
    difference: "ignition-etcd",
  }),
  ignition("no-permissions", { files: [{ path: "/a", content: "x" }] }, { go: "refused" }),
  ignition("relative-path", { files: [{ ...file, path: "a" }] }, { go: "refused" }),
  ignition("relative-device", { diskSetup: { partitions: [{ device: "sdb", layout: true }] } }, { go: "refused" }),
  ignition("long-label", { diskSetup: { filesystems: [{ ...filesystem, label: "a".repeat(17) }] } }, { go: "refused" }),
  ignition("two-labels", { diskSetup: { filesystems: [filesystem, filesystem] } }, { go: "refused" }),
  ignition("bad-format", { diskSetup: { filesystems: [{ ...filesystem, filesystem: "zfs" }] } }, { go: "refused" }),
  ignition("short-mount", { mounts: [["data"]] }, { go: "refused" }),
  ignition("bad-base64", { files: [{ ...file, encoding: "base64", content: "!" }] }, { go: "refused" }),
  ignition("content-tab", { files: [{ ...file, content: "\ta" }] }, { go: "refused", difference: "ignition-text" }),
  ignition("command-separator", { preKubeadmCommands: ["a\u2028b"] }, { go: "refused", difference: "ignition-text" }),
  ignition(
    "no-overwrite",
    { diskSetup: { filesystems: [{ device: "/d", filesystem: "ext4", label: "a" }] } },
    {
      go: "refused",
      difference: "ignition-overwrite",
    },
  ),
  ignition(
    "bytes",
    { files: [{ ...file, encoding: "base64", content: "/w==" }] },
    {
      difference: "ignition-bytes",
    },
  ),
];
