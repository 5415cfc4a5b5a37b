import { expect, test } from "vitest";
import { findContradictions } from "../../src/api/admission/contradictions.ts";
import { type KubeadmConfigSpec } from "../../src/index.ts";

const secret = { secret: { name: "s", key: "k" } };
const etcd = { endpoints: ["https://e"], caFile: "/a", certFile: "/b", keyFile: "/c" };

test.each<[string, KubeadmConfigSpec, string[]]>([
  ["an empty spec has none", {}, []],
  [
    "local and external etcd",
    { clusterConfiguration: { etcd: { local: {}, external: etcd } } },
    ["spec.clusterConfiguration.etcd"],
  ],
  [
    "a token and a file for discovery",
    { joinConfiguration: { discovery: { bootstrapToken: {}, file: { kubeConfigPath: "/k" } } } },
    ["spec.joinConfiguration.discovery"],
  ],
  [
    "a token's ttl and expiry",
    { initConfiguration: { bootstrapTokens: [{ token: "abcdef.0123456789abcdef", ttlSeconds: 1, expires: "2026-01-01T00:00:00Z" }] } },
    ["spec.initConfiguration.bootstrapTokens[0]"],
  ],
  [
    "content twice, and two files of one path",
    { files: [{ path: "/a", content: "x", contentFrom: secret }, { path: "/b" }, { path: "/a" }] },
    ["spec.files[0]", "spec.files[2].path"],
  ],
  [
    "a flag twice",
    {
      joinConfiguration: {
        nodeRegistration: {
          kubeletExtraArgs: [
            { name: "v", value: "1" },
            { name: "v", value: "2" },
          ],
        },
      },
    },
    ["spec.joinConfiguration.nodeRegistration.kubeletExtraArgs"],
  ],
  [
    "an invalid token",
    { initConfiguration: { bootstrapTokens: [{ token: "ABCDEF.0123456789abcdef" }] } },
    ["spec.initConfiguration.bootstrapTokens[0].token"],
  ],
  [
    "partitions of more than the disk",
    {
      diskSetup: {
        partitions: [
          { device: "/a", diskLayout: [{ percentage: 60 }, { percentage: 40 }] },
          { device: "/b", diskLayout: [{ percentage: 60 }, { percentage: 41 }] },
        ],
      },
    },
    ["spec.diskSetup.partitions[1].diskLayout"],
  ],
  [
    "two ways to log in for a kubeconfig",
    {
      joinConfiguration: {
        discovery: {
          file: { kubeConfigPath: "/k", kubeConfig: { user: { exec: { command: "a" }, authProvider: { name: "b" } } } },
        },
      },
    },
    ["spec.joinConfiguration.discovery.file.kubeConfig.user"],
  ],
  ["a password twice", { users: [{ name: "u", passwd: "hash", passwdFrom: secret }] }, ["spec.users[0]"]],
])("%s", (_sentence, spec, paths) => {
  expect(findContradictions(spec).map(({ path }) => path)).toEqual(paths);
});
