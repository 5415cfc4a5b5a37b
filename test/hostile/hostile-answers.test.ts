import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { ApiServer } from "@capstan/apiserver";
import { type Clock, systemClock } from "@capstan/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Behavior, HostileServer, stream } from "./hostile-server.ts";
import { SharedCluster } from "./shared-cluster.ts";

const json = { "content-type": "application/json" };
const mebibyte = Buffer.alloc(1024 * 1024, "x");
/** The limit of additional memory of a manager and the hostile server together. It was 3 GiB before the fix. */
const allowedMiB = 600;

const node = (index: number, size = 0): object => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name: `n${index}`,
    uid: `u${index}`,
    resourceVersion: String(index + 2),
    annotations: { a: "x".repeat(size) },
  },
});
const page = (items: object[], more?: string): string =>
  JSON.stringify({ kind: "NodeList", apiVersion: "v1", metadata: { resourceVersion: "1", continue: more }, items });

const tooMuch = /The server's response is rejected: it (has|is)/;
const endless =
  (status: number): NonNullable<Behavior["list"]> =>
  (_request, response) => {
    stream(response.writeHead(status, json), () => mebibyte);
  };

const drip: NonNullable<Behavior["version"]> = (_request, response) => {
  response.writeHead(200, json);
  const timer = setInterval(() => response.write(" "), 200);
  response.on("close", () => {
    clearInterval(timer);
  });
};

let trap: HostileServer;

const attacks: Record<string, { readonly behavior: Behavior; readonly says: RegExp }> = {
  "an endless body": { behavior: { version: endless(200) }, says: tooMuch },
  "an endless body by http1": { behavior: { version: endless(200), http1: true }, says: tooMuch },
  "an endless list": { behavior: { list: endless(200) }, says: tooMuch },
  "endless pages": {
    behavior: {
      list: (request, response) => {
        const from = Number(/continue=(\d+)/.exec(request.url)?.[1] ?? 0);
        const items = Array.from({ length: 10 }, (_, index) => node(from + index, 500_000));
        response.writeHead(200, json).end(page(items, String(from + 10)));
      },
    },
    says: tooMuch,
  },
  "pages without end and without anything in them": {
    behavior: { list: (_request, response) => response.writeHead(200, json).end(page([], "again")) },
    says: tooMuch,
  },
  "a list of millions of values": {
    behavior: {
      list: (_request, response) => response.writeHead(200, json).end(`{"items":[${"[],".repeat(4_000_000)}1]}`),
    },
    says: tooMuch,
  },
  "a list that is nested a million times": {
    behavior: { list: (_request, response) => response.writeHead(200, json).end("[".repeat(1_000_000)) },
    says: tooMuch,
  },
  "an endless watch event": { behavior: { watch: endless(200) }, says: tooMuch },
  "endlessly many watch events": {
    behavior: {
      watch: (_request, response) => {
        stream(
          response.writeHead(200, json),
          (index) => `${JSON.stringify({ type: "ADDED", object: node(index, 100_000) })}\n`,
        );
      },
    },
    says: tooMuch,
  },
  "one object again and again and never all of them": {
    behavior: {
      watch: (_request, response) => {
        const line = `${JSON.stringify({ type: "MODIFIED", object: node(1, 1_000_000) })}\n`;
        stream(response.writeHead(200, json), () => line);
      },
    },
    says: tooMuch,
  },
  "an endless refusal of a watch": { behavior: { watch: endless(403) }, says: tooMuch },
  "endless headers": {
    behavior: {
      http1: true,
      version: (_request, response) => {
        const { socket } = response;
        let isOpen = true;
        socket.on("close", () => {
          isOpen = false;
        });
        socket.write("HTTP/1.1 200 OK\r\n");
        const more = (): void => {
          while (isOpen && socket.write(`x-${"y".repeat(1_000)}: z\r\n`));
        };
        socket.on("drain", more);
        more();
      },
    },
    says: tooMuch,
  },
  "headers that are too long together": {
    behavior: {
      version: (_request, response) => {
        const headers = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, "y".repeat(1_000)]));
        response.writeHead(200, headers).end("{}");
      },
    },
    says: tooMuch,
  },
  "a slow drip": { behavior: { version: drip }, says: /took longer than 10 s/ },
  "a slow drip by http1": { behavior: { version: drip, http1: true }, says: /took longer than 10 s/ },
  "endless redirects": {
    behavior: {
      version: (_request, response) => response.writeHead(302, { location: `${trap.url}/version` }).end(),
    },
    says: /302/,
  },
  "an error message of megabytes": {
    behavior: {
      version: (_request, response) =>
        response.writeHead(403, json).end(
          JSON.stringify({
            kind: "Status",
            code: 403,
            reason: "Forbidden",
            message: "\u001b[31mno\n".repeat(500_000),
          }),
        ),
    },
    says: /is unresponsive: .{0,1200}$/,
  },
};

describe("responses of a workload cluster are limited", () => {
  let shared: SharedCluster<Clock>;
  let well: ApiServer;

  beforeAll(async () => {
    trap = await HostileServer.start({});
    well = await ApiServer.start();
    shared = await SharedCluster.start(systemClock, { remoteGraceMs: 1_000 });
    // Code that is loaded once does not count as the effect of an attack.
    await timeToServe("first");
  });

  afterAll(async () => {
    await shared[Symbol.asyncDispose]();
    await well.close();
    await trap[Symbol.asyncDispose]();
  });

  /** Milliseconds until a worker of a new, well-behaved Cluster has its data. */
  async function timeToServe(name: string): Promise<number> {
    const startedAt = Date.now();
    const tenant = await shared.addTenant(name, well.kubeconfig);
    const isServed = async () => (await tenant.worker.bootstrapConfig()).status?.dataSecretName !== undefined;
    while (!(await isServed())) await delay(20);
    return Date.now() - startedAt;
  }

  test.each(Object.entries(attacks))(
    "%s: the Cluster reports the cause, other Clusters are served, and memory stays bounded",
    async (attack, { behavior, says }) => {
      const name = attack.replaceAll(" ", "-");
      // Allows for a busy machine.
      const undisturbedMs = await timeToServe(`${name}-before`);
      await using hostile = await HostileServer.start(behavior);
      using memory = new PeakMemory();
      const tenant = await shared.addTenant(name, hostile.kubeconfig);
      expect(await timeToServe(`${name}-neighbor`)).toBeLessThan(Math.max(15_000, 5 * undisturbedMs));
      const probe = async () => (await shared.conditionsOf(tenant)).cluster.RemoteConnectionProbe;
      await expect
        .poll(probe, { interval: 50 })
        .toEqual({ status: "False", reason: "ProbeFailed", message: expect.stringMatching(says) as string });
      expect(hostile.credentials).toContain("Bearer t0ken-of-the-tenant");
      expect(trap.requests).toEqual([]);
      expect(memory.grownMiB).toBeLessThan(allowedMiB);
    },
  );
});

/** Measures how far the memory of this process grows while this is in use. */
class PeakMemory implements Disposable {
  readonly #startBytes = process.memoryUsage.rss();
  #peakBytes = 0;
  readonly #timer = setInterval(() => {
    this.#peakBytes = Math.max(this.#peakBytes, process.memoryUsage.rss());
  }, 10);

  get grownMiB(): number {
    return (this.#peakBytes - this.#startBytes) / 1024 / 1024;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
