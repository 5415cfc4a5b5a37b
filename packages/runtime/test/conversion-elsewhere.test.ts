import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { type CustomResourceDefinition, customResourceDefinition } from "@capstan/contract";
import {
  type Client,
  type ConversionClientConfig,
  WebhookServer,
  type Converter,
  createClient,
  CustomResourceDefinition as CustomResourceDefinitionKind,
  installCRDs,
  placeholderClientConfig,
  runManager,
  withConversionWebhook,
} from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const spec = Type.Object({ size: Type.Optional(Type.String()) });
const widget = customResourceDefinition({
  group: "example.io",
  kind: "Widget",
  versions: [
    { name: "v1", spec },
    { name: "v2", spec },
  ],
});
/** The build information of the program. */
const built = withConversionWebhook(widget, placeholderClientConfig);
const converter: Converter = { group: "example.io", kinds: ["Widget"], convert: (object) => object };
const caBundle = "";

async function portOf(listening: boolean): Promise<{ port: number; close: () => void }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => void server.close();
  if (!listening) {
    close();
    await once(server, "close");
  }
  return { port, close };
}

describe("a manager with converted kinds, started with neither --install nor --webhook-cert-dir", () => {
  let server: ApiServer;
  let client: Client;
  let directory: string;

  beforeEach(async () => {
    server = await ApiServer.start();
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    directory = await mkdtemp(join(tmpdir(), "capstan-elsewhere-"));
    await writeFile(join(directory, "kubeconfig"), server.kubeconfig, { mode: 0o600 });
  });
  afterEach(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  /** Resolves with the log of the running manager; rejects with the reason why it does not start. */
  async function start(...flags: string[]): Promise<string> {
    let logged = "";
    const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      logged += String(text);
      return true;
    });
    const stopping = new AbortController();
    try {
      await runManager({
        name: "widgets",
        description: "Widgets.",
        version: "1",
        crds: [built],
        converters: [converter],
        setup: (manager) => {
          manager.once("started", () => {
            stopping.abort();
          });
        },
        argv: [
          "--kubeconfig",
          join(directory, "kubeconfig"),
          "--logging-format",
          "json",
          "--health-addr=0",
          "--diagnostics-address=0",
          ...flags,
        ],
        signal: stopping.signal,
      });
      return logged;
    } finally {
      write.mockRestore();
    }
  }

  const at = (clientConfig: ConversionClientConfig) => withConversionWebhook(widget, clientConfig);
  const service = { namespace: "capi-system", name: "others", path: "/convert" };

  test("starts where the CRD uses no conversion webhook", async () => {
    await installCRDs(client, [widget]);
    expect(await start()).not.toContain("by another process");
  });

  test("starts where the CRD serves one version only", async () => {
    const [, v2] = built.spec.versions;
    await installCRDs(client, [{ ...built, spec: { ...built.spec, versions: v2 === undefined ? [] : [v2] } }]);
    expect(await start()).not.toContain("by another process");
  });

  test.each([
    ["Service capi-system/others", { service, caBundle }],
    ["https://elsewhere.example.com/convert", { url: "https://elsewhere.example.com/convert", caBundle }],
  ])("starts where %s converts, and logs it", async (where, clientConfig) => {
    await installCRDs(client, [at(clientConfig)]);
    const logged = await start();
    expect(logged).toContain("Objects are converted between versions by another process");
    expect(logged).toContain(where);
  });

  test("starts where another process listens on this machine", async () => {
    const { port, close } = await portOf(true);
    await installCRDs(client, [at({ url: `https://127.0.0.1:${port}/convert`, caBundle })]);
    expect(await start()).toContain(`https://127.0.0.1:${port}/convert`);
    close();
  });

  test("does not start where the process named in the CRD has ended", async () => {
    const { port } = await portOf(false);
    await installCRDs(client, [at({ url: `https://127.0.0.1:${port}/convert`, caBundle })]);
    await expect(start()).rejects.toMatchObject({
      code: "CommandLineInvalid",
      message: expect.stringMatching(
        /widgets\.example\.io names https:.* where no process listens.*--install/,
      ) as unknown,
    });
  });

  test("does not start where the CRD has a generator's placeholder", async () => {
    await installCRDs(client, [built]);
    await expect(start()).rejects.toMatchObject({
      code: "CommandLineInvalid",
      message: expect.stringMatching(
        /widgets\.example\.io names the placeholder of a webhook.*--webhook-cert-dir/,
      ) as unknown,
    });
  });

  test("serves the webhook itself with --install, whatever the CRD named before", async () => {
    await installCRDs(client, [built]);
    expect(await start("--install")).toContain("The webhooks are being served");
  });
});

describe.each([
  ["the embedded server", () => ApiServer.start(), true],
  ["kube-apiserver", () => RealApiServer.start(), process.env.KUBEBUILDER_ASSETS !== undefined],
] as const)("CRDs that another manager installed, on %s", (_name, startServer, isThere) => {
  test.runIf(isThere)("are converted only by the webhook of the last installation", async () => {
    await using server = await startServer();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    const byService = withConversionWebhook(widget, placeholderClientConfig);
    await using webhook = await WebhookServer.start({ converters: [converter] });
    const conversionAfter = async (crd: CustomResourceDefinition, userAgent: string): Promise<unknown> => {
      const installing = createClient({ kubeconfig: server.kubeconfig, userAgent });
      await installCRDs(installing, [crd]);
      await installing.close();
      return (await client.get(CustomResourceDefinitionKind, { name: widget.metadata.name })).spec.conversion;
    };

    await conversionAfter(byService, "kubectl");
    const byURL = await conversionAfter(webhook.wire([byService])[0] ?? byService, "manager");
    expect(byURL).toMatchObject({ webhook: { clientConfig: webhook.clientConfig } });
    expect(byURL).not.toMatchObject({ webhook: { clientConfig: { service: expect.anything() as unknown } } });

    const byServiceAgain = await conversionAfter(byService, "kubectl");
    expect(byServiceAgain).toMatchObject({ webhook: { clientConfig: placeholderClientConfig } });
    expect(byServiceAgain).not.toMatchObject({ webhook: { clientConfig: { url: expect.anything() as unknown } } });

    expect(await conversionAfter(widget, "another")).toEqual({ strategy: "None" });
    await client.close();
  });
});
