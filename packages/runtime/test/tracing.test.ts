import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { ApiServer } from "@capstan/apiserver";
import { context as traceContext, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  channelSource,
  ConfigMap,
  Controller,
  type ControllerOptions,
  createClient,
  createRequest,
  forKind,
  Manager,
  Result,
  Secret,
  TerminalError,
  WebhookServer,
  requestPath,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";
import { json, ScriptedServer, status } from "./support/scripted-server.ts";
import { Traces } from "./support/traces.ts";
import { until } from "./support/until.ts";

const key = (name: string) => ({ name, namespace: "default" });
const map = (name: string): ConfigMap => ({ apiVersion: "v1", kind: "ConfigMap", metadata: key(name) });

/** A manager with one controller. */
async function world(
  reconcile: (name: string, manager: Manager) => Promise<Result>,
  options: Partial<ControllerOptions> = {},
) {
  const server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "tracing-test/1" });
  const manager = new Manager({ name: "test", client, clock: new FakeClock(), insecureKubeconfig: { tls: true } });
  const source = channelSource();
  const sources = [source, ...(options.sources ?? [])];
  const reconciler = { reconcile: ({ name }: { name: string }) => reconcile(name, manager) };
  manager.add(new Controller({ name: "things", reconciler, ...options, sources }));
  await manager.start();
  return {
    server,
    client,
    manager,
    push: (...names: readonly string[]) => {
      for (const name of names) source.push(createRequest(name, "default"));
    },
    async [Symbol.asyncDispose]() {
      await manager.stop();
      await client.close();
      await server.close();
    },
  };
}

/** The full content of the spans. */
const said = ({ spans }: Traces): string =>
  JSON.stringify(spans.map(({ name, attributes, events, status: ended }) => ({ name, attributes, events, ended })));

const names = Array.from({ length: 20 }, (_, index) => `map-${index}`);

test("a reconcile is a root span, and the requests that it sends are its children, also with concurrent reconciles", async () => {
  using traces = new Traces();
  await using env = await world(
    async (name, { client }) => {
      await client.create(ConfigMap, map(name));
      await Promise.all([client.get(ConfigMap, key(name)), client.delete(ConfigMap, key(name))]).catch(() => undefined);
      return Result.awaitChange();
    },
    { concurrency: 20 },
  );
  env.push(...names);
  await until(() => traces.reconciles.length === names.length);
  for (const reconcile of traces.reconciles) {
    expect(reconcile).toMatchObject({ name: "things reconcile", parentSpanContext: undefined });
    expect(reconcile.attributes).toMatchObject({
      "capstan.controller": "things",
      "capstan.reconcile.outcome": "success",
      "k8s.namespace.name": "default",
    });
  }
  const writes = traces.requests("POST /api/v1/namespaces/{namespace}/configmaps");
  const others = [
    ...traces.requests("GET /api/v1/namespaces/{namespace}/configmaps/{name}"),
    ...traces.requests("DELETE"),
  ];
  expect([writes.length, others.length]).toEqual([names.length, 2 * names.length]);
  for (const request of others) {
    expect(traces.parentOf(request)?.attributes["k8s.object.name"]).toBe(request.attributes["k8s.object.name"]);
  }
  expect(new Set(writes.map((request) => traces.parentOf(request))).size).toBe(names.length);
  expect(writes[0]?.attributes).toEqual({
    "http.request.method": "POST",
    "http.response.status_code": 201,
    "url.template": "/api/v1/namespaces/{namespace}/configmaps",
    "server.address": "127.0.0.1",
    "server.port": Number(new URL(env.server.url).port),
    "capstan.request.verb": "create",
    "k8s.namespace.name": "default",
  });
});

test("a reconcile that released its worker while it waits for a cluster continues in its own span", async () => {
  using traces = new Traces();
  await using workload = await ApiServer.start();
  await using env = await world(
    async (name, { client, remotes }) => {
      const remote = await remotes.get(key("kubeconfig"), { labelSelector: "" });
      await remote.client.create(ConfigMap, map(`remote-${name}`));
      await client.create(ConfigMap, map(name));
      await remote.client.get(ConfigMap, key(`remote-${name}`));
      await client.get(ConfigMap, key(name));
      return Result.awaitChange();
    },
    // Each must wait for the worker of the others.
    { concurrency: 1 },
  );
  const value = Buffer.from(workload.kubeconfig).toString("base64");
  await env.client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: key("kubeconfig"), data: { value } });
  env.push(...names);
  await until(() => traces.reconciles.length === names.length);
  const reads = traces.requests("GET /api/v1/namespaces/{namespace}/configmaps/{name}");
  expect(reads).toHaveLength(2 * names.length);
  for (const request of reads) {
    const read = String(request.attributes["k8s.object.name"]);
    expect(traces.parentOf(request)?.attributes["k8s.object.name"]).toBe(read.replace("remote-", ""));
  }
  const ports = new Set(reads.map(({ attributes }) => attributes["server.port"]));
  expect(ports).toEqual(new Set([env.server.url, workload.url].map((url) => Number(new URL(url).port))));
});

