import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { renderKubeconfig } from "@capstan/kube";
import { CertificateAuthority } from "@capstan/kube/x509";
import { type ClientOptions, ConfigMap, createClient, Lease, Manager } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { createServer as createTlsServer, type Server, type TLSSocket } from "node:tls";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { workloadLimits } from "../src/client/response-limits.ts";
import { until } from "./support/until.ts";

const configMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", namespace: "default", uid: "u", resourceVersion: "10" },
};
const { metadata: key } = configMap;

interface Asked {
  readonly stream: ServerHttp2Stream;
  readonly session: ServerHttp2Session;
  /** The settings of the session. */
  readonly socket: TLSSocket | undefined;
  readonly method: string;
  readonly path: string;
}

/** A server that speaks HTTP/2 and handles each stream as the test decides; by default it answers with a ConfigMap. */
class StreamServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly sessions: ServerHttp2Session[] = [];
  pings = 0;
  readonly kubeconfig: string;
  readonly #server: Http2SecureServer;

  private constructor(server: Http2SecureServer, authority: string) {
    this.#server = server;
    this.kubeconfig = kubeconfigOf(server, authority);
  }

  static async start(act: (asked: Asked, index: number) => boolean = () => false): Promise<StreamServer> {
    const authority = await CertificateAuthority.create("streams", Date);
    const { certificate, privateKey } = await authority.issueServing("localhost", ["127.0.0.1"]);
    const server = createSecureServer({ cert: certificate, key: privateKey });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const started = new StreamServer(server, authority.certificate);
    const sockets = new Map<number | undefined, TLSSocket>();
    server.on("secureConnection", (socket: TLSSocket) => sockets.set(socket.remotePort, socket));
    server.on("session", (session) => {
      started.sessions.push(session);
      session.on("ping", () => (started.pings += 1)).on("error", () => undefined);
    });
    server.on("stream", (stream, headers) => {
      stream.on("error", () => undefined);
      const session = stream.session as ServerHttp2Session;
      const socket = sockets.get(session.socket.remotePort);
      const asked = { stream, session, socket, method: headers[":method"] ?? "", path: headers[":path"] ?? "" };
      started.asked.push(asked);
      if (!act(asked, started.asked.length - 1)) answer(stream);
    });
    return started;
  }

  client(options: Partial<ClientOptions> = {}) {
    const client = createClient({ kubeconfig: this.kubeconfig, userAgent: "test/1", ...options });
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.sessions) session.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function kubeconfigOf(server: Server, certificateAuthority: string): string {
  const { port } = server.address() as AddressInfo;
  const user = { user: "user", credentials: { token: "t" } };
  return renderKubeconfig({ name: "streams", server: `https://127.0.0.1:${port}`, certificateAuthority, ...user });
}

function answer(stream: ServerHttp2Stream): void {
  stream.respond({ ":status": 200 });
  stream.end(JSON.stringify(configMap));
}

const execVersion = "client.authentication.k8s.io/v1";

/** A kubeconfig with other credentials. */
function withUser(kubeconfig: string, user: object): string {
  const config = load(kubeconfig) as { readonly users: readonly { readonly name: string }[] };
  return JSON.stringify({ ...config, users: config.users.map(({ name }) => ({ name, user })) });
}

const isWatch = ({ path }: Asked): boolean => path.includes("watch=true");

