import { gzipSync } from "node:zlib";
import type { CorpusCase } from "./corpus-case.ts";

const hello = "hello\n";
/** Ends the script before kubeadm unless the file is as it was written. */
const holds = (path: string): string => `test "$(cat ${path})" = hello || exit 1`;
const joinConfig = "/run/kubeadm/kubeadm-join-config.yaml";

export const files: readonly CorpusCase[] = [
  {
    name: "files in every encoding",
    spec: {
      files: [
        { path: "/etc/corpus/plain", content: hello },
        { path: "/etc/corpus/base64", encoding: "base64", content: Buffer.from(hello).toString("base64") },
        { path: "/etc/corpus/gzip+base64", encoding: "gzip+base64", content: gzipSync(hello).toString("base64") },
      ],
      preKubeadmCommands: ["plain", "base64", "gzip+base64"].map((name) => holds(`/etc/corpus/${name}`)),
    },
    expected: "joins",
  },
  {
    name: "a file that is not gzip, as its encoding says",
    spec: { files: [{ path: "/etc/corpus/a", encoding: "gzip+base64", content: "aGVsbG8=" }] },
    expected: "BootstrapDataInvalid",
  },
  {
    name: "files with permissions, owners and appended content",
    spec: {
      files: [
        { path: "/etc/corpus/a", permissions: "0600", owner: "daemon:adm", content: "hel" },
        { path: "/etc/corpus/b", permissions: "0755", owner: "65534", content: hello },
        { path: "/etc/hosts", append: true, content: "192.0.2.1 example.test\n" },
      ],
      preKubeadmCommands: [
        `test "$(stat -c '%a %U %G' /etc/corpus/a)" = "600 daemon adm" || exit 1`,
        `test "$(stat -c '%a %u' /etc/corpus/b)" = "755 65534" || exit 1`,
        "grep -q example.test /etc/hosts || exit 1",
      ],
    },
    expected: "joins",
  },
  {
    name: "a file whose owner does not exist",
    spec: { files: [{ path: "/etc/corpus/a", owner: "etcd-operator:etcd-operator", content: hello }] },
    expected: "FileOwnerUnknown",
  },
  {
    name: "a file whose owner is a user of the same data, who is added later",
    spec: { files: [{ path: "/etc/corpus/a", owner: "capi:capi", content: hello }], users: [{ name: "capi" }] },
    expected: "FileOwnerUnknown",
  },
  {
    name: "a file in the place of kubeadm's configuration, which the provider writes afterwards",
    spec: { files: [{ path: joinConfig, content: "not: kubeadm\n" }] },
    expected: "joins",
  },
  {
    name: "a cluster CA in the place where kubeadm writes it",
    spec: ({ certificateAuthority }) => ({
      files: [{ path: "/etc/kubernetes/pki/ca.crt", content: certificateAuthority }],
    }),
    expected: "KubeadmPreflightFailed",
  },
  {
    name: "a kubeconfig of a kubelet that is there already",
    spec: { files: [{ path: "/etc/kubernetes/kubelet.conf", content: "apiVersion: v1\nkind: Config\n" }] },
    expected: "KubeadmPreflightFailed",
  },
  {
    name: "file content that looks like Jinja",
    spec: { files: [{ path: "/etc/corpus/a", content: "{{ ds.meta_data.local_hostname }} and {{ v1.region }}\n" }] },
    expected: "joins",
  },
  {
    name: "file content with a Jinja statement that is not closed",
    spec: { files: [{ path: "/etc/corpus/a", content: "{% for each %}\n" }] },
    expected: "BootstrapDataTemplateInvalid",
  },
];
