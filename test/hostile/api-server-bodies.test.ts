import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:tls";
import { ApiServer } from "@capstan/apiserver";
import { deepCopy, deepFreeze, jsonEqual, stringifyJson } from "@capstan/kube";
import { type Client, createClient, isApiError, requestPath, type RequestPath } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.io" },
  spec: {
    group: "example.io",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                "x-kubernetes-preserve-unknown-fields": true,
                properties: { name: { type: "string", pattern: "^([a-z]+)*$" } },
              },
            },
          },
        },
      },
    ],
  },
};
const widgets = requestPath`/apis/example.io/v1/namespaces/default/widgets`;
const widget = (name: string, spec: unknown): object => {
  return { apiVersion: "example.io/v1", kind: "Widget", metadata: { name }, spec };
};

/** An object with this many levels of nested objects. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

describe("an API server that receives hostile bodies", () => {
  let server: ApiServer;
  let client: Client;
  beforeAll(async () => {
    server = await ApiServer.start();
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    await client.request("POST", requestPath`/apis/apiextensions.k8s.io/v1/customresourcedefinitions`, crd);
    await vi.waitFor(() => client.request("GET", widgets));
    await client.request("POST", widgets, widget("one", { name: "gear" }));
  });
  afterAll(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });

  /** @returns the HTTP status. */
  const statusOf = (method: string, path: RequestPath, body: unknown, contentType?: string): Promise<number> =>
    client.request(method, path, body, contentType === undefined ? {} : { contentType }).then(
      () => 200,
      (error: unknown) => (isApiError(error) ? error.status : Promise.reject(error as Error)),
    );

  test("quickly rejects a string that nearly matches a pattern and that a backtracking engine cannot finish", async () => {
    expect(await statusOf("POST", widgets, widget("almost", { name: `${"a".repeat(100_000)}!` }))).toBe(422);
    expect(await statusOf("POST", widgets, widget("matches", { name: "a".repeat(100_000) }))).toBe(200);
  });

  test.each([
    ["an object", "POST", widgets, (levels: number) => widget(`w${levels}`, nested(levels)), undefined],
    [
      "a merge patch",
      "PATCH",
      requestPath`${widgets}/one`,
      (levels: number) => ({ spec: { b: nested(levels) } }),
      "application/merge-patch+json",
    ],
    [
      "a JSON patch",
      "PATCH",
      requestPath`${widgets}/one`,
      (levels: number) => [{ op: "add", path: "/spec/c", value: nested(levels) }],
      "application/json-patch+json",
    ],
    [
      "an applied object",
      "PATCH",
      requestPath`${widgets}/one?fieldManager=t`,
      (levels: number) => widget("one", { d: nested(levels) }),
      "application/apply-patch+yaml",
    ],
  ] as const)(
    "accepts %s nested 900 levels deep, and rejects deeper ones",
    async (_what, method, path, body, contentType) => {
      expect(await statusOf(method, path, body(900), contentType)).toBe(200);
      for (const levels of [1000, 5000, 100_000]) {
        expect(await statusOf(method, path, stringifyJson(body(levels)), contentType ?? "application/json")).toBe(400);
      }
      expect(await client.request("GET", widgets)).toMatchObject({ kind: "WidgetList" });
    },
  );

  test.each([
    ["values", `a0: &a0 [${"x,".repeat(9)}]`, (one: string) => Array(9).fill(`*${one}`).join(","), 9],
    ["characters", `a0: &a0 [${"x".repeat(1_000_000)}]`, (one: string) => Array(300).fill(`*${one}`).join(","), 2],
  ])("immediately rejects YAML whose aliases expand to millions of %s", async (_what, first, times, lines) => {
    const others = Array.from({ length: lines }, (_, index) => `a${index + 1}: &a${index + 1} [${times(`a${index}`)}]`);
    const text = ["apiVersion: example.io/v1", "kind: Widget", "metadata: {name: one}", first, ...others].join("\n");
    expect(
      await statusOf("PATCH", requestPath`${widgets}/one?fieldManager=t`, text, "application/apply-patch+yaml"),
    ).toBe(400);
    expect(await statusOf("POST", widgets, text, "application/yaml")).toBe(400);
  });

  test("limits the depth of an object that grows over several patches", async () => {
    let path = "/spec/e";
    const deeper = async (): Promise<number> => {
      const patch = [{ op: "add", path, value: nested(400) }];
      path += "/a".repeat(400);
      return statusOf("PATCH", requestPath`${widgets}/one`, patch, "application/json-patch+json");
    };
    expect([await deeper(), await deeper(), await deeper()]).toEqual([200, 200, 400]);
  });

  test("rejects a JSON patch that repeatedly doubles an object", async () => {
    const doubling = (times: number): object[] =>
      Array.from({ length: times }, (_, index) => ({ op: "copy", from: "/spec", path: `/spec/copy${index}` }));
    await client.request("POST", widgets, widget("doubled", { name: "gear" }));
    const type = "application/json-patch+json";
    expect(await statusOf("PATCH", requestPath`${widgets}/doubled`, doubling(5), type)).toBe(200);
    expect(await statusOf("PATCH", requestPath`${widgets}/doubled`, doubling(60), type)).toBe(422);
    expect(
      await statusOf(
        "PATCH",
        requestPath`${widgets}/doubled`,
        Array(10_001).fill({ op: "test", path: "/kind", value: "Widget" }),
        type,
      ),
    ).toBe(413);
  });
});

