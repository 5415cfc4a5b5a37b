// Reports of requests, reconciles and reviews: to observers, on the diagnostics channels of the process, and as spans.
import { channel } from "node:diagnostics_channel";
import { SpanKind, SpanStatusCode, trace, propagation, context } from "@opentelemetry/api";
import { diagnosticChannels, Node, requestPath, TerminalError, type RequestInfo } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test } from "vitest";
import { reportedRequest, RequestReports, type RequestReportsOptions } from "../src/client/request-reports.ts";
import { watchPath } from "../src/client/watch-path.ts";
import { errorTypeOf } from "../src/tracing/error-type.ts";
import { ReconcileSpan } from "../src/tracing/reconcile-span.ts";
import { ReviewSpan } from "../src/tracing/review-span.ts";
import { outsideOfSpans, tracer } from "../src/tracing/tracer.ts";
import { Traces } from "./support/traces.ts";

/** The messages published while `work` runs. */
function published(work: () => void): [name: string, message: unknown][] {
  const messages: [string, unknown][] = [];
  const listeners = Object.entries(diagnosticChannels).map(([name, of]) => {
    const listener = (message: unknown): void => void messages.push([name, message]);
    channel(of).subscribe(listener);
    return () => {
      channel(of).unsubscribe(listener);
    };
  });
  try {
    work();
  } finally {
    for (const end of listeners) end();
  }
  return messages;
}

const watchOfNodes = watchPath(Node, {}, Infinity);

const ended = (traces: Traces) =>
  traces.spans.map(({ name, kind, attributes, status }) => ({
    name,
    kind,
    attributes,
    isError: status.code === SpanStatusCode.ERROR,
  }));

describe("an attempt of a request", () => {
  const clock = new FakeClock();
  function world(options: Partial<RequestReportsOptions> = {}) {
    const seen: RequestInfo[] = [];
    const reports = new RequestReports({
      server: "https://api.c1:6443/base",
      userAgent: "test/1",
      clock,
      onRequest: (request) => void seen.push(request),
      propagates: false,
      ...options,
    });
    return { seen, reports };
  }
  const machine = reportedRequest("PATCH", requestPath`/apis/a.io/v1/namespaces/team/machines/m/status?x=1`);
  const target = {
    verb: "patch",
    group: "a.io",
    version: "v1",
    resource: "machines",
    subresource: "status",
    namespace: "team",
    name: "m",
  };
  const info = { ...target, method: "PATCH", path: machine.path, host: "api.c1:6443", userAgent: "test/1" };
  const template = "/apis/a.io/v1/namespaces/{namespace}/machines/{name}/status";

  test("is read from its method and path", () => {
    expect(machine).toEqual({ method: "PATCH", path: machine.path, target, template });
  });

  test("is passed to the observer when it is answered, or has failed", async () => {
    const { seen, reports } = world();
    const first = reports.begin(machine, 1);
    await clock.advance(30);
    const second = reports.begin(machine, 2);
    await clock.advance(5);
    first.answered(201);
    second.failed(new Error("secret"));
    expect(seen).toEqual([
      { ...info, status: 201, attempt: 1, durationMs: 35 },
      { ...info, status: 0, attempt: 2, durationMs: 5 },
    ]);
    const start = clock.monotonic();
    await clock.advance(7);
    reports.watchAnswered(watchOfNodes, 200, start);
    expect(seen[2]).toMatchObject({
      verb: "watch",
      resource: "nodes",
      method: "GET",
      status: 200,
      attempt: 1,
      durationMs: 7,
    });
  });

  test("is not affected by an observer that throws, and needs no observer", () => {
    const throws = () => {
      throw new Error("observer");
    };
    for (const onRequest of [throws, undefined]) {
      const { reports } = world({ onRequest });
      expect(() => {
        reports.begin(machine, 1).answered(200);
        reports.begin(machine, 1).failed(undefined);
        reports.watchAnswered(watchOfNodes, 0, 0);
      }).not.toThrow();
    }
  });

  test.each([
    ["https://api.c1:6443", "api.c1", 6_443],
    ["https://api.c1", "api.c1", 443],
    ["http://10.0.0.1", "10.0.0.1", 80],
    ["http://10.0.0.1:8080", "10.0.0.1", 8_080],
  ])("of %s is a span with address and port, and the same data for a subscriber", (server, address, port) => {
    using traces = new Traces();
    const { reports } = world({ server });
    const messages = published(() => {
      reports.begin(machine, 1).answered(200);
      reports.begin(machine, 3).answered(409);
      reports.begin(reportedRequest("GET", requestPath`/version`), 1).failed(new TypeError("secret"));
    });
    const of = { "server.address": address, "server.port": port };
    const object = { "k8s.namespace.name": "team", "k8s.object.name": "m" };
    const patch = {
      "http.request.method": "PATCH",
      "url.template": template,
      "capstan.request.verb": "patch",
      ...of,
      ...object,
    };
    expect(ended(traces)).toStrictEqual([
      {
        name: `PATCH ${template}`,
        kind: SpanKind.CLIENT,
        attributes: { ...patch, "http.response.status_code": 200 },
        isError: false,
      },
      {
        name: `PATCH ${template}`,
        kind: SpanKind.CLIENT,
        attributes: { ...patch, "http.request.resend_count": 2, "http.response.status_code": 409, "error.type": "409" },
        isError: true,
      },
      {
        name: "GET /version",
        kind: SpanKind.CLIENT,
        attributes: {
          "http.request.method": "GET",
          "url.template": "/version",
          "capstan.request.verb": "get",
          ...of,
          "error.type": "TypeError",
        },
        isError: true,
      },
    ]);
    const request = {
      method: "PATCH",
      template,
      verb: "patch",
      namespace: "team",
      name: "m",
      attempt: 1,
      server: { address, port },
    };
    const version = { ...request, method: "GET", template: "/version", verb: "get", namespace: "", name: "" };
    expect(messages).toEqual([
      ["requestStarted", request],
      ["requestEnded", { request, answer: 200 }],
      ["requestStarted", { ...request, attempt: 3 }],
      ["requestEnded", { request: { ...request, attempt: 3 }, answer: 409 }],
      ["requestStarted", version],
      ["requestEnded", { request: version, answer: "TypeError" }],
    ]);
  });

  test("that is a watch has a span until the watch begins", async () => {
    const { reports } = world();
    const [start, startedAt] = [clock.monotonic(), clock.now()];
    await clock.advance({ seconds: 3 });
    // The rest runs synchronously, because managers of other tests of this process could end spans in between.
    using traces = new Traces();
    reports.watchAnswered(watchOfNodes, 200, start);
    reports.watchAnswered(watchOfNodes, 0, start);
    reports.watchAnswered(watchOfNodes, 500, start);
    expect(traces.spans[0]?.startTime).toEqual([(startedAt - (startedAt % 1_000)) / 1_000, (startedAt % 1_000) * 1e6]);
    expect(
      ended(traces).map(({ attributes, isError }) => [
        attributes["http.response.status_code"],
        attributes["error.type"],
        isError,
      ]),
    ).toEqual([
      [200, undefined, false],
      [undefined, "_OTHER", true],
      [500, "500", true],
    ]);
  });

  test("propagates its trace only to servers that may learn it, and only with a registered propagator", () => {
    for (const [registered, propagates] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      using traces = new Traces({ propagates: registered });
      const { reports } = world({ propagates });
      const report = reports.begin(machine, 1);
      report.answered(200);
      const span = traces.spans[0]?.spanContext();
      const traceparent = `00-${span?.traceId ?? ""}-${span?.spanId ?? ""}-01`;
      expect(report.headers).toEqual(registered && propagates ? { traceparent } : {});
    }
  });
});

