// The requests of a client for invalid names, and the size limits for responses that should be short.
import type { ServerResponse } from "node:http";
import { type Client, createClient, requestPath, Secret } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { json, ScriptedServer } from "./support/scripted-server.ts";

describe("a client", () => {
  let server: ScriptedServer;
  let client: Client;
  const seen: string[] = [];
  beforeAll(async () => {
    server = await ScriptedServer.start(({ path }, response) => {
      seen.push(path);
      json(response, 200, { metadata: {}, items: [] });
    });
    client = createClient({ ...server.access, userAgent: "test/1" });
  });
  beforeEach(() => void seen.splice(0));
  afterAll(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });

  const object = (name: string) => ({ apiVersion: "v1", kind: "Secret", metadata: { namespace: "team", name } });
  test.each(["", "..", "../../victim/secrets/ca", "?watch=true"])("sends no request for the name %j", async (name) => {
    const key = { namespace: "team", name };
    const refused = { code: "RequestPathRefused" };
    await expect(client.get(Secret, key)).rejects.toMatchObject(refused);
    await expect(client.replace(Secret, object(name))).rejects.toMatchObject(refused);
    await expect(client.patch(Secret, key, { type: "merge", body: {} })).rejects.toMatchObject(refused);
    // An empty name would mean all Secrets.
    await expect(client.delete(Secret, key)).rejects.toMatchObject(refused);
    await expect(client.list(Secret, { namespace: name })).rejects.toMatchObject(refused);
    await expect(client.deleteCollection(Secret, { namespace: name })).rejects.toMatchObject(refused);
    await expect(client.watch(Secret, { namespace: name })[Symbol.asyncIterator]().next()).rejects.toMatchObject(
      refused,
    );
    expect(seen).toEqual([]);
    // Only the name causes the refusal.
    await client.get(Secret, { namespace: "team", name: "ca" });
    expect(seen).toEqual(["/api/v1/namespaces/team/secrets/ca"]);
  });

  test("refuses a string as a path, even without a compiler", async () => {
    const untyped = client as unknown as { request: (method: string, path: string) => Promise<unknown> };
    await expect(untyped.request("GET", "/api/v1/secrets?watch=true")).rejects.toMatchObject({
      code: "ArgumentInvalid",
    });
    expect(seen).toEqual([]);
  });
});

describe("the response of a server is limited, in case it is a watch by mistake:", () => {
  const failure = (answer: Promise<unknown>) =>
    answer.then(
      () => "an answer",
      (error: unknown) => error,
    );

  test("an endless response ends at the time limit; a list may take longer", async () => {
    const clock = new FakeClock();
    const open: ServerResponse[] = [];
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path === "/ping") {
        json(response, 200, {});
        return;
      }
      open.push(response.writeHead(200, { "content-type": "application/json" }));
      response.write("{");
    });
    const client = createClient({ ...server.access, clock, userAgent: "test/1" });
    const one = failure(client.request("GET", requestPath`/version`, undefined, { retry: false }));
    const list = client.list(Secret, { retry: false });
    await vi.waitUntil(() => open.length === 2);
    for (let count = 0; count < 4; count += 1) {
      for (const response of open) response.write(" ");
      // The bytes written before have arrived by then.
      for (let round = 0; round < 3; round += 1) await fetch(`${server.url}/ping`);
      await clock.advance({ seconds: 12 });
    }
    expect(await one).toMatchObject({ code: "ConnectionFailed" });
    for (const response of open) response.end('"items":[]}');
    expect(await list).toMatchObject({ items: [] });
    await client.close();
  });

  test("an oversized response is refused; a list may be longer", async () => {
    const long = `{"items":[],"padding":"${"x".repeat(33 * 1024 * 1024)}"}`;
    await using server = await ScriptedServer.start((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(long);
    });
    // Time stands still, so that only the size counts.
    const client = createClient({ ...server.access, clock: new FakeClock(), userAgent: "test/1" });
    const one = client.request("GET", requestPath`/version`, undefined, { retry: false });
    await expect(one).rejects.toMatchObject({ code: "ResponseRefused" });
    await expect(client.get(Secret, { namespace: "team", name: "s" })).rejects.toMatchObject({
      code: "ResponseRefused",
    });
    expect(await client.list(Secret)).toMatchObject({ items: [] });
    await client.close();
  });
});
