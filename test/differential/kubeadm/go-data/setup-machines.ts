import { certificates, controlPlane, init, type MachineQuestion, worker } from "./machine-question.ts";

const everyUser = {
  name: "u",
  gecos: "G H",
  groups: "a, b",
  homeDir: "/h",
  shell: "/s",
  passwd: "$6$x",
  primaryGroup: "p",
  sudo: "ALL=(ALL) ALL",
  sshAuthorizedKeys: ["ssh-rsa A u@h", "ssh-rsa B"],
};
const files = [
  { path: "/a", owner: "root:adm", permissions: "0640", content: "a\n  b\n", append: true },
  { path: "/b", content: "a", append: false },
  { path: "/c", permissions: "0600", encoding: "base64" as const, content: "/w==" },
  { path: "/d", owner: "root", content: "" },
];

/** The rest of a cloud-config. */
const ofCloudConfig: readonly MachineQuestion[] = [
  ...[init, worker, controlPlane].flatMap((machine) => [
    machine("commands", {
      bootCommands: ["boot 1", "boot\n2"],
      preKubeadmCommands: ['echo "a" \\', "é 😀"],
      postKubeadmCommands: ["b"],
      verbosity: 0,
    }),
    machine("files", { files, verbosity: 5 }),
    machine("users", {
      users: [
        everyUser,
        { name: "v", inactive: false, lockPassword: true },
        { name: "w", lockPassword: false, inactive: true, passwd: "", sshAuthorizedKeys: [] },
      ] as never,
    }),
  ]),
  worker("time servers", { ntp: { enabled: true, servers: ["a.example", "b.example"] } }),
  worker("time servers that are off", { ntp: { enabled: false, servers: ["a.example"] } }),
  worker("time servers alone", { ntp: { servers: ["a.example"] } }),
  worker("mounts", {
    mounts: [
      ["LABEL=a", "/mnt/a", "noatime"],
      ["b", "/mnt/b"],
    ],
  }),
  worker("disks", {
    diskSetup: {
      partitions: [
        { device: "/dev/sdb", layout: true, overwrite: false, tableType: "gpt" },
        { device: "/dev/sdc", layout: false, overwrite: true },
        { device: "/dev/sdd", diskLayout: [{ percentage: 30 }, { percentage: 70, partitionType: "Linux" }] },
      ],
      filesystems: [
        {
          device: "/dev/sdb1",
          filesystem: "ext4",
          label: "a",
          partition: "auto",
          overwrite: true,
          replaceFS: "ntfs",
          extraOpts: ["-E", "x=1"],
        },
        { device: "/dev/sdc1", filesystem: "xfs", label: "b", partition: "1", overwrite: false },
      ],
    },
  }),
];

const additional = (additionalConfig: string): NonNullable<MachineQuestion["spec"]["ignition"]> => ({
  containerLinuxConfig: { additionalConfig },
});
const mode = "0640";

/** Ignition. */
const ofIgnition = [
  ...[init, worker, controlPlane].flatMap((machine) => [
    machine("nothing", {}),
    machine(
      "commands",
      { preKubeadmCommands: ["a", "b\n  c"], postKubeadmCommands: ["d"], verbosity: 2 },
      { certificates },
    ),
  ]),
  worker("owners", {
    files: ["a", "a:b", ":b", "a:", "a : b"].map((owner, index) => ({
      path: `/${index}`,
      owner,
      permissions: mode,
      content: "a",
    })),
  }),
  worker("modes", {
    files: ["0600", "600", "0", "0o644", "0x1ff"].map((permissions, index) => ({
      path: `/${index}`,
      permissions,
      content: "a\n\n",
    })),
  }),
  worker("bytes", { files: [{ path: "/a", permissions: mode, encoding: "base64", content: "YQo=" }] }),
  worker("users", {
    users: [
      everyUser,
      { name: "v", lockPassword: false, groups: "a,b" },
      { name: "w", lockPassword: false },
      { name: "x", lockPassword: true },
      {
        name: " y ",
        gecos: " g ",
        homeDir: " /h ",
        shell: " /s ",
        primaryGroup: " p ",
        passwd: " $x ",
        groups: " a,  b ",
        sshAuthorizedKeys: [" k "],
      },
    ],
  }),
  worker("time servers", { ntp: { enabled: true, servers: ["a.example", "b.example"] } }),
  worker("time servers that are off", { ntp: { enabled: false, servers: ["a.example"] } }),
  worker("time servers that are not there", { ntp: { enabled: true } }),
  worker("time servers alone", { ntp: { servers: ["a.example"] } }),
  worker("mounts", {
    mounts: [
      ["a", "/mnt/a", "noatime", "nofail"],
      ["x", "/mnt/b/c"],
    ],
    diskSetup: {
      filesystems: [
        { device: "/dev/sdb1", filesystem: "ext4", label: "a", overwrite: true, extraOpts: ["-F"] },
        { device: "/dev/sdc1", filesystem: "xfs", label: "b", overwrite: false },
      ],
    },
  }),
  worker("disks", {
    diskSetup: {
      partitions: [
        { device: "/dev/sdb", layout: true, overwrite: true },
        { device: "/dev/sdc", layout: false, overwrite: false },
        { device: "/dev/sdd", layout: true },
      ],
    },
  }),
  worker("a disk without a layout", { diskSetup: { partitions: [{ device: "/dev/sde" }] } }),
  worker("more units", {
    ignition: additional(
      "{systemd: {units: [{name: a.service, mask: yes}]}, passwd: {users: [{name: z}]}, ignition: {timeouts: {http_total: 5}}}",
    ),
  }),
  worker("other configs", {
    ignition: additional(
      'ignition: {config: {append: [{source: "https://e.example/a"}]}, security: {tls: {certificate_authorities: [{source: "https://e.example/ca"}]}}}',
    ),
  }),
].map((one): MachineQuestion => ({
  ...one,
  name: `Ignition: ${one.role} with ${one.name}`,
  spec: { ...one.spec, format: "ignition" },
}));

/** The settings of a machine other than kubeadm, in both formats. */
export const setupMachines: readonly MachineQuestion[] = [
  ...ofCloudConfig.map((one) => ({ ...one, name: `${one.role} with ${one.name}` })),
  ...ofIgnition,
];