test.each([
  [new TerminalError("secret"), "ReconcileTerminal"],
  [new RangeError("secret"), "RangeError"],
  ["secret", "_OTHER"],
  [undefined, "_OTHER"],
])("the type of %o reveals nothing of its message", (error, type) => {
  expect(errorTypeOf(error)).toBe(error instanceof TerminalError ? error.code : type);
});

describe("a reconcile", () => {
  const object = { name: "m", namespace: "team", kind: "Machine", uid: "1" };
  const attributes = {
    "capstan.controller": "machine",
    "k8s.object.name": "m",
    "k8s.namespace.name": "team",
    "k8s.object.kind": "Machine",
    "k8s.object.uid": "1",
  };

  test("is a root span with its result, and messages with the thrown error", () => {
    using traces = new Traces();
    const error = new RangeError("secret");
    const messages = published(() => {
      new ReconcileSpan("machine", "core", () => object).succeeded("success", undefined);
      new ReconcileSpan("machine", undefined, () => ({ name: "n" })).succeeded("requeue_after", 50);
      new ReconcileSpan("machine", "core", () => object).failed("error", error);
      new ReconcileSpan("machine", "core", () => object).failed("stopped", error);
    });
    const span = { name: "machine reconcile", kind: SpanKind.INTERNAL };
    const outcome = (value: string) => ({ "capstan.reconcile.outcome": value });
    expect(ended(traces)).toStrictEqual([
      { ...span, attributes: { ...attributes, ...outcome("success") }, isError: false },
      {
        ...span,
        attributes: {
          "capstan.controller": "machine",
          "k8s.object.name": "n",
          ...outcome("requeue_after"),
          "capstan.reconcile.requeue_after_ms": 50,
        },
        isError: false,
      },
      { ...span, attributes: { ...attributes, ...outcome("error"), "error.type": "RangeError" }, isError: true },
      { ...span, attributes: { ...attributes, ...outcome("stopped") }, isError: false },
    ]);
    const reconcile = { ...object, manager: "core", controller: "machine" };
    expect(messages).toStrictEqual([
      ["reconcileEnded", { reconcile, outcome: "success" }],
      [
        "reconcileEnded",
        { reconcile: { name: "n", manager: "", controller: "machine" }, outcome: "requeue_after", requeueAfterMs: 50 },
      ],
      ["reconcileEnded", { reconcile, outcome: "error", error }],
      ["reconcileEnded", { reconcile, outcome: "stopped" }],
    ]);
  });

  test("without a subscriber at its start is not published at its end", () => {
    const span = new ReconcileSpan("machine", "core", () => object);
    expect(
      published(() => {
        span.succeeded("success", undefined);
      }),
    ).toEqual([]);
  });

  test("is a root span even within another active span, and contains the spans of its work", () => {
    using traces = new Traces();
    const outer = trace.getTracer("test").startSpan("outer");
    context.with(trace.setSpan(context.active(), outer), () => {
      const span = new ReconcileSpan("machine", "core", () => object);
      const answer = span.bind(() => {
        trace.getTracer("test").startSpan("inner").end();
        outsideOfSpans(() => {
          trace.getTracer("test").startSpan("outside").end();
        });
        return 7;
      })();
      expect(answer).toBe(7);
      span.succeeded("success", undefined);
    });
    const named = (name: string) => traces.spans.find((span) => span.name === name);
    expect(named("machine reconcile")?.parentSpanContext).toBeUndefined();
    expect(named("inner")?.parentSpanContext?.spanId).toBe(named("machine reconcile")?.spanContext().spanId);
    expect(named("outside")?.parentSpanContext).toBeUndefined();
  });

  test("without an SDK or subscribers runs directly, and its object is not read", () => {
    let looked = 0;
    const span = new ReconcileSpan("machine", "core", () => {
      looked += 1;
      return object;
    });
    const reconcile = () => 7;
    expect(span.bind(reconcile)).toBe(reconcile);
    expect(() => {
      span.succeeded("success", 5);
    }).not.toThrow();
    expect(looked).toBe(0);
  });

  test("with subscribers publishes its start first, in the same message object as its end", () => {
    const started: unknown[] = [];
    const messages = published(() => {
      const span = new ReconcileSpan("machine", "core", () => object);
      span.bind(() => started.push("runs"))();
      span.succeeded("success", undefined);
    });
    expect(messages.map(([name]) => name)).toEqual(["reconcileStarted", "reconcileEnded"]);
    expect(started).toEqual(["runs"]);
    expect((messages[1]?.[1] as { reconcile: unknown } | undefined)?.reconcile).toBe(messages[0]?.[1]);
  });
});

