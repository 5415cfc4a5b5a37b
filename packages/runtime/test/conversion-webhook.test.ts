import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { CertificateAuthority } from "@capstan/kube/x509";
import { WebhookServer, type Converter, isCapstanError, type Logger, TerminalError } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const converter: Converter = {
  group: "example.io",
  kinds: ["Widget"],
  convert: (object, version) => {
    if (object.metadata.name === "refused")
      throw new TerminalError("Widget refused has no color", { object: { kind: "Widget" } });
    if (object.metadata.name === "broken") throw new TypeError("hunter2 is not a color");
    const annotations = { ...object.metadata.annotations, seen: version };
    return {
      ...object,
      apiVersion: `example.io/${version}`,
      metadata: { ...object.metadata, name: "other", annotations },
    };
  },
};

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly commonName: string | string[] | undefined;
}

function send(
  webhook: WebhookServer,
  ca: string,
  body: string,
  { path = "/convert?timeout=30s", method = "POST" } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const options = { host: "127.0.0.1", port: webhook.port, path, method, ca, agent: false } as const;
    const request = https.request(options, (response) => {
      const { socket } = response;
      const commonName = socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : "";
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text, commonName });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

function review(...names: string[]): string {
  const objects = names.map((name) => ({
    apiVersion: "example.io/v1",
    kind: "Widget",
    metadata: { name, uid: "u" },
    spec: { a: 1 },
  }));
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { uid: "42", desiredAPIVersion: "example.io/v2", objects },
  });
}

describe("the conversion webhook, with its own certificate", () => {
  let webhook: WebhookServer;
  let ca: string;
  const logged: unknown[] = [];
  const note = (...entry: unknown[]): void => void logged.push(entry);

  beforeEach(async () => {
    const logger: Logger = { debug: note, info: note, warn: note, error: note, with: () => logger };
    webhook = await WebhookServer.start({ converters: [converter], logger });
    ca = Buffer.from(webhook.clientConfig.caBundle ?? "", "base64").toString();
  });
  afterEach(() => webhook.close());

  test("closes at once although a client has connected and sends nothing", async () => {
    const other = await WebhookServer.start({ converters: [converter] });
    const silent = connect(other.port, "127.0.0.1");
    await once(silent, "connect");
    const cutOff = once(silent, "close");
    await other.close();
    await cutOff;
  });

  test("reports the URL at which an API server on this machine reaches it", () => {
    expect(webhook.clientConfig).toMatchObject({ url: `https://127.0.0.1:${webhook.port}/convert` });
    expect(ca).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  });

  test("answers with the objects in the other version; only labels and annotations of the metadata change", async () => {
    const { status, text } = await send(webhook, ca, review("a", "b"));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      response: {
        uid: "42",
        result: { status: "Success" },
        convertedObjects: ["a", "b"].map((name) => ({
          apiVersion: "example.io/v2",
          kind: "Widget",
          metadata: { name, uid: "u", annotations: { seen: "v2" } },
          spec: { a: 1 },
        })),
      },
    });
  });

  test("fails the whole request with the reason when one object cannot be converted, and logs no content", async () => {
    const { status, text } = await send(webhook, ca, review("a", "refused"));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      response: {
        uid: "42",
        result: { status: "Failure", message: "Widget refused has no color" },
        convertedObjects: [],
      },
    });
    expect(JSON.stringify(logged)).toContain("refused");
    expect(JSON.stringify(logged)).not.toContain("color");
  });

  test("does not quote errors that may contain content of objects", async () => {
    const { text } = await send(webhook, ca, review("broken"));
    expect(JSON.parse(text)).toMatchObject({
      response: { result: { message: "Widget broken cannot be converted: TypeError" } },
    });
  });

  test("refuses unknown kinds and bodies that are not a ConversionReview", async () => {
    const other = review("a").replace('"Widget"', '"Gadget"');
    expect(JSON.parse((await send(webhook, ca, other)).text)).toMatchObject({
      response: {
        result: {
          status: "Failure",
          message:
            "Gadget of example.io/v1 cannot be converted to example.io/v2: its CRD names a conversion webhook that does not serve this kind",
        },
      },
    });
    // Clients that list the kind repeat the request.
    await send(webhook, ca, other);
    const ofGadgets = logged.filter((line) => JSON.stringify(line).includes("Gadget"));
    expect(ofGadgets).toHaveLength(1);
    expect(JSON.stringify(ofGadgets)).toContain("name the webhook of the manager that serves the kind in its CRD");

    expect((await send(webhook, ca, "xx{")).status).toBe(400);
    expect((await send(webhook, ca, review("a").replace("k8s.io/v1", "k8s.io/v1beta1"))).status).toBe(400);
    expect((await send(webhook, ca, review("a"), { path: "/other" })).status).toBe(404);
    expect((await send(webhook, ca, "", { method: "GET" })).status).toBe(405);
  });
});

describe("the conversion webhook, with certificates from a folder", () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "capstan-webhook-"));
  });
  afterEach(() => rm(directory, { recursive: true }));

  test("loads a renewed certificate, and keeps the old one while the new one is invalid", async () => {
    const authority = await CertificateAuthority.create("webhooks", Date);
    const install = async (commonName: string): Promise<void> => {
      const { certificate, privateKey } = await authority.issueServing(commonName, ["127.0.0.1"]);
      await writeFile(join(directory, "tls.key"), privateKey);
      await writeFile(join(directory, "tls.crt"), certificate);
    };
    await install("first");
    const clock = new FakeClock();
    await using webhook = await WebhookServer.start({
      converters: [converter],
      certificateDirectory: directory,
      port: 0,
      clock,
    });
    const served = async (): Promise<Answer["commonName"]> =>
      (await send(webhook, authority.certificate, review("a"))).commonName;
    const until = async (commonName: string): Promise<void> => {
      await expect
        .poll(async () => {
          await clock.advance({ seconds: 10 });
          return served();
        })
        .toBe(commonName);
    };
    expect(await served()).toBe("first");
    await install("second");
    await until("second");
    const previous = await readFile(join(directory, "tls.crt"), "utf8");
    await copyFile(join(directory, "tls.key"), join(directory, "tls.crt"));
    await clock.advance({ seconds: 10 });
    expect(await served()).toBe("second");
    // as in a half-written renewal: the key is new, the certificate is still empty or the old one
    for (const half of ["", previous]) {
      const { privateKey } = await authority.issueServing("half", ["127.0.0.1"]);
      await writeFile(join(directory, "tls.key"), privateKey);
      await writeFile(join(directory, "tls.crt"), half);
      await clock.advance({ seconds: 10 });
      expect(await served()).toBe("second");
    }
    await install("third");
    await until("third");
  });

  test("does not start without a certificate", async () => {
    const starting = WebhookServer.start({ converters: [converter], certificateDirectory: directory });
    await expect(starting).rejects.toSatisfy((error) => isCapstanError(error, "CommandLineInvalid"));
  });
});