test("a reconcile's span contains neither the reconciles its write enqueues nor the watch it starts", async () => {
  using traces = new Traces();
  await using env = await world(
    async (name, { client, cache }) => {
      if (name === "first") {
        await client.create(ConfigMap, map("second"));
        await cache.list(Secret, { allNamespaces: true });
      }
      return Result.awaitChange();
    },
    { sources: [forKind(ConfigMap)] },
  );
  env.push("first");
  await until(() => traces.reconciles.length === 2 && traces.requests("GET /api/v1/secrets").length > 0);
  const [second] = traces.reconciles.filter(({ attributes }) => attributes["k8s.object.name"] === "second");
  expect(second?.parentSpanContext).toBeUndefined();
  const { metadata } = await env.client.get(ConfigMap, key("second"));
  expect(second?.attributes).toMatchObject({ "k8s.object.kind": "ConfigMap", "k8s.object.uid": metadata.uid });
  const reads = traces.requests("GET /api/v1/secrets");
  expect(reads.map((read) => read.parentSpanContext)).toEqual(reads.map(() => undefined));
  // and contains the write itself
  const [write] = traces.requests("POST /api/v1/namespaces/{namespace}/configmaps");
  expect(write && traces.parentOf(write)?.attributes["k8s.object.name"]).toBe("first");
});

test("a reconcile's span has its result, and only the class of an error", async () => {
  using traces = new Traces();
  const secret = "hunter2-the-password";
  await using env = await world((name) => {
    if (name === "terminal") throw new TerminalError(`the cloud refused ${secret}`);
    if (name === "fails") throw new RangeError(`the cloud refused ${secret}`, { cause: new Error(secret) });
    return Promise.resolve(name === "later" ? Result.requeueAfter(60_000) : Result.awaitChange());
  });
  env.push("is-well", "later", "fails", "terminal");
  await until(() => traces.reconciles.length === 4);
  const ends = traces.reconciles.map(({ attributes, status: { code } }) => [
    attributes["k8s.object.name"],
    attributes["capstan.reconcile.outcome"],
    attributes["capstan.reconcile.requeue_after_ms"],
    attributes["error.type"],
    code,
  ]);
  expect(ends.sort()).toEqual([
    ["fails", "error", undefined, "RangeError", SpanStatusCode.ERROR],
    ["is-well", "success", undefined, undefined, SpanStatusCode.UNSET],
    ["later", "requeue_after", 60_000, undefined, SpanStatusCode.UNSET],
    ["terminal", "terminal_error", undefined, "Terminal", SpanStatusCode.ERROR],
  ]);
  expect(said(traces)).toContain("terminal_error");
  expect(said(traces)).not.toContain(secret);
});

test("each attempt is its own span, without query, body, credentials or answer", async () => {
  using traces = new Traces();
  let asked = 0;
  await using server = await ScriptedServer.start((_request, response) => {
    asked += 1;
    if (asked === 1) status(response, 429, "TooManyRequests", { "retry-after": "0" });
    else if (asked === 2) json(response, 200, { kind: "Secret", data: { value: "answered-secret" } });
    else status(response, 403, "answered-secret");
  });
  const client = createClient({ ...server.access, userAgent: "tracing-test/1" });
  await client.get(Secret, key("one"));
  await expect(
    client.request("POST", requestPath`/api/v1/x?token=queried-secret`, { body: "sent-secret" }),
  ).rejects.toThrow();
  server.cut();
  server.script = (_request, response) => response.destroy();
  await expect(client.request("GET", requestPath`/a/b/c`, undefined, { retry: false })).rejects.toThrow();
  await client.close();
  expect(
    traces.spans.map(({ name, attributes, status: ended }) => [
      name,
      attributes["http.response.status_code"],
      attributes["http.request.resend_count"],
      attributes["error.type"],
      ended.code === SpanStatusCode.ERROR,
    ]),
  ).toEqual([
    ["GET /api/v1/namespaces/{namespace}/secrets/{name}", 429, undefined, "429", true],
    ["GET /api/v1/namespaces/{namespace}/secrets/{name}", 200, 1, undefined, false],
    ["POST /api/v1/x", 403, undefined, "403", true],
    ["GET /a/{path}", undefined, undefined, "ConnectionFailed", true],
  ]);
  expect(said(traces)).toContain("127.0.0.1");
  for (const secret of ["queried-secret", "sent-secret", "answered-secret", "t0ken"]) {
    expect(said(traces)).not.toContain(secret);
  }
});