test("requests and watches share one connection, and the number of concurrent requests is limited", async () => {
  // given a server that does not answer yet
  await using server = await StreamServer.start((asked) => {
    if (isWatch(asked)) asked.stream.respond({ ":status": 200 });
    return true;
  });
  await using client = server.client();
  // when two watches are opened and 40 requests sent, each in its own namespace
  const ending = new AbortController();
  const watches = ["a", "b"].map((namespace) =>
    client.watchBatches(ConfigMap, { namespace, signal: ending.signal })[Symbol.asyncIterator]().next(),
  );
  const reads = Promise.all(
    Array.from({ length: 40 }, (_, at) => client.get(ConfigMap, { ...key, namespace: `n${at}` })),
  );
  // then 32 of them reach the server, and each that ends makes room for one more
  await until(() => server.asked.length === 2 + 32);
  for (let answered = 0; answered < 40; answered += 1) {
    const waiting = server.asked.filter((asked) => !isWatch(asked) && !asked.stream.headersSent);
    expect(waiting.length).toBeLessThanOrEqual(32);
    if (waiting[0] !== undefined) answer(waiting[0].stream);
    await until(() => server.asked.length === Math.min(2 + 40, 2 + 33 + answered));
  }
  expect(await reads).toHaveLength(40);
  expect(server.sessions).toHaveLength(1);
  ending.abort();
  await Promise.all(watches);
});

test("leader election does not wait for other requests", async () => {
  await using server = await StreamServer.start(({ path }) => path.includes("/configmaps/"));
  await using client = server.client({ maxRequestsInFlight: 1 });
  const stuck = client.get(ConfigMap, key).catch(() => undefined);
  await until(() => server.asked.length === 1);
  const waiting = client.get(ConfigMap, key, { signal: AbortSignal.timeout(200) });
  await client.get(Lease, key);
  await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
  expect(server.asked).toHaveLength(2);
  await client.close();
  await stuck;
});

test("a write that the server refused without processing is sent again", async () => {
  await using server = await StreamServer.start(({ stream }, index) => {
    if (index === 0) stream.close(constants.NGHTTP2_REFUSED_STREAM);
    return index === 0;
  });
  await using client = server.client();
  await expect(client.create(ConfigMap, configMap)).resolves.toEqual(configMap);
  expect(server.asked.map(({ method }) => method)).toEqual(["POST", "POST"]);
});

test("a write is sent again over a new connection if the server stopped before it processed it", async () => {
  await using server = await StreamServer.start(({ session }, index) => {
    if (index === 1) session.goaway(constants.NGHTTP2_NO_ERROR, 1);
    return index === 1;
  });
  await using client = server.client();
  await client.get(ConfigMap, key);
  await expect(client.create(ConfigMap, configMap)).resolves.toEqual(configMap);
  expect(server.asked.map(({ method }) => method)).toEqual(["GET", "POST", "POST"]);
  expect(server.sessions).toHaveLength(2);
});

test("a server that refuses everything is an error", async () => {
  await using server = await StreamServer.start(({ stream }) => {
    stream.close(constants.NGHTTP2_REFUSED_STREAM);
    return true;
  });
  await using client = server.client();
  await expect(client.create(ConfigMap, configMap)).rejects.toMatchObject({ code: "ConnectionFailed" });
  expect(server.asked).toHaveLength(3);
});

test.each([
  ["connection ends", ({ socket }: Asked) => socket?.end()],
  ["connection breaks", ({ socket }: Asked) => socket?.destroy()],
  ["stream is given up", ({ stream }: Asked) => stream.destroy(new Error("given up"))],
])("an answer whose %s in the middle is an error, also where the received part can be parsed", async (_, cut) => {
  await using server = await StreamServer.start((asked) => {
    asked.stream.respond({ ":status": 200 });
    asked.stream.write(JSON.stringify(configMap), () => setImmediate(cut, asked));
    return true;
  });
  await using client = server.client();
  await expect(client.create(ConfigMap, configMap)).rejects.toMatchObject({ code: "ConnectionFailed" });
});

const status401 = { kind: "Status", apiVersion: "v1", code: 401, reason: "Unauthorized", message: "no longer" };

