import { mkdtemp, rm, writeFile } from "node:fs/promises";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectPlain } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { once } from "node:events";
import { CertificateAuthority } from "@capstan/kube/x509";
import { type AdmissionWebhook, isCapstanError, WebhookServer, type WebhookServerOptions } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const mebibyte = 1024 * 1024;
const kind = { group: "example.io", version: "v1", kind: "Widget" };
const review = (padding = ""): string =>
  JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "42",
      operation: "CREATE",
      kind,
      name: "one",
      object: { ...kind, metadata: {}, spec: { padding } },
    },
  });
const conversion = (objects: readonly object[]): string =>
  JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { uid: "42", desiredAPIVersion: "example.io/v2", objects },
  });
const widget = (spec: unknown): object => ({
  apiVersion: "example.io/v1",
  kind: "Widget",
  metadata: { name: "a" },
  spec,
});

function webhookThat(answer: AdmissionWebhook["review"]): AdmissionWebhook {
  return { type: "validating", ...kind, plural: "widgets", path: "/validate", review: answer };
}

const options: WebhookServerOptions = {
  admission: [webhookThat(() => ({}))],
  converters: [
    {
      group: "example.io",
      kinds: ["Widget"],
      convert: (object, version) => ({ ...object, apiVersion: `example.io/${version}` }),
    },
  ],
};

interface Answer {
  readonly status: number;
  readonly text: string;
}