test.each([
  [requestPath`/api/v1/nodes`, "/api/v1/nodes"],
  [requestPath`/api/v1/namespaces/team/finalize`, "/api/v1/namespaces/{name}/finalize"],
  [
    requestPath`/apis/a.io/v1/namespaces/team/things/one/status?x=1`,
    "/apis/a.io/v1/namespaces/{namespace}/things/{name}/status",
  ],
  [
    requestPath`/api/v1/namespaces/team/services/one/proxy/any/thing`,
    "/api/v1/namespaces/{namespace}/services/{name}/proxy/{path}",
  ],
  [requestPath`/version`, "/version"],
  [requestPath`/apis/a.io/v1`, "/apis/{path}"],
])("the span of $0.text is called $1", async (path, template) => {
  using traces = new Traces();
  await using server = await ScriptedServer.start((_request, response) => {
    json(response, 200, {});
  });
  const client = createClient({ ...server.access, userAgent: "tracing-test/1" });
  await client.request("GET", path);
  await client.close();
  expect(traces.spans.map(({ name }) => name)).toEqual([`GET ${template}`]);
});

test.each([
  { propagates: true, isTrusted: true, travels: true },
  { propagates: false, isTrusted: true, travels: false },
  // Anyone may run such a server, so it must not receive the trace context.
  { propagates: true, isTrusted: false, travels: false },
])("a server gets the trace: $travels, with a propagator: $propagates, trusted: $isTrusted", async (given) => {
  using traces = new Traces(given);
  await using server = await ScriptedServer.start((_request, response) => {
    json(response, 200, {});
  });
  const own = createClient({ ...server.access, userAgent: "tracing-test/1" });
  await using env = await world(async (_name, { remotes }) => {
    const baggage = propagation.createBaggage({ tenant: { value: "one" } });
    await traceContext.with(propagation.setBaggage(traceContext.active(), baggage), async () => {
      const remote = given.isTrusted ? undefined : await remotes.get(key("kubeconfig"), { labelSelector: "" });
      await (remote?.client ?? own).request("GET", requestPath`/version`);
    });
    return Result.awaitChange();
  });
  const value = Buffer.from(server.kubeconfig).toString("base64");
  await env.client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: key("kubeconfig"), data: { value } });
  env.push("one");
  await until(() => traces.reconciles.length === 1);
  const [span] = traces.requests("GET /version");
  if (span === undefined) throw new Error("no span");
  expect(traces.parentOf(span)).toBe(traces.reconciles[0]);
  const { traceId, spanId } = span.spanContext();
  const [request] = server.requests;
  const expected = given.travels ? [`00-${traceId}-${spanId}-01`, "tenant=one"] : [undefined, undefined];
  expect([request?.headers.traceparent, request?.headers.baggage]).toEqual(expected);
  expect(request?.headers.authorization).toBe("Bearer t0ken");
  await own.close();
});

test("the review of a webhook is part of the trace of the calling API server", async () => {
  using traces = new Traces({ propagates: true });
  const seen: unknown[] = [];
  await using server = await WebhookServer.start({
    admission: [
      {
        type: "validating",
        group: "example.io",
        version: "v1",
        kind: "Widget",
        plural: "widgets",
        path: "/validate",
        review: () => {
          seen.push(trace.getActiveSpan()?.spanContext().traceId);
          return {};
        },
      },
    ],
  });
  const ca = Buffer.from(server.clientConfig.caBundle ?? "", "base64").toString();
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const post = async (path: string, body: string) => {
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, "content-type": "application/json" };
    const request = https.request({ port: server.port, path, method: "POST", headers, ca });
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.resume();
    await once(response, "close");
  };
  const review = { uid: "42", operation: "CREATE", kind: { group: "example.io", version: "v1", kind: "Widget" } };
  const metadata = { name: "one", annotations: { password: "reviewed-secret" } };
  const request = { ...review, name: "one", object: { apiVersion: "example.io/v1", kind: "Widget", metadata } };
  await post(
    "/validate?x=reviewed-secret",
    JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request }),
  );
  await post("/any/reviewed-secret", "{}");
  await until(() => traces.spans.length === 2);
  expect(seen).toEqual([traceId]);
  expect(traces.spans.map(({ name, kind, attributes }) => [name, kind, attributes])).toEqual([
    [
      "POST /validate",
      SpanKind.SERVER,
      { "http.request.method": "POST", "http.route": "/validate", "http.response.status_code": 200 },
    ],
    ["POST", SpanKind.SERVER, { "http.request.method": "POST", "http.response.status_code": 404 }],
  ]);
  expect(traces.spans[0]?.parentSpanContext).toMatchObject({ traceId, spanId: "00f067aa0ba902b7", isRemote: true });
});