test("incomplete bodies of one user occupy limited memory, and another user is served", async () => {
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfigFor("other", ["system:masters"]), userAgent: "test" });
  const token = /token: "?([^"\s]+)/.exec(server.kubeconfigFor("flood", ["system:masters"]))?.[1] ?? "";
  const length = 3 * 1024 * 1024;
  const head = `POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`;
  const part = Buffer.from(`{${" ".repeat(length - 2)}`);
  let refused = 0;
  const begun = Array.from({ length: 48 }, () => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(server.url).port), rejectUnauthorized: false });
    socket.on("error", () => undefined);
    socket.on("data", (answer: Buffer) => {
      if (answer.toString().startsWith("HTTP/1.1 429 ")) refused += 1;
    });
    socket.write(`${head}Content-Length: ${length}\r\n\r\n`);
    socket.write(part);
    return socket;
  });
  await expect.poll(() => refused).toBeGreaterThanOrEqual(48 - 43);
  const data = { large: "x".repeat(900_000) };
  for (const name of ["one", "two"]) {
    const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
    expect(await client.request("POST", requestPath`/api/v1/namespaces/default/configmaps`, map)).toMatchObject({
      data,
    });
  }
  for (const socket of begun) socket.destroy();
  await client.close();
});

test("a client reads, copies, compares, freezes and sends objects with the nesting depth of an API server", async () => {
  const stored = widget("deep", nested(9_990));
  const sent: string[] = [];
  await using server = await playedServer(stringifyJson(stored), sent);
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test", insecureKubeconfig: { tls: true } });
  try {
    const read = await client.request("GET", requestPath`${widgets}/deep`);
    expect(jsonEqual(deepFreeze(deepCopy(read)), stored)).toBe(true);
    await client.request("PUT", requestPath`${widgets}/deep`, read);
    expect(sent).toEqual([stringifyJson(stored)]);
  } finally {
    await client.close();
  }
});

test("a client rejects a response nested deeper than any stored object", async () => {
  await using server = await playedServer("[".repeat(20_000) + "]".repeat(20_000), []);
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test", insecureKubeconfig: { tls: true } });
  await expect(client.request("GET", widgets)).rejects.toMatchObject({ code: "MalformedText" });
  await client.close();
});

/** An HTTP server that gives every request the same response, and keeps the request bodies. */
async function playedServer(
  answer: string,
  sent: string[],
): Promise<AsyncDisposable & { readonly kubeconfig: string }> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (body !== "") sent.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const cluster = { server: `http://127.0.0.1:${port}` };
  const kubeconfig = JSON.stringify({
    clusters: [{ name: "played", cluster }],
    contexts: [{ name: "played", context: { cluster: "played" } }],
    ["current-context"]: "played",
  });
  return {
    kubeconfig,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
