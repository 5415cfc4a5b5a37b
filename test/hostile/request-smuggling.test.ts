import { ApiServer } from "@capstan/apiserver";
import { createClient, delegatingClient, LogVerbosity, Manager, WebhookServer } from "@capstan/runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerTo, smuggledRequests, statusesIn } from "./smuggled-requests.ts";

const request = (line: string, headers: readonly string[], body = ""): string =>
  [line, "Host: x", ...headers, `Content-Length: ${body.length}`, "Connection: close", "", body].join("\r\n");

describe("the diagnostics port", () => {
  const cleanUp = new AsyncDisposableStack();
  const secret = "manager_of_the_caches";
  const hidden = request("GET /debug/cache HTTP/1.1", ["Authorization: Bearer admin"]);
  let port = 0;
  /** Paths that the API server received reviews for. */
  const asked = new Set<string>();

  /** Responds to reviews as kube-apiserver does: the admin may request every path, the scraper /metrics. */
  function review(path: string, body: unknown): unknown {
    const { spec } = body as { spec: { token?: string; user?: string; nonResourceAttributes?: { path: string } } };
    if (path.endsWith("/tokenreviews")) return { status: { authenticated: true, user: { username: spec.token } } };
    const { path: at = "" } = spec.nonResourceAttributes ?? {};
    asked.add(at);
    return { status: { allowed: spec.user === "admin" || at === "/metrics" } };
  }

  beforeAll(async () => {
    const server = cleanUp.use(await ApiServer.start());
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    cleanUp.defer(() => client.close());
    const manager = cleanUp.use(
      new Manager({
        name: secret,
        client: {
          ...delegatingClient(client),
          request: (_method, { text }, body) => Promise.resolve(review(text, body)),
        },
        diagnostics: { address: "127.0.0.1:0", verbosity: new LogVerbosity(2) },
      }),
    );
    await manager.start();
    port = Number(manager.addresses.diagnostics?.split(":").at(-1));
  });
  afterAll(() => cleanUp.disposeAsync());
  beforeEach(() => {
    asked.clear();
  });

  test("serves the hidden request when an authorized client sends it openly", async () => {
    const answer = await answerTo(port, hidden);
    expect([statusesIn(answer), answer.includes('"informers"')]).toEqual([[200], true]);
    expect([...asked]).toEqual(["/debug/cache"]);
  });

  for (const [whose, headers] of [
    ["a stranger", []],
    ["who may read metrics", ["Authorization: Bearer scraper"]],
  ] as const) {
    for (const method of ["GET", "POST", "HEAD"]) {
      test.each(smuggledRequests({ method, path: "/metrics", headers, hidden }))(
        `${method} by ${whose} hides no other request: %s`,
        async (_what, bytes) => {
          const answer = await answerTo(port, bytes);
          expect(answer).not.toContain('"informers"');
          expect(statusesIn(answer).filter((status) => status < 300 && status !== 100).length).toBeLessThan(2);
          expect([...asked].filter((path) => path !== "/metrics")).toEqual([]);
        },
      );
    }
  }

  test.each([
    "http://x/debug/cache",
    "https://x/debug/cache",
    "HTTP://X/metrics/../debug/cache",
    "//x/debug/cache",
    "/metrics/../debug/cache",
    "/metrics/%2e%2e/debug/cache",
    "/metrics/..%2fdebug/cache",
    "/metrics\\..\\debug\\cache",
    "/%64ebug/cache",
    "/debug%2fcache",
    "/debug/cache%00",
    "/debug/cache;a=b",
    "/debug/cache/",
    "/debug//cache",
    "/./debug/cache",
    "/DEBUG/cache",
    "/debug/cache\u00a0",
    "/debug/cach\u0435",
    "/debug/cache#/metrics",
    "x:/debug/cache",
    "*",
  ])("serves nothing at %s, not even to an administrator", async (target) => {
    const answer = await answerTo(port, request(`GET ${target} HTTP/1.1`, ["Authorization: Bearer admin"]));
    expect(statusesIn(answer).filter((status) => status < 400)).toEqual([]);
    expect(statusesIn(answer)).toHaveLength(1);
    expect([...asked]).toEqual([]);
  });

  test.each([
    ["h2c", ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA", "Connection: Upgrade, HTTP2-Settings"]],
    ["a WebSocket", ["Upgrade: websocket", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "Connection: Upgrade"]],
    ["who it is, in a proxy's words", ["X-Remote-User: admin", "X-Forwarded-User: admin", "Impersonate-User: admin"]],
    ["another path, in a proxy's words", ["X-Original-URL: /debug/cache", "X-Rewrite-URL: /debug/cache"]],
    ["another method, in a proxy's words", ["X-HTTP-Method-Override: PUT"]],
    ["an empty token before the right one", ["Authorization: Bearer", "Authorization: Bearer admin"]],
  ])("rejects a stranger's request with %s", async (_what, headers) => {
    const answer = await answerTo(port, request("GET /debug/cache HTTP/1.1", headers));
    expect(statusesIn(answer)).toEqual([401]);
  });

  test("answers one HTTP/1.0 request, then closes the connection", async () => {
    const open = "GET /metrics HTTP/1.0\r\nAuthorization: Bearer scraper\r\n\r\n";
    expect(statusesIn(await answerTo(port, open))).toEqual([200]);
    expect(await answerTo(port, `${open}${hidden}`)).not.toContain('"informers"');
  });

  test("answers no further request on a connection after it rejects one", async () => {
    for (const line of ["GET /metrics HTTP/1.1", "GET /nothing HTTP/1.1", "POST /metrics HTTP/1.1"]) {
      const refused = `${line}\r\nHost: x\r\nContent-Length: 0\r\n\r\n`;
      expect(statusesIn(await answerTo(port, `${refused}${hidden}${hidden}`)).filter((status) => status < 400)).toEqual(
        [],
      );
    }
    expect(statusesIn(await answerTo(port, hidden))).toEqual([200]);
  });
});

describe("the webhook port", () => {
  let server: WebhookServer;
  let reviewed: string[];
  const kind = { group: "example.io", version: "v1", kind: "Widget" };
  const review = (uid: string): string =>
    JSON.stringify({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: { uid, operation: "CREATE", kind },
    });
  const hidden = request("POST /validate HTTP/1.1", [], review("hidden"));

  beforeAll(async () => {
    server = await WebhookServer.start({
      admission: [
        {
          ...{ type: "validating", ...kind, plural: "widgets", path: "/validate" },
          review: (asked) => {
            reviewed.push((asked as { readonly uid?: string }).uid ?? "");
            return {};
          },
        },
      ],
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    reviewed = [];
  });

  test("serves the hidden request when it is sent openly", async () => {
    expect(statusesIn(await answerTo(server.port, hidden))).toEqual([200]);
    expect(reviewed).toEqual(["hidden"]);
  });

  for (const method of ["GET", "POST"]) {
    test.each(smuggledRequests({ method, path: "/validate", headers: [], hidden }))(
      `${method} hides no other request: %s`,
      async (_what, bytes) => {
        const answer = await answerTo(server.port, bytes);
        expect(reviewed).toEqual([]);
        expect(statusesIn(answer).filter((status) => status < 300 && status !== 100)).toEqual([]);
      },
    );
  }
});
