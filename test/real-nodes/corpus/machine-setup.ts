import type { CorpusCase } from "./corpus-case.ts";

export const machineSetup: readonly CorpusCase[] = [
  {
    name: "a user with every field",
    spec: {
      users: [
        {
          name: "capi",
          gecos: "Cluster API",
          groups: "adm, users",
          homeDir: "/srv/capi",
          shell: "/bin/bash",
          passwd: "$6$salt$hash",
          primaryGroup: "capi",
          lockPassword: false,
          inactive: true,
          sudo: "ALL=(ALL) NOPASSWD:ALL",
          sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ capi@example.test"],
        },
      ],
      preKubeadmCommands: [
        `test "$(id -Gn capi)" = "capi adm users" || exit 1`,
        "test -s /srv/capi/.ssh/authorized_keys || exit 1",
      ],
    },
    expected: "joins",
  },
  { name: "a user whose name is not one", spec: { users: [{ name: "Not A User" }] }, expected: "joins" },
  { name: "time servers", spec: { ntp: { enabled: true, servers: ["time.example.test"] } }, expected: "joins" },
  { name: "no network time", spec: { ntp: { enabled: false } }, expected: "joins" },
  {
    name: "a mount of memory",
    spec: {
      mounts: [["tmpfs", "/mnt/corpus", "tmpfs", "size=1m"]],
      preKubeadmCommands: ["mountpoint -q /mnt/corpus || exit 1"],
    },
    expected: "joins",
  },
  {
    name: "a mount of a disk that does not exist",
    spec: { mounts: [["LABEL=corpus", "/mnt/corpus", "ext4", "defaults"]] },
    expected: "joins",
  },
  {
    name: "partitions and a file system of a disk that does not exist",
    spec: {
      diskSetup: {
        partitions: [{ device: "/dev/corpus", layout: true, overwrite: true, tableType: "gpt" }],
        filesystems: [{ device: "/dev/corpus", filesystem: "ext4", label: "corpus" }],
      },
    },
    expected: "joins",
  },
];
