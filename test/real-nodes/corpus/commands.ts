import type { CorpusCase } from "./corpus-case.ts";

const joinConfig = "/run/kubeadm/kubeadm-join-config.yaml";

export const commands: readonly CorpusCase[] = [
  { name: "a boot command that fails", spec: { bootCommands: ["false", "exit 7"] }, expected: "joins" },
  { name: "a command before kubeadm that fails", spec: { preKubeadmCommands: ["false"] }, expected: "joins" },
  {
    name: "a command before kubeadm that ends the script",
    spec: { preKubeadmCommands: ["exit 3"] },
    expected: "KubeadmNotCalled",
  },
  {
    name: "a command before kubeadm that fails, under set -e",
    spec: { preKubeadmCommands: ["set -e", "false"] },
    expected: "KubeadmNotCalled",
  },
  { name: "a command after kubeadm that fails", spec: { postKubeadmCommands: ["false"] }, expected: "joins" },
  {
    name: "a command after kubeadm that ends the script",
    spec: { postKubeadmCommands: ["exit 3", "rm /run/cluster-api/bootstrap-success.complete"] },
    expected: "joins",
  },
  {
    name: "a command after kubeadm that removes the sentinel file",
    spec: { postKubeadmCommands: ["rm /run/cluster-api/bootstrap-success.complete"] },
    expected: "SentinelFileNotWritten",
  },
  {
    name: "a command before kubeadm that removes its configuration",
    spec: { preKubeadmCommands: [`rm ${joinConfig}`] },
    expected: "KubeadmConfigNotFound",
  },
  {
    name: "a command before kubeadm with a quote that is not closed",
    spec: { preKubeadmCommands: ["echo 'begun"] },
    expected: "KubeadmNotCalled",
  },
  {
    name: "an if of several commands around kubeadm",
    spec: { preKubeadmCommands: ["if false; then"], postKubeadmCommands: ["fi"] },
    // A mock machine does not evaluate conditions, and says so.
    expected: "KubeadmNotFollowed",
  },
  {
    name: "conditions, loops, functions and here-documents",
    spec: {
      preKubeadmCommands: [
        "if [ -e /etc/corpus ]; then echo there; else echo not there; fi",
        "for each in a b; do echo $each; done",
        "say() { echo said; }\nsay",
        "cat >/etc/corpus <<END\nhello\nEND",
        "sleep 0 &",
      ],
    },
    expected: "joins",
  },
  {
    name: "a command before kubeadm that sets the hostname",
    spec: { preKubeadmCommands: ["hostname renamed-by-command"] },
    expected: "joins",
    node: "renamed-by-command",
  },
  {
    name: "a command before kubeadm that is not installed",
    spec: { preKubeadmCommands: ["no-such-program --now"] },
    expected: "joins",
  },
];
