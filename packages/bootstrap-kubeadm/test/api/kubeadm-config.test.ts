import type { CustomResourceDefinition, KubernetesObject } from "@capstan/provider";
import { installCRDs } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KubeadmConfig, type KubeadmConfigSpec } from "../../src/index.ts";
import { everything } from "../everything.ts";
import { type TestServer, servers } from "../servers.ts";

/** Every field of the schema. */
const full: KubeadmConfigSpec = {
  ...everything,
  joinConfiguration: {
    ...everything.joinConfiguration,
    discovery: {
      ...everything.joinConfiguration?.discovery,
      file: {
        kubeConfigPath: "/etc/discovery.yaml",
        kubeConfig: {
          cluster: {
            server: "https://cp.example:6443",
            tlsServerName: "cp.example",
            insecureSkipTLSVerify: false,
            certificateAuthorityData: "eA==",
            proxyURL: "http://proxy.example",
          },
          user: {
            authProvider: { name: "oidc", config: { "client-id": "c" } },
            exec: {
              command: "/bin/token",
              args: ["a"],
              env: [{ name: "A", value: "b" }],
              apiVersion: "client.authentication.k8s.io/v1",
              provideClusterInfo: true,
            },
          },
        },
      },
    },
  },
  files: [
    { path: "/a", owner: "root:root", permissions: "0600", encoding: "base64", append: false, content: "eA==" },
    { path: "/b", contentFrom: { secret: { name: "s", key: "k" } }, contentFormat: "Template" },
  ],
  diskSetup: {
    partitions: [
      { device: "/dev/sdb", layout: true, overwrite: false, tableType: "gpt" },
      { device: "/dev/sdc", diskLayout: [{ percentage: 40, partitionType: "LinuxSwap" }, { percentage: 60 }] },
    ],
    filesystems: [
      {
        device: "/dev/sdb1",
        filesystem: "ext4",
        label: "data",
        partition: "auto",
        overwrite: true,
        replaceFS: "ntfs",
        extraOpts: ["-F"],
      },
    ],
  },
  users: [
    {
      name: "u",
      gecos: "g",
      groups: "a,b",
      homeDir: "/h",
      inactive: false,
      shell: "/bin/sh",
      passwdFrom: { secret: { name: "s", key: "k" } },
      primaryGroup: "p",
      lockPassword: true,
      sudo: "ALL",
      sshAuthorizedKeys: ["ssh-ed25519 AAAA"],
    },
  ],
  ntp: { enabled: true, servers: ["pool"] },
  mounts: [["/dev/sdb", "/mnt"]],
  bootCommands: ["a"],
  preKubeadmCommands: ["b"],
  postKubeadmCommands: ["c"],
  format: "ignition",
  ignition: { containerLinuxConfig: { additionalConfig: "{}", strict: true } },
  verbosity: 2,
};
const objectWith = (name: string, spec: object | undefined) => ({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmConfig",
  metadata: { namespace: "default", name },
  ...(spec === undefined ? {} : { spec }),
});

test("the kinds have the names of the Go provider's", () => {
  expect(KubeadmConfig.crds.map(({ metadata }) => metadata.name)).toEqual([
    "kubeadmconfigs.bootstrap.cluster.x-k8s.io",
    "kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io",
  ]);
  expect(labelsOf(KubeadmConfig.crds[0])).toMatchObject({
    "cluster.x-k8s.io/v1beta1": "v1beta1",
    "cluster.x-k8s.io/v1beta2": "v1beta2",
  });
});

test.each<[string, object | undefined, string | undefined]>([
  ["no spec", undefined, undefined],
  ["an empty spec", {}, "spec"],
  ["every field", full, undefined],
  ["a format that there is not", { format: "ignition-3" }, "spec.format"],
  [
    "a token of the wrong form",
    { initConfiguration: { bootstrapTokens: [{ token: "x" }] } },
    "bootstrapTokens[0].token",
  ],
  ["a file without path", { files: [{ content: "x" }] }, "spec.files[0]"],
])("validation of %s", (_sentence, spec, path) => {
  const violations = KubeadmConfig.validate(objectWith("x", spec)).map((violation) => violation.path);
  if (path === undefined) expect(violations).toEqual([]);
  else expect(violations.some((violation) => violation.includes(path))).toBe(true);
});

describe.each(servers)("the CRDs, on %s", (_name, start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
    await installCRDs(server.client, KubeadmConfig.crds);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("store every field of the schema unchanged", async () => {
    await server.client.create(KubeadmConfig.kind, { ...objectWith("full", full), spec: full });
    const { spec } = await server.client.get(KubeadmConfig.kind, { namespace: "default", name: "full" });
    expect(spec).toEqual(full);
  });

  test.each<[string, object]>([
    ["an empty spec", {}],
    ["a format that there is not", { format: "ignition-3" }],
    ["an empty section", { joinConfiguration: {} }],
    ["more days than a certificate may have", { clusterConfiguration: { certificateValidityPeriodDays: 1096 } }],
  ])("reject %s", async (_what, spec) => {
    const object = objectWith("refused", spec);
    await expect(server.client.create<KubernetesObject>(KubeadmConfig.kind, object)).rejects.toMatchObject({
      reason: "Invalid",
    });
  });

  test("store a template", async () => {
    const { spec } = await server.client.create(KubeadmConfig.templateKind, {
      ...objectWith("template", undefined),
      kind: "KubeadmConfigTemplate",
      spec: { template: { metadata: { labels: { a: "b" } }, spec: full } },
    });
    expect(spec.template).toEqual({ metadata: { labels: { a: "b" } }, spec: full });
  });
});

function labelsOf(crd: CustomResourceDefinition | undefined): Record<string, string> {
  return crd?.metadata.labels ?? {};
}
