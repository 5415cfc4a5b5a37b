// A kubeconfig whose cluster is behind a proxy, used as kubectl uses it.
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { inspect } from "node:util";
import { CertificateAuthority } from "@capstan/kube/x509";
import { ConfigMap, createClient } from "@capstan/runtime";
import { beforeAll, expect, onTestFinished, test } from "vitest";

let authority: CertificateAuthority;
beforeAll(async () => {
  authority = await CertificateAuthority.create("test", Date);
});

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** An API server with one ConfigMap, reachable under a name that only the proxy resolves. */
async function apiServer(): Promise<number> {
  const { certificate, privateKey } = await authority.issueServing("api.internal", ["api.internal"]);
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "default" } };
  return listen(
    createHttpsServer({ cert: certificate, key: privateKey }, (_request, response) => {
      response.end(JSON.stringify(object));
    }),
  );
}

/** Connects both ends, whatever name the client has requested. */
function join(client: Socket, port: number): void {
  const server = connect(port, "127.0.0.1");
  client.on("error", () => server.destroy()).pipe(server);
  server.on("error", () => client.destroy()).pipe(client);
  client.once("close", () => server.destroy());
}

function readThrough(proxyUrl: string): Promise<ConfigMap> {
  const cluster = {
    server: "https://api.internal:6443",
    "certificate-authority-data": Buffer.from(authority.certificate).toString("base64"),
    "proxy-url": proxyUrl,
  };
  const client = createClient({
    kubeconfig: JSON.stringify({
      clusters: [{ name: "c", cluster }],
      users: [{ name: "u", user: {} }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    }),
    userAgent: "proxies/1",
    insecureKubeconfig: { proxy: true },
  });
  onTestFinished(() => client.close());
  return client.get(ConfigMap, { namespace: "default", name: "c" });
}

/** A proxy that accepts one user. @returns its port and its requests. */
async function httpProxy(
  port: number,
  proxy: Server = createHttpServer(),
): Promise<{ readonly port: number; readonly asked: (string | undefined)[] }> {
  const asked: (string | undefined)[] = [];
  proxy.on("connect", (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url);
    const login = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
    if (request.headers["proxy-authorization"] === login) {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      join(socket, port);
    } else socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
  });
  return { port: await listen(proxy), asked };
}

async function secureProxy(port: number): ReturnType<typeof httpProxy> {
  const { certificate, privateKey } = await authority.issueServing("proxy", ["127.0.0.1"]);
  return httpProxy(port, createHttpsServer({ cert: certificate, key: privateKey }));
}

/** RFC 1928 and 1929, as far as a client with a password needs them. */
async function socksProxy(port: number): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = [];
  const proxy = createTcpServer((socket) => {
    const next = () => once(socket, "data").then(([data]) => data as Buffer);
    const talk = async (): Promise<void> => {
      await next();
      socket.write(Buffer.from([5, 2]));
      const login = await next();
      const isKnown = login.toString("latin1") === "\u0001\u0002me\u0004p@ss";
      socket.write(Buffer.from([1, isKnown ? 0 : 1]));
      if (!isKnown) return;
      const request = await next();
      const name = request.subarray(5, -2).toString();
      asked.push(`${name}:${request.readUInt16BE(request.length - 2)}`);
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      join(socket, port);
    };
    socket.on("error", () => undefined);
    void talk();
  });
  return { port: await listen(proxy), asked };
}

test("an HTTP proxy receives a CONNECT request with the user and password of its URL", async () => {
  const proxy = await httpProxy(await apiServer());

  const read = await readThrough(`http://me:p%40ss@127.0.0.1:${proxy.port}`);

  expect(read.metadata.name).toBe("c");
  expect(proxy.asked).toEqual(["api.internal:6443"]);
});

test("an HTTP proxy that refuses is named in the error, without its credentials", async () => {
  const proxy = await httpProxy(await apiServer());

  const reading = readThrough(`http://me:wrong@127.0.0.1:${proxy.port}`);

  await expect(reading).rejects.toThrow("The proxy responded to CONNECT with status 407");
  await expect(reading).rejects.not.toThrow(/wrong/);
});

test("a SOCKS5 proxy connects by name, with the user and password of its URL", async () => {
  const proxy = await socksProxy(await apiServer());

  const read = await readThrough(`socks5://me:p%40ss@127.0.0.1:${proxy.port}`);

  expect(read.metadata.name).toBe("c");
  expect(proxy.asked).toEqual(["api.internal:6443"]);
});

test("a SOCKS5 proxy that refuses the password is an error", async () => {
  const proxy = await socksProxy(await apiServer());

  await expect(readThrough(`socks5://me:wrong@127.0.0.1:${proxy.port}`)).rejects.toThrow(/authentication failed/i);
});

test("a proxy over TLS is verified with the system's CAs", async () => {
  const proxy = await secureProxy(await apiServer());
  const url = `https://me:p%40ss@127.0.0.1:${proxy.port}`;

  await expect(readThrough(url)).rejects.toThrow(/UNABLE_TO_VERIFY/);
  expect(proxy.asked).toEqual([]);

  const usual = getCACertificates("default");
  onTestFinished(() => {
    setDefaultCACertificates(usual);
  });
  setDefaultCACertificates([...usual, authority.certificate]);
  expect((await readThrough(url)).metadata.name).toBe("c");
  expect(proxy.asked).toEqual(["api.internal:6443"]);
});

test.each(["ftp://me:secret@proxy:21", "me:secret@proxy:3128", "http://me:secret@["])(
  "a proxy-url of another form is refused without its password: %s",
  async (url) => {
    const failure = await readThrough(url).catch((error: unknown) => error);

    expect(String(failure)).toMatch(/proxy-url must be a URL that begins with/);
    expect(inspect(failure, { depth: 10 })).not.toContain("secret");
  },
);
