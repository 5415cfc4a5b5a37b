import { type CustomResourceDefinition } from "@capstan/provider";
import { installCRDs } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KubeadmConfig, type KubeadmConfigSpec } from "../../src/index.ts";
import { everything } from "../everything.ts";
import { type TestServer, servers } from "../servers.ts";

/** Every field of the schema. */
const full: KubeadmConfigSpec = {
  ...everything,
  files: [
    { path: "/a", owner: "root:root", permissions: "0600", encoding: "base64", append: false, content: "eA==" },
    { path: "/b", contentFrom: { secret: { name: "s", key: "k" } } },
  ],
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
  format: "cloud-config",
  verbosity: 2,
};
const objectWith = (name: string, spec: object) => ({
  apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmConfig",
  metadata: { namespace: "default", name },
  spec,
});

test("the kinds are those of the Go provider", () => {
  expect(KubeadmConfig.crds.map(({ metadata }) => metadata.name)).toEqual([
    "kubeadmconfigs.bootstrap.cluster.x-k8s.io",
    "kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io",
  ]);
  expect(labelsOf(KubeadmConfig.crds[0])).toMatchObject({ "cluster.x-k8s.io/v1beta2": "v1beta2" });
});

test.each<[string, object, string | undefined]>([
  ["an empty spec", {}, undefined],
  ["every field", full, undefined],
  ["a format that is not rendered", { format: "ignition" }, "spec.format"],
  [
    "a token of the wrong form",
    { initConfiguration: { bootstrapTokens: [{ token: "x" }] } },
    "bootstrapTokens.0.token",
  ],
  ["a file without path", { files: [{ content: "x" }] }, "spec.files.0"],
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

  test("store every field of the schema as it was given", async () => {
    await server.client.create(KubeadmConfig.kind, { ...objectWith("full", {}), spec: full });
    const { spec } = await server.client.get(KubeadmConfig.kind, { namespace: "default", name: "full" });
    expect(spec).toEqual(full);
  });

  test("refuse a format that is not rendered", async () => {
    const object = { ...objectWith("ignition", {}), spec: { format: "ignition" as "cloud-config" } };
    await expect(server.client.create(KubeadmConfig.kind, object)).rejects.toMatchObject({ reason: "Invalid" });
  });

  test("store a template", async () => {
    const { spec } = await server.client.create(KubeadmConfig.templateKind, {
      ...objectWith("template", {}),
      kind: "KubeadmConfigTemplate",
      spec: { template: { metadata: { labels: { a: "b" } }, spec: full } },
    });
    expect(spec.template).toEqual({ metadata: { labels: { a: "b" } }, spec: full });
  });
});

function labelsOf(crd: CustomResourceDefinition | undefined): Record<string, string> {
  return crd?.metadata.labels ?? {};
}
