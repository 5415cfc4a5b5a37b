import { type KubeadmConfigSpec } from "../../../src/index.ts";
import { type BadConfig } from "../scene/bad-config.ts";

const secret = { secret: { name: "s", key: "k" } };
const external = { endpoints: ["https://e"], caFile: "/a", certFile: "/b", keyFile: "/c" };
function contradiction(title: string, spec: KubeadmConfigSpec, ...says: string[]): BadConfig {
  return { title, spec, reason: "InvalidConfiguration", says };
}

const token = "abcdef.0123456789abcdef";
const expires = "2027-01-01T00:00:00Z";

/** Mutually exclusive settings of a spec that no schema rejects. */
export const contradictions: readonly BadConfig[] = [
  contradiction(
    "local and external etcd",
    { clusterConfiguration: { etcd: { local: { dataDir: "/d" }, external } } },
    "spec.clusterConfiguration.etcd: local and external are mutually exclusive; keep one",
  ),
  {
    ...contradiction(
      "local and external etcd, of the machine that initializes",
      { clusterConfiguration: { etcd: { local: { dataDir: "/d" }, external } } },
      "spec.clusterConfiguration.etcd: local and external are mutually exclusive; keep one",
    ),
    role: "init",
  },
  ...[0, 1, 2].map((index) =>
    contradiction(
      `ttl and expiry of token ${index}`,
      {
        initConfiguration: {
          bootstrapTokens: [0, 1, 2].map((each) => ({ token, ...(each === index ? { ttlSeconds: 60, expires } : {}) })),
        },
      },
      `spec.initConfiguration.bootstrapTokens[${index}]: ttlSeconds and expires are mutually exclusive; keep one`,
    ),
  ),
  contradiction(
    "discovery by token and by file",
    { joinConfiguration: { discovery: { bootstrapToken: { token }, file: { kubeConfigPath: "/k" } } } },
    "spec.joinConfiguration.discovery: bootstrapToken and file are mutually exclusive; keep one",
  ),
  contradiction(
    "two ways to log in for a discovery kubeconfig",
    {
      joinConfiguration: {
        discovery: {
          file: { kubeConfigPath: "/k", kubeConfig: { user: { exec: { command: "a" }, authProvider: { name: "b" } } } },
        },
      },
    },
    "spec.joinConfiguration.discovery.file.kubeConfig.user: authProvider and exec are mutually exclusive; keep one",
  ),
  contradiction(
    "content and contentFrom of a file",
    { files: [{ path: "/a", content: "x", contentFrom: secret }] },
    "spec.files[0]: content and contentFrom are mutually exclusive; keep one",
  ),
  contradiction(
    "content and contentFrom of a later file",
    { files: [{ path: "/a" }, { path: "/b", content: "x", contentFrom: secret }] },
    "spec.files[1]: content and contentFrom are mutually exclusive; keep one",
  ),
  contradiction(
    "two files of one path",
    {
      files: [
        { path: "/a", content: "x" },
        { path: "/a", content: "y" },
      ],
    },
    "spec.files[1].path: is already the path of another file; rename one",
  ),
  contradiction(
    "a file that appends to one of its own spec",
    { files: [{ path: "/a" }, { path: "/b" }, { path: "/a", append: true }] },
    "spec.files[2].path: is already the path of another file; rename one",
  ),
  contradiction(
    "a password twice",
    { users: [{ name: "u", passwd: "hash", passwdFrom: secret }] },
    "spec.users[0]: passwd and passwdFrom are mutually exclusive; keep one",
  ),
  contradiction(
    "a password twice, of the second user",
    { users: [{ name: "u" }, { name: "v", passwd: "hash", passwdFrom: secret }] },
    "spec.users[1]: passwd and passwdFrom are mutually exclusive; keep one",
  ),
  contradiction(
    "a disk divided into more than itself",
    { diskSetup: { partitions: [{ device: "/d", diskLayout: [{ percentage: 99 }, { percentage: 2 }] }] } },
    "spec.diskSetup.partitions[0].diskLayout: adds up to more than 100 percent",
  ),
  contradiction(
    "a second disk divided into more than itself",
    {
      diskSetup: {
        partitions: [
          { device: "/d", diskLayout: [{ percentage: 100 }] },
          { device: "/e", diskLayout: [{ percentage: 50 }, { percentage: 50 }, { percentage: 1 }] },
        ],
      },
    },
    "spec.diskSetup.partitions[1].diskLayout: adds up to more than 100 percent",
  ),
  contradiction(
    "a worker that would join the control plane",
    { joinConfiguration: { controlPlane: {} } },
    "spec.joinConfiguration.controlPlane",
    "the Machine is a worker",
    "remove it, or label the Machine",
  ),
  contradiction(
    "three mistakes at once, all reported",
    {
      joinConfiguration: { discovery: { bootstrapToken: { token }, file: { kubeConfigPath: "/k" } } },
      files: [{ path: "/a" }, { path: "/a" }],
      users: [{ name: "u", passwd: "hash", passwdFrom: secret }],
    },
    "spec.joinConfiguration.discovery: ",
    "spec.files[1].path: ",
    "spec.users[0]: ",
  ),
];
