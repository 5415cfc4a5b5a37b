import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiServer } from "@capstan/apiserver";
import type { CustomResourceDefinition } from "@capstan/contract";
import { CertificateAuthority } from "@capstan/kube/x509";
import { createClient, installCRDs } from "@capstan/runtime";
import { defineRuntimeExtension, ExtensionConfig, runExtension } from "@capstan/runtime-extension";
import { expect, test } from "vitest";

const extension = defineRuntimeExtension({ name: "quiet", hooks: { ValidateTopology: () => undefined } });

const extensionConfigs: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "extensionconfigs.runtime.cluster.x-k8s.io" },
  spec: {
    group: "runtime.cluster.x-k8s.io",
    names: { kind: "ExtensionConfig", plural: "extensionconfigs", singular: "extensionconfig" },
    scope: "Cluster",
    versions: [
      {
        name: "v1beta2",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

/** An API server with the ExtensionConfigs of the core, and a folder with its kubeconfig. */
async function world() {
  await using starting = new AsyncDisposableStack();
  const server = starting.use(await ApiServer.start());
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  starting.defer(() => client.close());
  await installCRDs(client, [extensionConfigs]);
  const directory = await mkdtemp(join(tmpdir(), "capstan-"));
  starting.defer(() => rm(directory, { recursive: true }));
  const path = join(directory, "kubeconfig");
  await writeFile(path, server.kubeconfig);
  const closing = starting.move();
  return {
    client,
    directory,
    flags: ["--kubeconfig", path, "--v", "-1"],
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

test("--install registers the address and the CA of the process", async () => {
  await using env = await world();
  const ending = new AbortController();
  await runExtension({
    extension,
    argv: [...env.flags, "--install"],
    signal: ending.signal,
    whenLeading: () => {
      ending.abort();
    },
  });
  const { spec } = await env.client.get(ExtensionConfig, { name: "quiet" });
  expect(spec.clientConfig).toEqual({
    url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/) as string,
    caBundle: expect.any(String) as string,
  });
});

test("--install with a certificate of its own is refused, since its address is on loopback", async () => {
  await using env = await world();
  const authority = await CertificateAuthority.create("webhooks", Date);
  const { certificate, privateKey } = await authority.issueServing("quiet", ["127.0.0.1"]);
  await writeFile(join(env.directory, "tls.crt"), certificate);
  await writeFile(join(env.directory, "tls.key"), privateKey);
  const failures: unknown[] = [];
  await runExtension({
    extension,
    argv: [...env.flags, "--install", "--webhook-cert-dir", env.directory, "--webhook-port", "0"],
    onFailure: (error) => failures.push(error),
  });
  expect(failures).toMatchObject([
    { code: "CommandLineInvalid", message: expect.stringContaining("--webhook-cert-dir") as string },
  ]);
  expect((await env.client.list(ExtensionConfig)).items).toEqual([]);
});
