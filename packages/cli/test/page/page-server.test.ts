import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { freePorts } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { ActionRefusedError } from "../../src/page/action-refused-error.ts";
import type { PageContent } from "../../src/page/page-content.ts";
import { PageServer } from "../../src/page/page-server.ts";
import type { Update } from "../../src/page/protocol.ts";
import { PageReader } from "./page-reader.ts";
import { placeholder } from "./page-scene.ts";

const snapshot: Update = {
  type: "snapshot",
  command: "demo",
  project: "test",
  server: { url: "https://127.0.0.1:1", kubeconfig: "/kubeconfig" },
  now: "2026-01-01T00:00:00.000Z",
  rows: [],
  reconciles: [],
  faults: [],
  offeredFaults: [],
};

/** The content of a page, controlled by a test. */
class ScriptedContent implements PageContent {
  readonly listeners = new Set<(update: Update) => void>();
  readonly acted: unknown[] = [];

  snapshot(): Update {
    return snapshot;
  }

  follow(listener: (update: Update) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  details(): Promise<never> {
    return Promise.reject(new ActionRefusedError(404, "there is none"));
  }

  act(action: unknown): Promise<void> {
    this.acted.push(action);
    return Promise.resolve();
  }

  send(update: Update): void {
    for (const listener of this.listeners) listener(update);
  }
}

/**
 * @param given - the port; default: a free one, because fetch reuses connections to known ports; undefined: the default port of the page.
 */
async function start(given?: { readonly port: number | undefined }) {
  const content = new ScriptedContent();
  const [own] = await freePorts(1);
  const { port: asked } = given ?? { port: own };
  const server = await PageServer.start(content, {
    files: placeholder,
    ...(asked === undefined ? {} : { port: asked }),
  });
  const { origin, port, hash } = new URL(server.url);
  const token = `Bearer ${hash.slice(1)}`;
  return {
    content,
    server,
    origin,
    port: Number(port),
    token,
    get: (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The status of a request with headers that fetch does not allow. */
async function statusOf(port: number, path: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request({ host: "127.0.0.1", port, path, headers }).end();
  const [response] = (await once(sent, "response")) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

describe("the page's server", () => {
  test("serves the page to everyone on this machine, and its data only with the token", async () => {
    await using page = await start();
    const index = await page.get("/");
    expect([index.status, index.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await page.get("/../package.json").then(({ status }) => status)).toBe(404);
    for (const path of ["/api/stream", "/api/object?id=x", "/api/actions"]) {
      expect((await page.get(path)).status).toBe(401);
      expect((await page.get(path, { authorization: `${page.token}x` })).status).toBe(401);
    }
    expect((await page.get("/api/object?id=x", { authorization: page.token })).status).toBe(404);
    expect(page.content.acted).toEqual([]);
  });

  test("restricts scripts and styles to its own origin, and forbids frames on other sites", async () => {
    await using page = await start();
    const { headers } = await page.get("/");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    ["a name that was made to resolve to loopback", { host: "attacker.example.com" }],
    ["another site", { origin: "https://attacker.example.com" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["a form or a link of another site", { "sec-fetch-site": "cross-site" }],
  ])("rejects requests through %s, even with the token", async (_what, headers) => {
    await using page = await start();
    const host = `127.0.0.1:${page.port}`;
    expect(await statusOf(page.port, "/", { host, ...headers })).toBe(403);
    expect(await statusOf(page.port, "/api/object?id=x", { host, authorization: page.token, ...headers })).toBe(403);
    expect(await statusOf(page.port, "/api/object?id=x", { host, authorization: page.token })).toBe(404);
  });

  test("uses the next port if the default one is taken, and rejects a requested port that is taken", async () => {
    await using one = await start({ port: undefined });
    await using other = await start({ port: undefined });
    expect(other.port).not.toBe(one.port);
    await expect(start({ port: one.port })).rejects.toThrow(/choose another one with --port/);
  });

  test("sends a snapshot, then updates", async () => {
    await using page = await start();
    await using reader = await PageReader.open(page.server.url);
    page.content.send({ type: "faults", faults: [{ id: "1", title: "t", happened: 3 }] });
    expect(await reader.until(({ faults }) => faults[0])).toEqual({ id: "1", title: "t", happened: 3 });
    expect(reader.updates.map(({ type }) => type)).toEqual(["snapshot", "faults"]);
  });

  test("disconnects a reader that does not read, and continues for others", async () => {
    await using page = await start();
    await using reader = await PageReader.open(page.server.url);
    const socket = connect(page.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(`GET /api/stream HTTP/1.1\r\nhost: 127.0.0.1:${page.port}\r\nauthorization: ${page.token}\r\n\r\n`);
    await once(socket, "readable");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    const big = "x".repeat(1024 * 1024);
    for (let sent = 0; sent < 40; sent += 1) {
      page.content.send({ type: "faults", faults: [{ id: String(sent), title: big, happened: sent }] });
      await reader.until(({ faults }) => faults[0]?.happened === sent);
    }
    socket.resume();
    await closed;
    expect(reader.isConnected).toBe(true);
  });

  test("forwards actions, and rejects invalid ones", async () => {
    await using page = await start();
    await using reader = await PageReader.open(page.server.url);
    expect(await reader.act({ type: "pause", id: "x" })).toEqual({ status: 204 });
    expect(page.content.acted).toEqual([{ type: "pause", id: "x" }]);
    const post = (body: string) =>
      fetch(`${page.origin}/api/actions`, { method: "POST", headers: { authorization: page.token }, body });
    for (const body of ["", "{", `{"type":"delete"}`, `{"type":"format","id":"x"}`, "[]"]) {
      const refused = await post(body);
      expect(refused.status).toBe(400);
      expect(((await refused.json()) as { message: string }).message).not.toBe("");
    }
    expect((await post(`"${"x".repeat(9 * 1024 * 1024)}"`)).status).toBe(413);
    expect(page.content.acted).toHaveLength(1);
  });
});
