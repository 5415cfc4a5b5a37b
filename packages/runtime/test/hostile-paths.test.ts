// What a request's path is made of: whatever parts go in come out again, or nothing is sent.
import type { ResourceKind } from "@capstan/contract";
import { type Client, createClient, groupVersionPath, Node, requestPath, resourcePath, Secret } from "@capstan/runtime";
import fc from "fast-check";
import type { ServerResponse } from "node:http";
import { FakeClock } from "@capstan/runtime/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readRequestPath } from "../src/client/read-request-path.ts";
import { watchPath } from "../src/client/watch-path.ts";
import { json, ScriptedServer } from "./support/scripted-server.ts";

/** What a server that decodes a path finds in it, as Kubernetes does: after it has split it. */
function readParts(text: string) {
  const { prefix, resource, query } = readRequestPath(text);
  const decode = (part: string | undefined) => (part === undefined ? undefined : decodeURIComponent(part));
  return {
    prefix: prefix.map(decode),
    query: [...new URLSearchParams(query)],
    ...(resource === undefined
      ? {}
      : {
          plural: decode(resource.plural),
          namespace: decode(resource.namespace),
          name: decode(resource.name),
          subresource: decode(resource.subresource),
          rest: resource.rest,
        }),
  };
}

/** The path, unless it is refused with the error that says so. */
function unlessRefused<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    expect(error).toMatchObject({ code: "RequestPathRefused", retry: "never" });
    return undefined;
  }
}

const hostile = ["", ".", "..", "...", "..;", " ..", "a/b", "a%2fb", "%2e%2e", "a\\b", "?watch=true", "a#b", "a\nb"];
const parts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(...hostile, "m-1", "system:node", "a b", "é", "名", "a..b", ".a", "&watch=true", "watch", "status"),
);

describe("a path", () => {
  test("of a kind says what it was made of and nothing else, or is refused", () => {
    let made = 0;
    fc.assert(
      fc.property(
        fc.record({ group: parts, version: parts, plural: parts, namespace: parts, name: parts }),
        (drawn) => {
          // The core group has no name; old servers had watches of this name.
          fc.pre(drawn.group !== "" && drawn.plural !== "watch");
          const { namespace, name, ...of } = drawn;
          const kind: ResourceKind = { ...of, kind: "X", namespaced: true };
          const path = unlessRefused(() =>
            resourcePath(kind, { namespace, name }, { labelSelector: name.toWellFormed() }),
          );
          if (path === undefined) return;
          made += 1;
          // What a reader finds is what Namespaces are, where `namespaces` is followed by one of their subresources.
          fc.pre(drawn.plural !== "status" && drawn.plural !== "finalize");
          expect(readParts(path.text)).toEqual({
            prefix: ["apis", of.group, of.version],
            query: [["labelSelector", name.toWellFormed()]],
            plural: of.plural,
            namespace,
            name,
            subresource: undefined,
            rest: [],
          });
          // And once more for what decodes it on the way, and normalizes it then.
          const decoded = decodeURIComponent(path.text.split("?", 1)[0] ?? "");
          expect(new URL(`http://host${encodeURI(decoded)}`).pathname.split("/")).toHaveLength(8);
        },
      ),
      { numRuns: 1_000 },
    );
    expect(made).toBeGreaterThan(100);
  });

  test.each(hostile.filter((part) => part !== "..."))("does not have %j as a part, whichever", (part) => {
    const refused = { code: "RequestPathRefused", retry: "never" };
    const thrown = (make: () => unknown) => {
      try {
        return make();
      } catch (error) {
        return error;
      }
    };
    expect(thrown(() => resourcePath(Secret, { namespace: "team", name: part }))).toMatchObject({
      ...{ ...refused, part: "name", object: { kind: "Secret", namespace: "team", name: part } },
      message: expect.stringMatching(
        /^Secret in namespace "team": the name ".*" cannot be part of a request's path/,
      ) as unknown,
    });
    expect(thrown(() => resourcePath(Secret, { namespace: part }))).toMatchObject({ ...refused, part: "namespace" });
    expect(thrown(() => resourcePath({ ...Node, plural: part }, {}))).toMatchObject({ ...refused, part: "plural" });
    expect(thrown(() => resourcePath({ ...Node, version: part }, {}))).toMatchObject({ ...refused, part: "version" });
    expect(thrown(() => requestPath`/apis/${part}`)).toMatchObject(refused);
    if (part !== "") expect(thrown(() => groupVersionPath({ group: part, version: "v1" }))).toMatchObject(refused);
    expect(thrown(() => watchPath(Secret, { namespace: part }, 1))).toMatchObject(refused);
  });

  test("is refused with a message on one line, however long or unprintable the part is", () => {
    for (const part of ["\u001b[2J\n".repeat(10_000), "\ud800", "x".repeat(1_025)]) {
      expect(() => resourcePath(Secret, { namespace: "team", name: part })).toThrow(/^[^\p{C}]{1,400}$/u);
    }
  });
});

