import { patienceMs } from "@capstan/harness/patience";
import { ApiServer } from "@capstan/apiserver";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type ConnectionOptions } from "node:tls";
import {
  type CommandLineError,
  ConfigMap,
  Controller,
  createClient,
  forKind,
  Lease,
  Manager,
  Result,
  runManager,
  type RunManagerOptions,
  Secret,
  WebhookServer,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test, vi } from "vitest";

const program = { name: "x", description: "x", version: "1", setup: () => undefined };

/** Runs a manager with these flags until it has started, and returns its output. */
async function run(
  server: ApiServer,
  argv: readonly string[],
  { whenOn, ...options }: Partial<RunManagerOptions> & { readonly whenOn?: () => Promise<void> } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), "capstan-flags-"));
  const kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  let logged = "";
  const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    logged += String(text);
    return true;
  });
  const stopping = new AbortController();
  try {
    await runManager({
      ...program,
      ...options,
      argv: ["--kubeconfig", kubeconfig, "--health-addr=0", "--diagnostics-address=0", ...argv],
      signal: stopping.signal,
      setup: async (manager, flags, webhooks) => {
        await options.setup?.(manager, flags, webhooks);
        manager.once(argv.includes("--leader-elect=true") ? "elected" : "started", () => {
          void Promise.resolve(whenOn?.()).finally(() => {
            stopping.abort();
          });
        });
      },
    });
  } finally {
    write.mockRestore();
    await rm(folder, { recursive: true });
  }
  return logged;
}

function maps(seen: string[], options: { readonly concurrency?: number } = {}): Controller {
  return new Controller({
    ...options,
    name: "maps",
    sources: [forKind(ConfigMap, { predicate: ({ object }) => object.metadata.namespace === "default" })],
    reconciler: {
      reconcile: ({ name }) => {
        seen.push(name);
        return Promise.resolve(Result.awaitChange());
      },
    },
  });
}

describe("the flags of a manager", () => {
  test.each([
    [["--sync-period", "10"], "It must be a duration"],
    [["--reconcile-timeout", "0s"], "above zero"],
    [["--kube-api-qps", "many"], "It must be a number"],
    [["--clustercache-memory-limit", "much"], "It must be a quantity"],
    [["--leader-elect=perhaps"], "--leader-elect=true or --leader-elect=false"],
    [["--leader-elect", "--leader-elect-renew-deadline=15s"], "--leader-elect-lease-duration must be longer"],
    [["--tls-min-version", "1.3"], "VersionTLS13"],
    [["--tls-cipher-suites", "TLS_RSA_WITH_RC4_128_SHA"], "TLS_RSA_WITH_RC4_128_SHA is unknown"],
    [["--tls-curve-preferences", "1"], "29 (X25519)"],
    [["--v", "much"], "whole number"],
    [["--health-addr", "9440"], "host:port"],
    [["--profiler-address", ":6060"], "of this machine alone"],
  ])("%j is refused with its reason", async (argv, message) => {
    await expect(runManager({ ...program, argv })).rejects.toMatchObject({
      code: "CommandLineInvalid",
      message: expect.stringContaining(message) as string,
    } satisfies Partial<CommandLineError>);
  });

  test("--leader-elect-lease-duration is in the Lease, and =false disables as in Go", async () => {
    await using server = await ApiServer.start();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    const lasts = "--leader-elect-lease-duration=42s";
    await run(server, ["--leader-elect=false", lasts]);
    expect((await client.list(Lease)).items).toEqual([]);
    const durations: (number | undefined)[] = [];
    const whenOn = async (): Promise<void> => {
      const lease = await client.get(Lease, { namespace: "default", name: "x" });
      durations.push(lease.spec?.leaseDurationSeconds);
    };
    await run(server, ["--leader-elect=true", lasts], { whenOn });
    expect(durations).toEqual([42]);
    await client.close();
  });

  test.each([
    ["4", /DEBUG/, /^$/],
    ["2", /INFO .*The manager is running/, /DEBUG/],
    ["-1", /WARN .*careful/, /INFO|DEBUG/],
  ])("--v %s selects the lines that are logged", async (v, has, hasNot) => {
    await using server = await ApiServer.start();
    const setup = ({ logger }: Manager): void => {
      logger.debug("detailed");
      logger.warn("careful");
    };
    const logged = await run(server, ["--v", v], { setup });
    expect(logged).toMatch(has);
    expect(logged).not.toMatch(hasNot);
  });

  test("a concurrency flag for a controller that setup does not add is refused, and the error lists the controllers", async () => {
    await using server = await ApiServer.start();
    const setup = (manager: Manager): void => {
      manager.add(maps([]));
    };
    await expect(run(server, [], { setup, concurrency: { map: 3 } })).rejects.toMatchObject({
      code: "ArgumentInvalid",
      message: expect.stringMatching(/names map, .*it has added maps$/) as string,
    });
  });

  test("--<controller>-concurrency overrides the controller's setting", async () => {
    await using server = await ApiServer.start();
    const limits: unknown[] = [];
    let running: Manager | undefined;
    const options = {
      setup: (manager: Manager): void => {
        running = manager;
        manager.add(maps([], { concurrency: 7 }));
      },
      whenOn: async (): Promise<void> => {
        const text = (await running?.metrics.registry.metrics()) ?? "";
        limits.push(/max_concurrent_reconciles\{controller="maps"\} (\d+)/.exec(text)?.[1]);
      },
    };
    await run(server, [], options);
    await run(server, [], { ...options, concurrency: { maps: 5 } });
    await run(server, ["--maps-concurrency=3"], { ...options, concurrency: { maps: 5 } });
    expect(limits).toEqual(["7", "5", "3"]);
  });

  test("with --kube-api-qps requests beyond the burst wait for their time", async () => {
    await using server = await ApiServer.start();
    const sent: number[] = [];
    const sendUntil =
      (expected: number) =>
      async (manager: Manager): Promise<void> => {
        const before = [...server.requests.entries()].length;
        const ending = new AbortController();
        let answered = 0;
        const lists = Array.from({ length: 10 }, async () => {
          await manager.client.list(ConfigMap, { signal: ending.signal });
          answered += 1;
        });
        // by then the burst has been sent
        await vi.waitUntil(() => answered >= expected, { timeout: patienceMs });
        ending.abort();
        await Promise.allSettled(lists);
        sent.push([...server.requests.entries()].length - before);
      };
    await run(server, ["--kube-api-qps=-1"], { setup: sendUntil(10) });
    await run(server, ["--kube-api-qps=0.01", "--kube-api-burst=4"], { setup: sendUntil(4) });
    expect(sent).toEqual([10, 4]);
  });
});