describe("a request to a webhook", () => {
  test.each([
    ["POST", "/convert", "POST /convert", { "http.request.method": "POST", "http.route": "/convert" }],
    ["POST", undefined, "POST", { "http.request.method": "POST" }],
    ["secret", "/convert", "HTTP /convert", { "http.request.method": "_OTHER", "http.route": "/convert" }],
  ])("%s %s is the span %s", (method, route, name, attributes) => {
    using traces = new Traces();
    new ReviewSpan(method, route, {}).ended(200);
    new ReviewSpan(method, route, {}).ended(499);
    new ReviewSpan(method, route, {}).ended(500);
    const span = { name, kind: SpanKind.SERVER };
    expect(ended(traces)).toStrictEqual([
      { ...span, attributes: { ...attributes, "http.response.status_code": 200 }, isError: false },
      { ...span, attributes: { ...attributes, "http.response.status_code": 499 }, isError: false },
      { ...span, attributes: { ...attributes, "http.response.status_code": 500, "error.type": "500" }, isError: true },
    ]);
  });

  test("continues the trace of the calling server, and contains the review", () => {
    using traces = new Traces({ propagates: true });
    const headers = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const span = new ReviewSpan("POST", "/convert", headers);
    expect(span.run(() => trace.getActiveSpan()?.spanContext().traceId)).toBe("0af7651916cd43dd8448eb211c80319c");
    span.ended(200);
    expect(traces.spans[0]?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
    expect(propagation.fields()).toContain("traceparent");
  });
});

test("the tracer comes from the SDK registered at the time, and stays the same as long as the SDK does", () => {
  const kept: unknown[] = [];
  for (const name of ["first", "second"]) {
    using traces = new Traces();
    kept.push(tracer());
    expect(tracer()).toBe(kept.at(-1));
    tracer().startSpan(name).end();
    expect(traces.spans.map((span) => [span.name, span.instrumentationScope.name])).toEqual([
      [name, "@capstan/runtime"],
    ]);
  }
  expect(kept[0]).not.toBe(kept[1]);
});
