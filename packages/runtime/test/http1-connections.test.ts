import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { CertificateAuthority } from "@capstan/kube/x509";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, onTestFinished, test } from "vitest";
import { Connections } from "../src/client/connections.ts";
import { Http1Connections } from "../src/client/http1-connections.ts";
import { readText } from "../src/client/read-body.ts";
import { tlsConnection } from "../src/client/tls-context.ts";

const get = { method: "GET", path: "/", headers: {} };
const nothing = (): void => undefined;

/** Connections to a server that answers in the given way, and the requests it has seen. */
async function scene(answer: RequestListener, headerBytes?: number) {
  const seen: { port: number | undefined; request: string; length: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { method, url, socket, headers } = request;
    seen.push({ port: socket.remotePort, request: `${method} ${url}`, length: headers["content-length"] });
    request.resume();
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const open = () =>
    new Promise<number>(
      (resolve) =>
        void server.getConnections((_error, count) => {
          resolve(count);
        }),
    );
  const http1 = connectionsTo(url, headerBytes);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { http1, seen, open };
}

function connectionsTo(url: URL, headerBytes?: number): Http1Connections {
  const connections = new Connections(new FakeClock());
  onTestFinished(() => {
    connections.close();
  });
  return new Http1Connections(url, { connections, tls: tlsConnection({}), proxyUrl: undefined, headerBytes });
}

test("a request that must no longer be sent fails with the reason, and its server sees nothing of it", async () => {
  const { http1, seen } = await scene((_request, response) => response.end("done"));
  const reason = new Error("another process leads");
  const refused = (thrown: unknown) =>
    http1.open(get, () => {
      throw thrown;
    });

  await expect(refused(reason)).rejects.toBe(reason);
  await expect(refused("no error")).rejects.toMatchObject({ message: "Not sent", cause: "no error" });

  expect(await readText(await http1.open(get, nothing))).toBe("done");
  expect(seen).toHaveLength(1);
});

test("a connection is reused for the next request, also after a DELETE with a body", async () => {
  const { http1, seen } = await scene((_request, response) => response.end("done"));

  await readText(await http1.open({ ...get, method: "DELETE", body: "{ä}" }, nothing));
  await readText(await http1.open({ ...get, path: "/next" }, nothing));

  expect(seen).toMatchObject([{ request: "DELETE /", length: "4" }, { request: "GET /next" }]);
  expect(new Set(seen.map(({ port }) => port)).size).toBe(1);
});

test("after a release, idle connections close at once, and the others after their answers", async () => {
  const waiting: (() => void)[] = [];
  const { http1, open } = await scene((request, response) => {
    if (request.url === "/slow") {
      response.flushHeaders();
      waiting.push(() => response.end("at last"));
    } else response.end("done");
  });
  const slow = await http1.open({ ...get, path: "/slow" }, nothing);
  await readText(await http1.open(get, nothing));
  expect(await open()).toBe(2);

  http1.release();
  await expect.poll(open).toBe(1);
  for (const end of waiting) end();

  expect(await readText(slow)).toBe("at last");
  await expect.poll(open).toBe(0);
});

test("a truncated answer is an error, also where it breaks before it is read", async () => {
  const { http1 } = await scene((_request, response) => {
    response.writeHead(200, { "content-length": 100 }).write("begun");
    response.socket?.end();
  });

  const { body, isWhole, ...answer } = await http1.open(get, nothing);
  if (!body.closed) await new Promise((resolve) => body.once("close", resolve));

  await expect(readText({ ...answer, body, isWhole })).rejects.toThrow();
  expect(isWhole()).toBe(false);
});

test("an answer whose headers exceed the limit is refused", async () => {
  const { http1 } = await scene((_request, response) => {
    response.writeHead(200, { long: "x".repeat(3_000) }).end();
  }, 2_048);

  await expect(http1.open(get, nothing)).rejects.toMatchObject({ code: "HPE_HEADER_OVERFLOW" });
});

test("a request that is aborted while it waits for its connection ends at once, and is never sent", async () => {
  // given a server that accepts connections but never completes a TLS handshake
  const silent = createTcpServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const accepted = once(silent, "connection");
  const http1 = connectionsTo(new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}`));
  const sent: string[] = [];
  const [user, leadership] = [new AbortController(), new AbortController()];
  const waiting = [
    http1.open({ ...get, signal: user.signal }, () => sent.push("user")),
    http1.open({ ...get, gate: { signal: leadership.signal, check: nothing } }, () => sent.push("leader")),
  ].map((each) => each.catch((error: unknown) => error));
  await accepted;

  user.abort(new Error("no longer wanted"));
  leadership.abort(new Error("another process leads"));

  expect(await Promise.all(waiting)).toMatchObject([
    { message: "no longer wanted" },
    { message: "another process leads" },
  ]);
  expect(sent).toEqual([]);
});

test("a server with an untrusted certificate receives no request", async () => {
  const { createServer: createTlsServer } = await import("node:https");
  const authority = await CertificateAuthority.create("unknown", Date);
  const { certificate, privateKey } = await authority.issueServing("localhost", ["127.0.0.1"]);
  const server = createTlsServer({ cert: certificate, key: privateKey }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const http1 = connectionsTo(new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`));

  await expect(http1.open(get, nothing)).rejects.toThrow(/certificate/);
});