function send(
  server: Pick<WebhookServer, "port" | "clientConfig">,
  body: string,
  path = "/validate",
  tls: https.RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ca = Buffer.from(server.clientConfig.caBundle ?? "", "base64").toString();
    const target = { host: "127.0.0.1", port: server.port, path, method: "POST", ca, agent: false, ...tls };
    const sent = https.request(target, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function refusal(answer: Answer): unknown {
  const { status, reason, code, message } = JSON.parse(answer.text) as Record<string, unknown>;
  return [answer.status, status, reason, code, message];
}

describe("a review from anyone who reaches the port", () => {
  let server: WebhookServer;
  beforeEach(async () => {
    server = await WebhookServer.start(options);
  });
  afterEach(() => server.close());

  test("is answered up to 8 MiB for admission, and beyond for conversion", async () => {
    const room = 8 * mebibyte - review().length;
    expect((await send(server, review("x".repeat(room)))).status).toBe(200);
    const large = conversion([widget({ padding: "x".repeat(9 * mebibyte) })]);
    expect((await send(server, large, "/convert")).status).toBe(200);
  });

  test("is refused with 413 if its length exceeds the limit, without being read", async () => {
    const room = 8 * mebibyte - review().length;
    expect(refusal(await send(server, review("x".repeat(room + 1))))).toEqual([
      413,
      "Failure",
      "RequestEntityTooLarge",
      413,
      "the review is larger than 8388608 bytes",
    ]);
  });

  test("is refused with 413 once it exceeds the limit, if its length was not declared", async () => {
    const tls = { headers: { "transfer-encoding": "chunked" } };
    expect((await send(server, review("x"), "/validate", tls)).status).toBe(200);
    expect((await send(server, review("x".repeat(8 * mebibyte)), "/validate", tls)).status).toBe(413);
  });

  test.each(["/validate", "/convert"])("is refused with 400 where it is nested too deep (%s)", async (path) => {
    expect(refusal(await send(server, `{"a":${"[".repeat(4 * mebibyte)}`, path))).toEqual([
      400,
      "Failure",
      "BadRequest",
      400,
      "the review cannot be read: it is nested deeper than 10000 levels",
    ]);
  });

  test("is refused with 400 where it has too many values", async () => {
    expect(refusal(await send(server, `{"a":[${"0,".repeat(3 * mebibyte)}0]}`))).toEqual([
      400,
      "Failure",
      "BadRequest",
      400,
      "the review cannot be read: it has more than 1000000 values",
    ]);
  });

  test("is converted at any depth that the API server can have stored", async () => {
    const deep = conversion([widget("DEEP")]).replace('"DEEP"', "[".repeat(9_000) + "]".repeat(9_000));
    const { status, text } = await send(server, deep, "/convert");
    expect(status).toBe(200);
    expect(text).toContain('"Success"');
    expect(text).toContain("[".repeat(9_000) + "]".repeat(9_000));
  });
});

test("reviews share the available room: a review without room is asked to retry, and finds room later", async () => {
  const clogged = Promise.withResolvers<undefined>();
  const asked = Promise.withResolvers<undefined>();
  const slow = webhookThat(async () => {
    asked.resolve(undefined);
    await clogged.promise;
    return {};
  });
  const admission = { bytes: 4000, values: 1000, roomBytes: 4000 };
  await using server = await WebhookServer.start({ admission: [slow], limits: { admission } });
  const first = send(server, review("x".repeat(3000)));
  await asked.promise;
  expect(refusal(await send(server, review("x".repeat(3000))))).toMatchObject([
    429,
    "Failure",
    "TooManyRequests",
    429,
    {},
  ]);
  clogged.resolve(undefined);
  expect((await first).status).toBe(200);
  expect((await send(server, review("x".repeat(3000)))).status).toBe(200);
});

describe("a slow client", () => {
  const limits = { headersTimeoutMs: 50, requestTimeoutMs: 100 };

  async function open(server: WebhookServer): Promise<TLSSocket> {
    const socket = connect({ host: "127.0.0.1", port: server.port, rejectUnauthorized: false });
    await once(socket, "secureConnect");
    return socket;
  }

  test.each([
    ["that never ends its headers", "POST /validate HTTP/1.1\r\nHost: x\r\n"],
    ["that never ends its body", "POST /validate HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"],
  ])("is cut off (%s)", async (_case, start) => {
    await using server = await WebhookServer.start({ ...options, limits });
    const socket = await open(server);
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(start);
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect((await send(server, review())).status).toBe(200);
  });
});

describe("the room for reviews", () => {
  const admission = { bytes: 10_000, values: 1_000, roomBytes: 10_000 };
  const conversionSize = { bytes: 100_000, values: 1_000, roomBytes: 100_000 };

  interface Sender {
    readonly socket: TLSSocket;
    /** The full response so far. */
    readonly answer: Promise<string>;
  }

  /** Sends the beginning of a review; resolves when the server has begun to read it. */
  async function begin(
    server: WebhookServer,
    { path = "/validate", from = "127.0.0.1", part }: { path?: string; from?: string; part: string },
  ): Promise<Sender> {
    const plain = connectPlain({ host: "127.0.0.1", port: server.port, localAddress: from });
    const socket = connect({ socket: plain, rejectUnauthorized: false });
    socket.on("error", () => undefined);
    const closed = once(socket, "close");
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\nExpect: 100-continue\r\n\r\n`);
    const [goOn] = (await once(socket, "data")) as [Buffer];
    expect(goOn.toString()).toMatch(/^HTTP\/1.1 100 /);
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.write(part);
    return { socket, answer: closed.then(() => text) };
  }

  test("is released within seconds by clients that stop sending, however much they have sent", async () => {
    const clock = new FakeClock();
    await using server = await WebhookServer.start({ ...options, clock });
    const stopped = await Promise.all(["", "{", `{${" ".repeat(9_000)}`].map((part) => begin(server, { part })));
    await clock.advance({ seconds: 6 });
    const answers = await Promise.all(stopped.map(({ answer }) => answer));
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(stopped.map(() => "HTTP/1.1 408"));
    expect((await send(server, review())).status).toBe(200);
    expect(clock.pendingTimers).toBe(0);
  });

  test("is denied to bodies that do not begin as a review", async () => {
    await using server = await WebhookServer.start({ ...options, clock: new FakeClock() });
    for (const part of [" ", "\n{", "[", "\ufeff{", "\0"]) {
      expect(await (await begin(server, { part })).answer, part).toMatch(/^HTTP\/1.1 400 /);
    }
  });

  test.each([
    ["somebody else's", "127.0.0.2"],
    ["its own address's", "127.0.0.1"],
  ])("goes to the review that needs less of it: %s large review is refused", async (_whose, from) => {
    await using server = await WebhookServer.start({ ...options, limits: { admission }, clock: new FakeClock() });
    const large = await begin(server, { from, part: `{${" ".repeat(9_000)}` });
    await vi.waitFor(async () => {
      expect((await send(server, review("x".repeat(2_000)))).status).toBe(200);
      await Promise.race([large.answer, Promise.reject(new Error("there was room for both"))]);
    });
    expect(await large.answer).toMatch(/^HTTP\/1.1 429 /);
  });

  test("is separate for conversion and admission", async () => {
    const limits = { admission, conversion: conversionSize };
    await using server = await WebhookServer.start({ ...options, limits, clock: new FakeClock() });
    const part = `{${" ".repeat(9_000)}`;
    const converting = await Promise.all(Array.from({ length: 30 }, () => begin(server, { path: "/convert", part })));
    expect((await send(server, review("x".repeat(2_000)))).status).toBe(200);
    const admitting = await begin(server, { part });
    expect((await send(server, conversion([widget({})]), "/convert")).status).toBe(200);
    for (const { socket } of [...converting, admitting]) socket.destroy();
  });

  test("is held by an answer until it is read, but not forever", async () => {
    const clock = new FakeClock();
    await using server = await WebhookServer.start({ ...options, clock });
    const body = conversion([widget({ padding: "x".repeat(20 * mebibyte) })]);
    const socket = connect({ host: "127.0.0.1", port: server.port, rejectUnauthorized: false });
    const broke = once(socket, "close");
    socket.on("error", () => undefined);
    socket.write(`POST /convert HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await once(socket, "readable");
    await clock.advance({ seconds: 6 });
    socket.resume();
    await broke;
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("connections", () => {
  test("are shared: if there are too many, the client with the most connections loses an idle one", async () => {
    await using server = await WebhookServer.start({ ...options, limits: { connections: 5 } });
    const silent = Array.from({ length: 20 }, () => {
      const socket = connectPlain({ host: "127.0.0.1", port: server.port, localAddress: "127.0.0.2" });
      return { socket, closed: once(socket.on("error", () => undefined).resume(), "close") };
    });
    expect((await send(server, review())).status).toBe(200);
    await Promise.all(silent.slice(0, 15).map(({ closed }) => closed));
    expect((await send(server, review())).status).toBe(200);
    for (const { socket } of silent) socket.destroy();
  });

  test("carry one request at a time", async () => {
    const going = Promise.withResolvers<undefined>();
    let asked = 0;
    const slow = webhookThat(async () => {
      asked += 1;
      await going.promise;
      return {};
    });
    await using server = await WebhookServer.start({ admission: [slow] });
    const socket = connect({ host: "127.0.0.1", port: server.port, rejectUnauthorized: false });
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const body = review();
    const one = `POST /validate HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    socket.write(one.repeat(10));
    await vi.waitFor(() => {
      expect(asked).toBe(1);
    });
    going.resolve(undefined);
    await once(socket, "close");
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 429"]);
    expect(asked).toBe(1);
  });
});

describe("a webhook server that closes", () => {
  test("first answers the reviews in flight, and accepts no further review", async () => {
    const going = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<undefined>();
    const slow = webhookThat(async () => {
      asked.resolve(undefined);
      await going.promise;
      return {};
    });
    const server = await WebhookServer.start({ admission: [slow] });
    const { port, clientConfig } = server;
    const inFlight = send(server, review());
    await asked.promise;
    const closed = server.close();
    const late = send({ port, clientConfig }, review());
    await expect(late).rejects.toMatchObject({ code: "ECONNREFUSED" });
    going.resolve(undefined);
    expect((await inFlight).status).toBe(200);
    await closed;
  });

  test("waits at most 10 seconds for them", async () => {
    const asked = Promise.withResolvers<undefined>();
    const stuck = webhookThat(() => {
      asked.resolve(undefined);
      return new Promise(() => undefined);
    });
    const clock = new FakeClock();
    const server = await WebhookServer.start({ admission: [stuck], clock });
    const cutOff = expect(send(server, review())).rejects.toMatchObject({ code: "ECONNRESET" });
    await asked.promise;
    const closed = server.close();
    await clock.advance({ seconds: 10 });
    await closed;
    await cutOff;
  });
});

describe("a webhook server that accepts admission reviews from the API server only", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "capstan-webhook-clients-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test("admits for clients with a certificate of that CA, and only converts for others", async () => {
    const [authority, other] = await Promise.all(
      ["clients", "others"].map((name) => CertificateAuthority.create(name, Date)),
    );
    const file = join(folder, "client-ca.crt");
    await writeFile(file, authority?.certificate ?? "");
    await using server = await WebhookServer.start({ ...options, clientCAFile: file });
    const withCertificateOf = async (signer: CertificateAuthority | undefined): Promise<https.RequestOptions> => {
      const issued = await signer?.issueClient("kube-apiserver");
      return { cert: issued?.certificate, key: issued?.privateKey };
    };
    expect((await send(server, review(), "/validate", await withCertificateOf(authority))).status).toBe(200);
    expect(refusal(await send(server, review()))).toMatchObject([401, "Failure", "Unauthorized", 401, {}]);
    expect((await send(server, review(), "/validate", await withCertificateOf(other))).status).toBe(401);
    // API servers present no client certificate for conversions.
    expect((await send(server, conversion([widget({})]), "/convert")).status).toBe(200);
  });

  test.each(["missing", "empty"])("does not start where the CA file is %s", async (which) => {
    const file = join(folder, which);
    if (which === "empty") await writeFile(file, "");
    const refused = await WebhookServer.start({ ...options, clientCAFile: file }).catch((error: unknown) => error);
    expect(isCapstanError(refused, "CommandLineInvalid")).toBe(true);
    expect(String(refused)).toContain(`--webhook-client-ca-file ${file}`);
  });
});
