import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { connect as connectPlain, createServer, type AddressInfo } from "node:net";
import { connect, type ConnectionOptions } from "node:tls";
import { ApiServer } from "@capstan/apiserver";
import { createClient, Manager, type ManagerOptions, runManager } from "@capstan/runtime";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

/** A manager that serves the addresses in these options. */
async function serving(options: Pick<ManagerOptions, "diagnostics" | "healthAddress" | "profilerAddress">) {
  const closing = new AsyncDisposableStack();
  const server = closing.use(await ApiServer.start());
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  closing.defer(() => client.close());
  const manager = closing.use(new Manager({ name: "served", client, ...options }));
  await manager.start();
  return { addresses: manager.addresses, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

async function statusOf(address: string | undefined, path: string): Promise<number> {
  return (await fetch(`http://${address ?? ""}${path}`)).status;
}

test("insecure diagnostics serve only the metrics", async () => {
  await using served = await serving({ diagnostics: { address: "127.0.0.1:0", insecure: true } });
  const { diagnostics } = served.addresses;
  expect(await statusOf(diagnostics, "/metrics")).toBe(200);
  for (const path of ["/debug/heap", "/debug/cpu", "/debug/cache", "/debug/flags/v", "/debug/pprof/"]) {
    expect(await statusOf(diagnostics, path), path).toBe(404);
  }
});

test("the profiler's address serves only profiles", async () => {
  await using served = await serving({ profilerAddress: "localhost:0" });
  const { profiler } = served.addresses;
  const answer = await fetch(`http://${profiler ?? ""}/debug/cpu?seconds=1`);
  expect(await answer.json()).toHaveProperty("samples");
  for (const path of ["/metrics", "/debug/cache"]) expect(await statusOf(profiler, path), path).toBe(404);
});

test.each([
  ["a name that was made to resolve to loopback", { host: "attacker.example.com:6060" }],
  ["another site", { origin: "https://attacker.example.com" }],
  ["another port of this machine", { origin: "http://localhost:1" }],
  ["a link or an image of another site", { "sec-fetch-site": "cross-site" }],
])("the profiler refuses a browser for %s", async (_what, headers) => {
  await using served = await serving({ profilerAddress: "localhost:0" });
  const port = Number(served.addresses.profiler?.split(":").at(-1));
  const ask = async (sent: Readonly<Record<string, string>>): Promise<number | undefined> => {
    const asked = http.get({ host: "localhost", port, path: "/debug/cpu?seconds=0", headers: sent, agent: false });
    const [response] = (await once(asked, "response")) as [http.IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  expect(await ask({})).toBe(400);
  expect(await ask(headers)).toBe(403);
});

test.each([
  ["health", { healthAddress: "127.0.0.1:0" }, "/healthz"],
  ["diagnostics", { diagnostics: { address: "127.0.0.1:0", insecure: true } }, "/metrics"],
  ["profiler", { profilerAddress: "127.0.0.1:0" }, "/debug/cpu?seconds=1"],
] as const)("many silent connections do not block others from %s", async (which, options, path) => {
  await using served = await serving(options);
  const port = Number(served.addresses[which]?.split(":").at(-1));
  const silent = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const socket = connectPlain({ host: "127.0.0.1", port, localAddress: "127.0.0.2" });
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.on("error", () => undefined).resume();
      await Promise.race([once(socket, "connect"), closed]);
      return { socket, closed };
    }),
  );
  expect(await statusOf(served.addresses[which], path)).toBe(200);
  await Promise.all(silent.slice(0, 100).map(({ closed }) => closed));
  for (const { socket } of silent) socket.destroy();
});

test.each([
  ["TLSv1.3", "TLSv1.2", "refused"],
  ["TLSv1.3", "TLSv1.3", "TLSv1.3"],
  ["TLSv1.2", "TLSv1.2", "TLSv1.2"],
] as const)("diagnostics from %s on, a client of %s: %s", async (minVersion, maxVersion, ends) => {
  await using served = await serving({ diagnostics: { address: "127.0.0.1:0", tls: { minVersion } } });
  const port = Number(served.addresses.diagnostics?.split(":").at(-1));
  const options: ConnectionOptions = { host: "127.0.0.1", port, rejectUnauthorized: false, maxVersion };
  const socket = connect(options);
  const connected = once(socket, "secureConnect").then(
    () => socket.getProtocol(),
    () => "refused",
  );
  expect(await connected).toBe(ends);
  socket.destroy();
});

test("an address in use is named in the error, with the remedy", async () => {
  await using other = createServer();
  await once(other.listen(0, "127.0.0.1"), "listening");
  const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  for (const options of [{ diagnostics: { address } }, { profilerAddress: address }]) {
    await expect(serving(options)).rejects.toMatchObject({
      code: "CommandLineInvalid",
      message: expect.stringMatching(`${address} \\(EADDRINUSE\\); choose another address, or 0`) as unknown,
    });
  }
});

test("with --install alone no address is served; with an address diagnostics are served to clients with a token", async () => {
  await using server = await ApiServer.start();
  const folder = await mkdtemp(join(tmpdir(), "capstan-served-"));
  const kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  /** The addresses served with these flags, and the response of diagnostics to clients without a token. */
  const served = async (...flags: string[]) => {
    const stopping = new AbortController();
    let addresses: Manager["addresses"] = {};
    let status: number | undefined;
    await runManager({
      name: "x",
      description: "x",
      version: "1",
      argv: ["--kubeconfig", kubeconfig, "--install", "--v=-1", ...flags],
      signal: stopping.signal,
      setup: (manager) => {
        manager.once("started", () => {
          ({ addresses } = manager);
          const port = addresses.diagnostics?.split(":").at(-1);
          if (port === undefined) {
            stopping.abort();
            return;
          }
          https.get({ host: "127.0.0.1", port, path: "/debug/flags/v", rejectUnauthorized: false }, (response) => {
            status = response.resume().statusCode;
            stopping.abort();
          });
        });
      },
    });
    return { names: Object.keys(addresses), status };
  };
  expect(await served()).toEqual({ names: [], status: undefined });
  expect(await served("--diagnostics-address=127.0.0.1:0", "--profiler-address=localhost:0")).toEqual({
    names: ["diagnostics", "profiler"],
    status: 401,
  });
  await rm(folder, { recursive: true });
});