describe("the memory limit for the cache of a workload cluster", () => {
  test.each([
    ["1Mi", undefined],
    ["2Ki", expect.stringContaining("rejected: it has objects that exceed")],
  ])("with --clustercache-memory-limit=%s: %s", async (limit, problem) => {
    // given a workload cluster with objects of 10 KiB, and its kubeconfig
    await using server = await ApiServer.start();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    const secret = { name: "workload-kubeconfig", namespace: "default" };
    const labels = { "cluster.x-k8s.io/cluster-name": "workload" };
    await client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { ...secret, labels },
      stringData: { value: server.kubeconfig },
    });
    await client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "large", namespace: "default" },
      data: { text: "x".repeat(10_240) },
    });
    await client.close();

    // when a manager reads the objects
    let manager: Manager | undefined;
    let says: string | undefined;
    await run(server, [`--clustercache-memory-limit=${limit}`], {
      setup: (given) => {
        manager = given;
      },
      whenOn: async () => {
        const remote = await manager?.remotes.get(secret);
        const informer = remote?.cache.informer(ConfigMap);
        await vi.waitUntil(() => informer?.synced === true || informer?.problem !== undefined, { timeout: patienceMs });
        says = informer?.problem?.message;
      },
    });

    // then it keeps them, or reports why it does not
    expect(says).toEqual(problem);
  });
});

describe("the sync period", () => {
  test.each([
    [60_000, ["a", "b"]],
    [undefined, []],
  ])("of %j ms reconciles every object of the kind again, and no other objects", async (syncPeriodMs, again) => {
    await using server = await ApiServer.start();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
    for (const [name, namespace] of [
      ["a", "default"],
      ["b", "default"],
      ["c", "kube-system"],
    ] as const) {
      await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace } });
    }
    const clock = new FakeClock();
    const period = syncPeriodMs === undefined ? {} : { syncPeriodMs };
    await using manager = new Manager({ name: "maps", client, clock, ...period });
    clock.settle = () => manager.settled();
    const seen: string[] = [];
    manager.add(maps(seen));
    await manager.start();
    await manager.settled();
    seen.length = 0;
    // a period varies by a tenth in either direction
    await clock.advance(50_000);
    expect(seen).toEqual([]);
    await clock.advance(17_000);
    await manager.settled();
    expect(seen.toSorted()).toEqual(again);
    await manager.stop();
    await client.close();
  });
});

describe("the TLS of the webhooks", () => {
  /** The result of a handshake. */
  async function handshake(port: number, options: ConnectionOptions): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options }, () => {
      resolve(`${socket.getProtocol() ?? ""} ${socket.getCipher().name}`);
    });
    socket.on("error", () => {
      resolve("refused");
    });
    const result = await promise;
    socket.destroy();
    return result;
  }

  test.each([
    [[], { maxVersion: "TLSv1.2" }, /^TLSv1.2 /],
    [["--tls-min-version=VersionTLS13"], { maxVersion: "TLSv1.2" }, /refused/],
    [["--tls-min-version=VersionTLS13"], {}, /^TLSv1.3 /],
    [
      ["--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"],
      { maxVersion: "TLSv1.2" },
      /AES256-GCM-SHA384/,
    ],
    [
      ["--tls-cipher-suites=TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"],
      { maxVersion: "TLSv1.2", ciphers: "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256" },
      /refused/,
    ],
    [["--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"], {}, /^TLSv1.3 /],
    [["--tls-cipher-suites=TLS_AES_128_GCM_SHA256"], { maxVersion: "TLSv1.2" }, /refused/],
    [["--tls-curve-preferences=24"], { ecdhCurve: "X25519" }, /refused/],
    [["--tls-curve-preferences=24,29"], { ecdhCurve: "X25519" }, /^TLSv1.3 /],
  ] satisfies [string[], ConnectionOptions, RegExp][])("%j, a client with %j", async (argv, offered, ends) => {
    await using server = await ApiServer.start();
    let answer = "";
    const starting = vi.spyOn(WebhookServer, "start");
    const setup = async (): Promise<void> => {
      const webhooks = (await starting.mock.results[0]?.value) as WebhookServer;
      answer = await handshake(webhooks.port, offered);
    };
    const converters = [{ kinds: ["Widget"], convert: () => undefined }] as unknown as RunManagerOptions["converters"];
    try {
      await run(server, ["--install", ...argv], { setup, ...(converters === undefined ? {} : { converters }) });
    } finally {
      starting.mockRestore();
    }
    expect(answer).toMatch(ends);
  });
});
