import type { CorpusCase } from "./corpus-case.ts";

export const ignition: readonly CorpusCase[] = [
  { name: "Ignition", spec: { format: "ignition" }, expected: "joins" },
  {
    name: "Ignition with files, users and commands",
    spec: {
      format: "ignition",
      users: [{ name: "capi", sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ"] }],
      files: [{ path: "/etc/corpus", owner: "capi:capi", permissions: "0600", content: "hello\n" }],
      preKubeadmCommands: [`test "$(stat -c '%a %U' /etc/corpus)" = "600 capi"`, "echo ready"],
      postKubeadmCommands: ["echo done"],
    },
    expected: "joins",
  },
  {
    name: "Ignition with a file whose owner does not exist",
    spec: { format: "ignition", files: [{ path: "/etc/corpus", owner: "etcd-operator", content: "hello\n" }] },
    expected: "FileOwnerUnknown",
  },
  {
    name: "Ignition with a command before kubeadm that fails",
    spec: { format: "ignition", preKubeadmCommands: ["false"] },
    expected: "KubeadmNotCalled",
  },
  {
    name: "Ignition with a command after kubeadm that fails",
    spec: { format: "ignition", postKubeadmCommands: ["false"] },
    expected: "joins",
  },
  {
    name: "Ignition with the hash of another CA",
    spec: {
      format: "ignition",
      joinConfiguration: { discovery: { bootstrapToken: { caCertHashes: [`sha256:${"0".repeat(64)}`] } } },
    },
    expected: "CACertHashMismatch",
  },
  {
    name: "Ignition with a unit and a file of a Container Linux Config",
    spec: {
      format: "ignition",
      ignition: {
        containerLinuxConfig: {
          additionalConfig: [
            "systemd:",
            "  units:",
            "  - name: corpus.service",
            "    enabled: true",
            "    contents: |",
            "      [Service]",
            "      Type=oneshot",
            "      ExecStart=/bin/true",
            "      [Install]",
            "      WantedBy=multi-user.target",
            "",
          ].join("\n"),
        },
      },
    },
    expected: "joins",
  },
];
