import { expect, test } from "vitest";
import {
  type Client,
  ConfigMap,
  createClient,
  isCapstanError,
  isConflict,
  type RequestInfo,
  Secret,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { classifyRequest } from "../src/client/request-info.ts";
import { readRequestPath } from "../src/client/read-request-path.ts";
import { json, type Script, ScriptedServer, status } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

const configMap: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "default" } };

async function world(script: Script) {
  const server = await ScriptedServer.start(script);
  const clock = new FakeClock();
  const requests: RequestInfo[] = [];
  const client: Client = createClient({
    ...server.access,
    userAgent: "capstan-core/0.1.0",
    clock,
    random: () => 0.5,
    onRequest: (request) => requests.push(request),
  });
  return {
    server,
    client,
    clock,
    requests,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("patches carry their content type, field manager and credentials", async () => {
  await using env = await world((_request, response) => {
    json(response, 200, configMap);
  });
  const { client, server } = env;
  await client.patch(ConfigMap, configMap.metadata, { type: "merge", body: {} });
  await client.patch(ConfigMap, configMap.metadata, { type: "json", body: [] }, { subresource: "status" });
  await client.patch(ConfigMap, configMap.metadata, {
    type: "apply",
    body: configMap,
    fieldManager: "me",
    force: true,
  });
  expect(server.requests.map(({ headers }) => headers["content-type"])).toEqual([
    "application/merge-patch+json",
    "application/json-patch+json",
    "application/apply-patch+yaml",
  ]);
  expect(server.requests[1]?.path).toBe("/api/v1/namespaces/default/configmaps/a/status");
  expect(server.requests.map(({ query }) => query.toString())).toEqual([
    "fieldManager=capstan-core",
    "fieldManager=capstan-core",
    "fieldManager=me&force=true",
  ]);
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: "Bearer t0ken",
    "user-agent": "capstan-core/0.1.0",
  });
});

test("429 and 503 with Retry-After are retried after that time, also for writes; the observer sees every attempt", async () => {
  // given a server that is busy twice
  const busy = [429, 503];
  await using env = await world((_request, response) => {
    const code = busy.shift();
    if (code === undefined) json(response, 201, configMap);
    else status(response, code, "TooManyRequests", { "retry-after": "2" });
  });
  // when an object is created, and time passes
  const created = env.client.create(ConfigMap, configMap);
  for (const attempts of [1, 2]) {
    await until(() => env.clock.pendingTimers === 1 && env.requests.length === attempts);
    expect(env.clock.nextTimerInMs).toBe(2_000);
    await env.clock.advance({ seconds: 2 });
  }
  // then it is created once the server accepts the request
  await expect(created).resolves.toEqual(configMap);
  expect(env.requests.map(({ verb, resource, status: code, attempt }) => [verb, resource, code, attempt])).toEqual([
    ["create", "configmaps", 429, 1],
    ["create", "configmaps", 503, 2],
    ["create", "configmaps", 201, 3],
  ]);
});

test("retries are limited, and a Retry-After beyond 10 s is left to the caller", async () => {
  await using env = await world((_request, response) => {
    status(response, 429, "TooManyRequests", { "retry-after": "11" });
  });
  await expect(env.client.get(ConfigMap, configMap.metadata)).rejects.toMatchObject({ status: 429 });
  expect(env.requests).toHaveLength(1);
});

test("a lost connection is retried for reads and reported for writes", async () => {
  await using env = await world((request, response) => {
    if (request.method === "GET" && env.server.requests.length > 1) json(response, 200, configMap);
    else env.server.cut();
  });
  const read = env.client.get(ConfigMap, configMap.metadata);
  await until(() => env.requests.length === 1 && env.clock.pendingTimers === 1);
  await env.clock.advance(100);
  await expect(read).resolves.toEqual(configMap);
  await expect(env.client.create(ConfigMap, configMap)).rejects.toMatchObject({ code: "ConnectionFailed" });
});

test("a refused connection is a typed error that keeps its cause", async () => {
  const server = await ScriptedServer.start(() => undefined);
  const { access } = server;
  await server[Symbol.asyncDispose]();
  const client = createClient({ ...access, userAgent: "test/1" });
  const error: unknown = await client.create(ConfigMap, configMap).catch((failure: unknown) => failure);
  expect(isCapstanError(error, "ConnectionFailed")).toBe(true);
  expect(error).toMatchObject({ retry: "backoff", cause: { code: "ECONNREFUSED" } });
});