describe("a template", () => {
  test("takes each value as one part, or as the value of one parameter", () => {
    fc.assert(
      fc.property(parts, parts, (name, value) => {
        const path = unlessRefused(() => requestPath`/api/v1/nodes/${name}/status?a=${value}&b=1`);
        if (path === undefined) return;
        expect(readParts(path.text)).toMatchObject({ name, subresource: "status", rest: [] });
        expect(readParts(path.text).query).toEqual([
          ["a", value.toWellFormed()],
          ["b", "1"],
        ]);
      }),
    );
  });

  test("goes on from another path", () => {
    const base = requestPath`/apis/${"apps"}/v1`;
    expect(requestPath`${base}/deployments?limit=${1}`.text).toBe("/apis/apps/v1/deployments?limit=1");
    expect([requestPath`/`.text, requestPath`/version`.text]).toEqual(["/", "/version"]);
  });

  const text = "/api/v1/secrets";
  const query = requestPath`/api?a=1`;
  test.each([
    ["begins with a string", () => requestPath`${text}/x`],
    ["has a value that is a piece of a part", () => requestPath`/api/v1/${text}s`],
    ["has a value after a piece of a part", () => requestPath`/api/v1/x${text}`],
    ["has a value as the name of a parameter", () => requestPath`/api?${text}=1`],
    ["has a value as a piece of a parameter", () => requestPath`/api?a=b${text}`],
    ["has a path in the middle", () => requestPath`/api/${query}`],
    ["goes on from a query with a path", () => requestPath`${query}/x`],
    ["has two queries", () => requestPath`${query}?b=1`],
    ["is not absolute", () => requestPath`api/v1`],
    ["has an empty part", () => requestPath`/api//v1`],
    ["ends in an empty part", () => requestPath`/api/v1/`],
    ["goes up", () => requestPath`/api/../v1`],
    ["asks for a watch", () => requestPath`/api/v1/nodes?watch=true`],
    ["asks for a watch otherwise", () => requestPath`/api/v1/nodes?limit=1&%77atch=1`],
    ["asks for a watch as old servers know it", () => requestPath`/api/v1/watch/nodes`],
    ["asks for a watch of a group as old servers know it", () => requestPath`/apis/a.io/v1/watch/things`],
    ["asks for a log without an end", () => requestPath`/api/v1/namespaces/a/pods/p/log?follow=true`],
    // @ts-expect-error -- the type refuses it, too
    ["asks for a watch by a parameter", () => resourcePath(Node, {}, { watch: true })],
  ])("that %s is an error of the program", (_what, make) => {
    expect(make).toThrow(expect.objectContaining({ code: "ArgumentInvalid" }) as Error);
  });
});

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
  test.each(["", "..", "../../victim/secrets/ca", "?watch=true"])("sends nothing for the name %j", async (name) => {
    const key = { namespace: "team", name };
    const refused = { code: "RequestPathRefused" };
    await expect(client.get(Secret, key)).rejects.toMatchObject(refused);
    await expect(client.replace(Secret, object(name))).rejects.toMatchObject(refused);
    await expect(client.patch(Secret, key, { type: "merge", body: {} })).rejects.toMatchObject(refused);
    // With an empty name it would be all Secrets.
    await expect(client.delete(Secret, key)).rejects.toMatchObject(refused);
    await expect(client.list(Secret, { namespace: name })).rejects.toMatchObject(refused);
    await expect(client.deleteCollection(Secret, { namespace: name })).rejects.toMatchObject(refused);
    await expect(client.watch(Secret, { namespace: name })[Symbol.asyncIterator]().next()).rejects.toMatchObject(
      refused,
    );
    expect(seen).toEqual([]);
    // It is the name alone.
    await client.get(Secret, { namespace: "team", name: "ca" });
    expect(seen).toEqual(["/api/v1/namespaces/team/secrets/ca"]);
  });

  test("takes no string for a path, where no compiler says so", async () => {
    const untyped = client as unknown as { request: (method: string, path: string) => Promise<unknown> };
    await expect(untyped.request("GET", "/api/v1/secrets?watch=true")).rejects.toMatchObject({
      code: "ArgumentInvalid",
    });
    expect(seen).toEqual([]);
  });
});

describe("what a server answers is limited, as if it were a watch by mistake:", () => {
  const failure = (answer: Promise<unknown>) =>
    answer.then(
      () => "an answer",
      (error: unknown) => error,
    );

  test("one that keeps coming ends at the time limit; a list may take longer", async () => {
    const clock = new FakeClock();
    const open: ServerResponse[] = [];
    await using server = await ScriptedServer.start(({ path }, response) => {
      if (path === "/ping") return void json(response, 200, {});
      open.push(response.writeHead(200, { "content-type": "application/json" }));
      response.write("{");
    });
    const client = createClient({ ...server.access, clock, userAgent: "test/1" });
    const one = failure(client.request("GET", requestPath`/version`, undefined, { retry: false }));
    const list = client.list(Secret, { retry: false });
    await vi.waitUntil(() => open.length === 2);
    for (let count = 0; count < 4; count += 1) {
      for (const response of open) response.write(" ");
      // What was written before is there by then.
      for (let round = 0; round < 3; round += 1) await fetch(`${server.url}/ping`);
      await clock.advance({ seconds: 12 });
    }
    expect(await one).toMatchObject({ code: "ConnectionFailed" });
    for (const response of open) response.end('"items":[]}');
    expect(await list).toMatchObject({ items: [] });
    await client.close();
  });

  test("one that is too long is refused; a list may be longer", async () => {
    const long = `{"items":[],"padding":"${"x".repeat(33 * 1024 * 1024)}"}`;
    await using server = await ScriptedServer.start((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(long);
    });
    const client = createClient({ ...server.access, userAgent: "test/1" });
    const one = client.request("GET", requestPath`/version`, undefined, { retry: false });
    await expect(one).rejects.toMatchObject({ code: "ResponseRefused" });
    await expect(client.get(Secret, { namespace: "team", name: "s" })).rejects.toMatchObject({
      code: "ResponseRefused",
    });
    expect(await client.list(Secret)).toMatchObject({ items: [] });
    await client.close();
  });
});
