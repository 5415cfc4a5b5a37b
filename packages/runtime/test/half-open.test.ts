import { once } from "node:events";
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from "node:http2";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { expect, test } from "vitest";
import { Cache, ConfigMap, createClient } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { until } from "./support/until.ts";

/** A server that speaks HTTP/2 and holds watches open. */
class QuietServer {
  readonly watches: URL[] = [];
  readonly streams: ServerHttp2Stream[] = [];
  pings = 0;
  sessions = 0;
  readonly server: Http2SecureServer;
  readonly certificate: string;

  private constructor(authority: string, serving: CertificateAndKey) {
    this.certificate = authority;
    this.server = createSecureServer({ cert: serving.certificate, key: serving.privateKey, allowHTTP1: true });
    this.server.on("session", (session) => {
      this.sessions += 1;
      session.on("ping", () => (this.pings += 1));
    });
    this.server.on("request", (request, response) => {
      const url = new URL(request.url, "https://localhost");
      if (url.searchParams.get("watch") !== "true") {
        response.end(JSON.stringify({ kind: "ConfigMapList", metadata: { resourceVersion: "10" }, items: [] }));
        return;
      }
      if (url.searchParams.has("sendInitialEvents")) {
        response.writeHead(422).end();
        return;
      }
      this.watches.push(url);
      this.streams.push(response.stream);
      response.stream.respond({ ":status": 200 });
    });
  }

  static async create(): Promise<QuietServer> {
    const authority = await CertificateAuthority.create("capstan-test", Date);
    return new QuietServer(authority.certificate, await authority.issueServing("localhost", ["127.0.0.1"]));
  }
}

/** A TCP proxy that can drop all bytes of its connections while both ends still acknowledge. */
class FreezingProxy {
  readonly server: Server;
  #isFrozen = new WeakSet<Socket>();
  readonly #sockets: Socket[] = [];

  constructor(target: () => number) {
    this.server = createServer((inbound) => {
      const outbound = connect(target(), "127.0.0.1");
      this.#sockets.push(inbound, outbound);
      for (const [from, to] of [
        [inbound, outbound],
        [outbound, inbound],
      ] as const) {
        from.on("data", (data) => {
          if (!this.#isFrozen.has(from)) to.write(data);
        });
        from.on("error", () => to.destroy());
        from.on("close", () => to.destroy());
      }
    });
  }

  freeze(): void {
    for (const socket of this.#sockets) this.#isFrozen.add(socket);
  }

  close(): void {
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

async function quietWorld() {
  const quiet = await QuietServer.create();
  quiet.server.listen(0, "127.0.0.1");
  await once(quiet.server, "listening");
  const proxy = new FreezingProxy(() => (quiet.server.address() as AddressInfo).port);
  proxy.server.listen(0, "127.0.0.1");
  await once(proxy.server, "listening");
  const server = `https://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`;
  const certificate = Buffer.from(quiet.certificate).toString("base64");
  const kubeconfig = JSON.stringify({
    clusters: [{ name: "c", cluster: { server, "certificate-authority-data": certificate } }],
    users: [{ name: "u", user: {} }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
  const clock = new FakeClock();
  const client = createClient({ kubeconfig, userAgent: "half-open/1", clock });
  const cache = new Cache({ client, clock });
  const informers = ["a", "b", "c"].map((namespace) => cache.informer(ConfigMap, { namespace }));
  cache.start();
  await until(() => quiet.watches.length === 3);
  return {
    quiet,
    proxy,
    clock,
    cache,
    informers,
    async [Symbol.asyncDispose]() {
      const stopped = cache.stop();
      await client.close();
      await stopped;
      proxy.close();
      quiet.server.close();
    },
  };
}

test("a dead path is detected within 10 s, though both ends still acknowledge", async () => {
  // given three watches on one HTTP/2 connection whose bytes are now dropped
  await using world = await quietWorld();
  expect(world.quiet.sessions).toBe(1);
  world.proxy.freeze();
  // when 5 s pass without any data, and 4 s more without an answer to a ping
  await world.clock.advance({ seconds: 5 });
  expect(world.quiet.watches).toHaveLength(3);
  const broken: string[] = [];
  world.cache.on("problem", (_kind, error) => broken.push(error.name));
  await world.clock.advance({ seconds: 4 });
  await until(() => broken.length === 3);
  await world.clock.advance({ milliseconds: 200 });
  await until(() => world.quiet.watches.length === 6);
  // then each watch resumes from its last version on a new connection
  expect(world.quiet.watches.slice(3).map((url) => url.searchParams.get("resourceVersion"))).toEqual([
    "10",
    "10",
    "10",
  ]);
  expect(world.quiet.sessions).toBe(2);
});

test("a quiet watch stays open as long as the server answers pings", async () => {
  await using world = await quietWorld();
  for (let pings = 1; pings <= 10; pings += 1) {
    // One millisecond beyond the ping: then 5,000 ms to the next timer show that the ping was answered.
    await world.clock.advance(5_001);
    await until(() => world.quiet.pings === pings && world.clock.nextTimerInMs === 5_000);
  }
  expect(world.quiet.watches).toHaveLength(3);
  expect(world.quiet.sessions).toBe(1);
});

test("a process that was busy for longer than the ping timeout does not treat the path as dead", async () => {
  await using world = await quietWorld();
  await world.clock.advance({ seconds: 5 });
  // when the answer stays unread until its time has passed
  const end = performance.now() + 300;
  while (performance.now() < end);
  await world.clock.advance({ seconds: 3 });
  await until(() => world.quiet.pings === 1 && world.clock.nextTimerInMs === 5_000);
  // then the answer counts
  expect(world.quiet.sessions).toBe(1);
  expect(world.quiet.watches).toHaveLength(3);
});

test("a watch resumes after the server closes its HTTP/2 streams gracefully", async () => {
  await using world = await quietWorld();
  await world.clock.advance({ seconds: 2 });
  for (const stream of world.quiet.streams) stream.end();
  await until(() => world.quiet.watches.length === 6);
  expect(world.quiet.sessions).toBe(1);
});