test("the content of a Secret never reaches an error", async () => {
  await using env = await world((_request, response) => {
    json(response, 422, {
      kind: "Status",
      code: 422,
      reason: "Invalid",
      message: 'data: Invalid value: "hunter2"',
      details: { causes: [{ field: "data.password", message: 'Invalid value: "hunter2"' }] },
    });
  });
  const secret: Secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s", namespace: "default" } };
  const error: unknown = await env.client.create(Secret, secret).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ reason: "Invalid", message: "Secret default/s: Invalid (data.password)" });
  expect(JSON.stringify(error)).not.toContain("hunter2");
});

test("an aborted request ends immediately with the signal's reason", async () => {
  await using env = await world(() => undefined);
  const reason = new Error("enough");
  const controller = new AbortController();
  const request = env.client.get(ConfigMap, configMap.metadata, { signal: controller.signal });
  await until(() => env.server.requests.length === 1);
  controller.abort(reason);
  await expect(request).rejects.toBe(reason);
});

test("watches do not take connections from requests", async () => {
  // given more open watches than the request pool has connections
  await using env = await world((request, response) => {
    if (request.query.get("watch") === "true") response.writeHead(200).flushHeaders();
    else json(response, 200, configMap);
  });
  const ending = new AbortController();
  let open = 0;
  const watches = Array.from({ length: 40 }, async () => {
    const options = { signal: ending.signal, onOpen: () => (open += 1) };
    for await (const event of env.client.watch(ConfigMap, options)) throw new Error(event.type);
  });
  await until(() => open === 40);
  // when an object is read, then the request succeeds; and the watches end without errors
  await expect(env.client.get(ConfigMap, configMap.metadata)).resolves.toEqual(configMap);
  ending.abort();
  await Promise.all(watches);
});

test("deletes with options keep their connection for the next request", async () => {
  const ports = new Set<number | undefined>();
  await using env = await world((_request, response) => {
    ports.add(response.socket?.remotePort);
    json(response, 200, configMap);
  });
  for (let count = 0; count < 20; count += 1) {
    await env.client.delete(ConfigMap, configMap.metadata, { preconditions: { uid: "u" } });
  }
  expect(env.server.requests).toHaveLength(20);
  // A connection may still be completing one request when the next is sent.
  expect(ports.size).toBeLessThanOrEqual(3);
});

test("errors of another copy of this package are recognized by their code", () => {
  const foreign = Object.assign(new Error("x"), {
    code: "ApiRequestFailed",
    retry: "backoff",
    reason: "Conflict",
    status: 409,
  });
  expect(isConflict(foreign)).toBe(true);
});

test.each([
  ["a string that is not YAML", ": : ["],
  ["a string without clusters", "kind: Config"],
])("%s is a KubeconfigError without quotes from the file", (_name, kubeconfig) => {
  expect(() => createClient({ kubeconfig, userAgent: "test/1" })).toThrow(
    expect.objectContaining({ code: "KubeconfigInvalid" }) as Error,
  );
});

test.each([
  ["GET", "/api/v1/namespaces/a/secrets", "list", "secrets", "a", "", ""],
  ["GET", "/api/v1/namespaces/a/secrets?watch=true", "watch", "secrets", "a", "", ""],
  ["GET", "/api/v1/namespaces/a", "get", "namespaces", "a", "a", ""],
  ["PUT", "/api/v1/namespaces/a/finalize", "update", "namespaces", "a", "a", "finalize"],
  ["PATCH", "/apis/g.io/v1/namespaces/a/things/b/status", "patch", "things", "a", "b", "status"],
  ["DELETE", "/apis/g.io/v1/things", "deletecollection", "things", "", "", ""],
  ["GET", "/version", "get", "", "", "", ""],
])("%s %s is classified as in the audit log", (method, path, verb, resource, namespace, name, subresource) => {
  expect(classifyRequest(method, readRequestPath(path))).toMatchObject({
    verb,
    resource,
    namespace,
    name,
    subresource,
  });
});
