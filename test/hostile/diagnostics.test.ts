import { once } from "node:events";
import https from "node:https";
import { connect } from "node:tls";
import { ApiServer } from "@capstan/apiserver";
import {
  ConfigMap,
  Controller,
  createClient,
  delegatingClient,
  forKind,
  LogVerbosity,
  Manager,
  Result,
  Secret,
  systemClock,
} from "@capstan/runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const secretValue = "hunter2-of-the-diagnostics";

/** Paths that each token may request, according to an RBAC authorizer; `*` for all. */
const rights: Readonly<Record<string, readonly string[]>> = {
  scraper: ["get /metrics"],
  admin: ["get *", "put *"],
  powerless: [],
};

/** The reviews that the API server received, and whether it responds. */
const reviews = { tokens: 0, accesses: 0, fails: false, hangsUntil: Promise.resolve() };

/** Responds to reviews as kube-apiserver does, because the embedded server does not. */
async function review(path: string, body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  if (reviews.fails) throw new Error("the API server is away");
  const givenUp = new Promise<never>((_resolve, reject) => {
    signal?.addEventListener("abort", () => {
      reject(new Error("given up"));
    });
  });
  await Promise.race([reviews.hangsUntil, givenUp]);
  const { spec } = body as {
    spec: { token?: string; user?: string; nonResourceAttributes?: { path: string; verb: string } };
  };
  if (path.endsWith("/tokenreviews")) {
    reviews.tokens += 1;
    const user = (spec.token ?? "").replace(/-\d+$/, "");
    return {
      status: user in rights ? { authenticated: true, user: { username: user } } : { error: "invalid bearer token" },
    };
  }
  reviews.accesses += 1;
  const { path: asked = "", verb = "" } = spec.nonResourceAttributes ?? {};
  const granted = rights[spec.user ?? ""] ?? [];
  return { status: { allowed: granted.includes(`${verb} ${asked}`) || granted.includes(`${verb} *`) } };
}

