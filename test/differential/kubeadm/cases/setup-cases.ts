import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { type DifferentialCase } from "./differential-case.ts";

function worker(name: string, spec: KubeadmConfigSpec, rest: Partial<DifferentialCase> = {}): DifferentialCase {
  return { name: `setup-${name}`, role: "worker", version: "v1.36.0", spec, ...rest };
}

const inactive = "cloud-init expects a number of days, and ignores a boolean";
const partitionTypes =
  "the schema of cloud-init accepts only numeric partition types; its partitioning tool accepts these";
const partitionNumber = "the schema of cloud-init 22.4 accepts only words; its documentation also allows numbers";

const expires = "kubeadm adds its default `ttl`, and then rejects `expires`";

const layout = (...types: string[]): KubeadmConfigSpec => ({
  diskSetup: {
    partitions: [{ device: "/dev/sdb", diskLayout: types.map((partitionType) => ({ percentage: 20, partitionType })) }],
  },
});

/** Settings that cloud-init's schema, or kubeadm, treats in its own way. */
export const setupCases: readonly DifferentialCase[] = [
  ...[true, false].flatMap((flag) =>
    (["init", "control-plane", "worker"] as const).map((role) =>
      worker(
        `inactive-${flag}-${role}`,
        { users: [{ name: "u", inactive: flag, shell: "/bin/sh" }] },
        { role, refusedByCloudInit: inactive },
      ),
    ),
  ),
  ...["v1.36.0", "v1.30.2", "v1.22.0"].map((version) =>
    worker(
      `token-expires-${version}`,
      {
        initConfiguration: { bootstrapTokens: [{ token: "abcdef.0123456789abcdef", expires: "2027-01-02T03:04:05Z" }] },
      },
      { role: "init", version, refusedByKubeadm: expires },
    ),
  ),
  worker("layout-words", layout("LinuxRAID", "LVM", "Fat32"), { refusedByCloudInit: partitionTypes }),
  worker("layout-uuid", layout("0FC63DAF-8483-4772-8E79-3D69D8477DE4"), { refusedByCloudInit: partitionTypes }),
  worker("layout-numbers", layout("Linux", "LinuxSwap", "NTFS", "LinuxExtended")),
  worker(
    "partition-number",
    { diskSetup: { filesystems: [{ device: "/d", filesystem: "ext4", partition: "1" }] } },
    { refusedByCloudInit: partitionNumber },
  ),
  worker("disks-empty", { diskSetup: { partitions: [{ device: "/dev/sdb", layout: true }] } }),
  worker("filesystems-only", { diskSetup: { filesystems: [{ device: "/dev/sdb1", filesystem: "xfs", label: "a" }] } }),
  worker("ntp-without-servers", { ntp: { enabled: true } }),
  worker("ntp-disabled", { ntp: { enabled: false, servers: ["a.example"] } }),
];