test.each([
  ["ends", (stream: ServerHttp2Stream) => stream.end(JSON.stringify(status401)), { status: 401 }],
  ["breaks", (stream: ServerHttp2Stream) => stream.destroy(new Error("given up")), { code: "ConnectionFailed" }],
])(
  "a watch that is refused, and whose answer %s while new credentials are requested, is an error",
  async (_, end, error) => {
    // given a server that refuses the credentials
    let closed = 0;
    await using server = await StreamServer.start(({ stream }) => {
      stream.once("close", () => (closed += 1)).respond({ ":status": 401 });
      setImmediate(end, stream);
      return true;
    });
    // and a plugin that is slow to return new credentials
    const plugin = `const answer = ${JSON.stringify({ apiVersion: execVersion, kind: "ExecCredential", status: { token: "t" } })};
    setTimeout(() => process.stdout.write(JSON.stringify(answer)), 100);`;
    const exec = { apiVersion: execVersion, command: process.execPath, args: ["--eval", plugin] };
    const kubeconfig = withUser(server.kubeconfig, { exec });
    await using client = server.client({ kubeconfig, insecureKubeconfig: { exec: true } });
    // when the client watches, then the watch ends
    const watch = client.watchBatches(ConfigMap, { namespace: "default" })[Symbol.asyncIterator]();
    await expect(watch.next()).rejects.toMatchObject(error);
    expect(closed).toBe(1);
  },
);

test("writes of a manager use HTTP/1.1, which sends them at the moment they are allowed", async () => {
  const authority = await CertificateAuthority.create("both", Date);
  const { certificate, privateKey } = await authority.issueServing("localhost", ["127.0.0.1"]);
  const asked: string[] = [];
  const server = createSecureServer({ cert: certificate, key: privateKey, allowHTTP1: true }, (request, response) => {
    asked.push(`${request.method} ${request.httpVersion}`);
    response.end(JSON.stringify(configMap));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const kubeconfig = kubeconfigOf(server, authority.certificate);
  const client = createClient({ kubeconfig, userAgent: "test/1" });
  const manager = new Manager({ name: "writer", client });
  await manager.client.create(ConfigMap, configMap);
  await manager.client.get(ConfigMap, key);
  await client.create(ConfigMap, configMap);
  expect(asked).toEqual(["POST 1.1", "GET 2.0", "POST 2.0"]);
  await manager.stop();
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});

test("a server that breaks the protocol right after it acknowledged the client's settings is an error, and ends no process", async () => {
  const authority = await CertificateAuthority.create("broken", Date);
  const { certificate, privateKey } = await authority.issueServing("localhost", ["127.0.0.1"]);
  const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
  const acknowledgement = Buffer.from([0, 0, 0, 4, 1, 0, 0, 0, 0]);
  // SETTINGS on a stream, valid only on a connection
  const broken = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 1]);
  const server = createTlsServer({ cert: certificate, key: privateKey, ALPNProtocols: ["h2"] }, (socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.write(Buffer.concat([settings, acknowledgement, broken])));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const kubeconfig = kubeconfigOf(server, authority.certificate);
  const client = createClient({ kubeconfig, userAgent: "test/1", limits: workloadLimits });
  await expect(client.create(ConfigMap, configMap)).rejects.toMatchObject({ code: "ConnectionFailed" });
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});

test("requests that are aborted before they are answered make the client ping the server", async () => {
  await using server = await StreamServer.start(() => true);
  const clock = new FakeClock();
  await using client = server.client({ clock });
  const ending = new AbortController();
  const read = client.get(ConfigMap, key, { signal: ending.signal });
  await until(() => server.asked.length === 1);
  expect(server.pings).toBe(0);
  ending.abort(new Error("no longer wanted"));
  await expect(read).rejects.toThrow("no longer wanted");
  await until(() => server.pings === 1);
});

test("a client that is not closed keeps no process alive", async () => {
  await using server = await StreamServer.start();
  const script = `
    const { createClient, ConfigMap } = await import("@capstan/runtime");
    const client = createClient({ kubeconfig: process.env.ACCESS, userAgent: "test/1" });
    await client.get(ConfigMap, { namespace: "default", name: "a" });
    process.stdout.write("read");
  `;
  const argv = ["--conditions=source", "--input-type=module", "--eval", script];
  const child = spawn(process.execPath, argv, {
    cwd: import.meta.dirname,
    env: { ...process.env, ACCESS: server.kubeconfig },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  expect(await once(child, "close")).toEqual([0, null]);
  expect(printed).toBe("read");
});