describe("the diagnostics endpoint of a manager", () => {
  const cleanUp = new AsyncDisposableStack();
  let port = 0;
  let logged = "";
  const verbosity = new LogVerbosity(2);

  beforeAll(async () => {
    const server = cleanUp.use(await ApiServer.start());
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    cleanUp.defer(() => client.close());
    for (const [kind, data] of [
      [ConfigMap, { data: { v: "shown?" } }],
      [Secret, { stringData: { password: secretValue } }],
    ] as const) {
      await client.create(kind, {
        apiVersion: "v1",
        kind: kind.kind,
        metadata: { name: "mine", namespace: "default" },
        ...data,
      });
    }
    const log = (message: string, fields?: unknown): void => void (logged += `${message} ${JSON.stringify(fields)}\n`);
    const logger = { debug: log, info: log, warn: log, error: log, with: () => logger };
    const manager = cleanUp.use(
      new Manager({
        name: "diagnosed",
        logger,
        client: {
          ...delegatingClient(client),
          request: (method, path, body, options) =>
            path.text.endsWith("reviews")
              ? review(path.text, body, options?.signal)
              : client.request(method, path, body, options),
        },
        diagnostics: { address: "127.0.0.1:0", verbosity },
      }),
    );
    manager.add(
      new Controller({
        name: "maps",
        sources: [forKind(ConfigMap), forKind(Secret)],
        reconciler: { reconcile: () => Promise.resolve(Result.awaitChange()) },
      }),
    );
    await manager.start();
    await manager.settled();
    port = Number(manager.addresses.diagnostics?.split(":").at(-1));
  });
  afterAll(() => cleanUp.disposeAsync());
  beforeEach(() => {
    Object.assign(reviews, { tokens: 0, accesses: 0, fails: false, hangsUntil: Promise.resolve() });
  });

  interface Asked {
    readonly token?: string;
    readonly authorization?: string;
    readonly method?: string;
    readonly body?: string;
  }

  /** Requests exactly this path, without normalization on the way. */
  function ask(
    path: string,
    { token, authorization, method = "GET", body }: Asked = {},
  ): Promise<{ status: number; text: string }> {
    const header = authorization ?? (token === undefined ? undefined : `Bearer ${token}`);
    return new Promise((resolve, reject) => {
      const headers = header === undefined ? {} : { authorization: header };
      const asking = https.request({
        host: "127.0.0.1",
        port,
        path,
        method,
        headers,
        rejectUnauthorized: false,
        agent: false,
      });
      asking.on("error", reject).on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("error", reject).on("end", () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
      asking.end(body);
    });
  }
  const status = async (path: string, asked: Asked = {}): Promise<number> => (await ask(path, asked)).status;

  test("serves metrics to an authorized token, only by HTTPS", async () => {
    const { status: code, text } = await ask("/metrics", { token: "scraper" });
    expect(code).toBe(200);
    expect(text).toContain("workqueue_depth");
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });

  test.each([
    ["no token", {}],
    ["a wrong token", { token: "guessed" }],
    ["an empty token", { authorization: "Bearer " }],
    ["a password", { authorization: `Basic ${Buffer.from("scraper:scraper").toString("base64")}` }],
    ["the token without its scheme", { authorization: "scraper" }],
  ])("responds with 401 at every path to %s", async (_, asked) => {
    for (const path of ["/metrics", "/debug/heap", "/debug/cpu?seconds=1", "/debug/cache"]) {
      expect(await status(path, asked), path).toBe(401);
    }
  });

  test("responds with 403 to a token without permission; permission for metrics does not include other paths", async () => {
    expect(await status("/metrics", { token: "powerless" })).toBe(403);
    for (const path of ["/debug/heap", "/debug/cpu?seconds=1", "/debug/cache"]) {
      expect(await status(path, { token: "scraper" }), path).toBe(403);
    }
    expect(await status("/debug/flags/v", { token: "scraper", method: "PUT", body: "9" })).toBe(403);
    expect(await status("/debug/cache", { token: "admin" })).toBe(200);
  });

  test.each([
    "//metrics",
    "/metrics/",
    "/metrics/../debug/heap",
    "/metrics/..%2fdebug/heap",
    "/%6detrics",
    "/metrics;/debug/heap",
    "/metrics#/debug/heap",
    "/./debug/heap",
    "/debug/heap%00",
    "/debug/heap/",
    "/DEBUG/HEAP",
    "http://127.0.0.1/debug/heap",
    "*",
  ])("responds with 404 at %s to every token", async (path) => {
    for (const token of ["scraper", "admin"]) expect(await status(path, { token })).toBe(404);
    expect(reviews.tokens + reviews.accesses).toBe(0);
  });

  test("ignores the query when it authorizes a path", async () => {
    expect(await status("/metrics?x=/debug/heap", { token: "scraper" })).toBe(200);
    expect(await status("/debug/heap?/metrics", { token: "scraper" })).toBe(403);
  });

  test("requires a separate permission for other methods, and rejects invalid verbosity", async () => {
    expect(await status("/metrics", { token: "scraper", method: "POST", body: "x" })).toBe(403);
    expect(await status("/metrics", { token: "scraper", method: "HEAD" })).toBe(403);
    expect(await status("/debug/flags/v", { token: "admin" })).toBe(405);
    for (const body of ["", "much", "4;", "9".repeat(100_000)]) {
      expect(await status("/debug/flags/v", { token: "admin", method: "PUT", body }), body.slice(0, 10)).toBe(400);
    }
    expect(verbosity.value).toBe(2);
    expect(await status("/debug/flags/v", { token: "admin", method: "PUT", body: "4" })).toBe(200);
    expect(verbosity.level).toBe("debug");
  });

  test("caches review results, including denials, and shares them among concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => status("/metrics", { token: "scraper-1" })));
    expect(new Set(answers)).toEqual(new Set([200]));
    await Promise.all(Array.from({ length: 20 }, () => status("/metrics", { token: "noone-1" })));
    expect(reviews.tokens).toBe(2);
  });

  test("responds with 500 to new tokens while the API server fails, and serves known tokens", async () => {
    expect(await status("/metrics", { token: "scraper-2" })).toBe(200);
    reviews.fails = true;
    expect(await status("/metrics", { token: "scraper-3" })).toBe(500);
    expect(await status("/metrics", { token: "scraper-2" })).toBe(200);
    reviews.fails = false;
    expect(await status("/metrics", { token: "scraper-3" })).toBe(200);
  });

  test("limits pending reviews of guessed tokens, and serves known tokens meanwhile", async () => {
    expect(await status("/metrics", { token: "scraper-4" })).toBe(200);
    const hanging = Promise.withResolvers<undefined>();
    reviews.hangsUntil = hanging.promise.then(() => undefined);
    const ending = new AbortController();
    const guesses = Array.from({ length: 60 }, (_, index) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      const headers = { authorization: `Bearer guess-${index}x` };
      const asking = https.get({
        host: "127.0.0.1",
        port,
        path: "/metrics",
        headers,
        rejectUnauthorized: false,
        agent: false,
        signal: ending.signal,
      });
      asking
        .on("response", (response) => {
          resolve(response.resume().statusCode ?? 0);
        })
        .on("error", () => {
          resolve(0);
        });
      return promise;
    });
    // all guesses beyond the limit of pending reviews are refused
    const refused = guesses.map(async (guess) => (await guess) === 429);
    await Promise.race([once(ending.signal, "abort"), Promise.any(refused)]);
    expect(await status("/metrics", { token: "scraper-4" })).toBe(200);
    ending.abort();
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === 429).length).toBeGreaterThanOrEqual(44 - 16);
    expect(codes.filter((code) => code === 200)).toEqual([]);
    // Their reviews continue although the guessers have disconnected.
    hanging.resolve(undefined);
    await expect.poll(() => status("/metrics", { token: "scraper-5" })).toBe(200);
  });

  test("disconnects slow clients, and serves others meanwhile", async () => {
    const slow = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const socket = connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
        await once(socket, "secureConnect");
        socket.on("error", () => undefined).resume();
        socket.write("GET /metrics HTTP/1.1\r\nhost: x\r\n");
        return { socket, closed: once(socket, "close") };
      }),
    );
    expect(await status("/metrics", { token: "scraper" })).toBe(200);
    await Promise.all(slow.map(({ closed }) => closed));
    expect(await status("/metrics", { token: "scraper" })).toBe(200);
  });

  test("refuses a second CPU profile while one is running, and limits the seconds", async () => {
    const token = "admin";
    for (const seconds of ["0", "-1", "301", "1e9", "NaN", "", "1;2"]) {
      expect(await status(`/debug/cpu?seconds=${seconds}`, { token }), seconds).toBe(400);
    }
    const first = ask("/debug/cpu?seconds=2", { token });
    await systemClock.sleep(300);
    expect(await status("/debug/cpu?seconds=1", { token })).toBe(429);
    const { status: code, text } = await first;
    expect(code).toBe(200);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(expect.arrayContaining(["nodes", "samples", "timeDeltas"]));
    // when a client disconnects, then the next profile can start
    const leaving = https.get({
      host: "127.0.0.1",
      port,
      path: "/debug/cpu?seconds=300",
      headers: { authorization: "Bearer admin" },
      rejectUnauthorized: false,
      agent: false,
    });
    leaving.on("error", () => undefined);
    await systemClock.sleep(300);
    leaving.destroy();
    await expect.poll(() => status("/debug/cpu?seconds=1", { token })).toBe(200);
  });

  test("dumps names and versions from the caches, but only the count of Secrets", async () => {
    const { status: code, text } = await ask("/debug/cache", { token: "admin" });
    expect(code).toBe(200);
    const { informers } = JSON.parse(text) as { informers: { kind: string; count: number; objects?: object[] }[] };
    const maps = informers.find(({ kind }) => kind === "ConfigMap");
    expect(maps?.objects).toContainEqual({
      namespace: "default",
      name: "mine",
      resourceVersion: expect.any(String) as string,
    });
    const secrets = informers.find(({ kind }) => kind === "Secret");
    expect(secrets?.count).toBeGreaterThan(0);
    expect(secrets).not.toHaveProperty("objects");
    expect(text).not.toContain(secretValue);
    expect(text).not.toContain(Buffer.from(secretValue).toString("base64"));
    expect(text).not.toContain("shown?");
  });

  test("logs no token", async () => {
    expect(await status("/metrics", { token: "guess-6" })).toBe(401);
    reviews.fails = true;
    expect(await status("/metrics", { token: "scraper-6" })).toBe(500);
    expect(logged).toContain("could not be authorized");
    for (const token of ["scraper-6", "guess-6"]) expect(logged).not.toContain(token);
  });
});
