import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { channelSource, ConfigMap, Controller, createClient, createRequest, Manager, Result } from "@capstan/runtime";
import { json, ScriptedServer, status } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

/** A server that keeps a Lease, and answers the creation of a ConfigMap when the test decides. */
async function world() {
  const log: string[] = [];
  const held: ServerResponse[] = [];
  const closing = new AsyncDisposableStack();
  let lease: { metadata: { resourceVersion: string } } | undefined;
  let version = 0;
  const server = closing.use(
    await ScriptedServer.start(({ method, path, body }, response) => {
      const object =
        body === ""
          ? undefined
          : (JSON.parse(body) as { metadata: { name: string }; spec?: { holderIdentity?: string } });
      if (path.includes("/leases")) {
        if (method === "GET") {
          if (lease === undefined) status(response, 404, "NotFound");
          else json(response, 200, lease);
          return;
        }
        version += 1;
        log.push(`lease of ${object?.spec?.holderIdentity ?? ""}`);
        lease = { ...object, metadata: { ...object?.metadata, resourceVersion: String(version) } };
        json(response, 200, lease);
        return;
      }
      log.push(`${method} ${object?.metadata.name ?? ""}`);
      response.once("close", () => {
        if (!response.writableEnded) log.push(`${object?.metadata.name ?? ""} given up`);
      });
      held.push(response);
    }),
  );
  const client = createClient({ ...server.access, userAgent: "stop-test/1" });
  closing.defer(() => client.close());
  const manager = closing.use(
    new Manager({ name: "stopped", client, leaderElection: { namespace: "default", identity: "me" } }),
  );
  const source = channelSource();
  const outcomes: string[] = [];
  manager.add(
    new Controller({
      name: "stopped",
      sources: [source],
      reconciler: {
        reconcile: async (_request, { signal }) => {
          for (const name of ["one", "two"]) {
            const metadata = { name, namespace: "default" };
            await manager.client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata }, { signal }).then(
              () => outcomes.push(`${name} written`),
              (error: unknown) => {
                outcomes.push(`${name} ${(error as Error).name}`);
                throw error;
              },
            );
          }
          return Result.awaitChange();
        },
      },
    }),
  );
  const elected = new Promise<void>((resolve) => manager.once("elected", resolve));
  await manager.start();
  await elected;
  source.push(createRequest("a"));
  await until(() => held.length === 1);
  return {
    log,
    outcomes,
    manager,
    held,
    answer: () => {
      log.push("answer");
      const response = held.at(-1);
      if (response !== undefined)
        json(response, 201, {
          metadata: { name: "one", namespace: "default", resourceVersion: "1" },
        });
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

test("a manager that stops during a write waits for the answer, writes nothing more, then releases the Lease", async () => {
  await using env = await world();
  // when it is stopped during a write
  const stopped = env.manager.stop();
  for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(env.log).toEqual(["lease of me", "POST one"]);
  env.answer();
  await stopped;
  // then the outcome of the write is known, and the next leader finds no half-finished work
  expect(env.outcomes).toEqual(["one written", "two StoppedError"]);
  expect(env.log).toEqual(["lease of me", "POST one", "answer", "lease of "]);
});

test("a manager that is not stopped makes all its writes", async () => {
  await using env = await world();
  env.answer();
  await until(() => env.held.length === 2);
  env.answer();
  await until(() => env.outcomes.length === 2);
  expect(env.outcomes).toEqual(["one written", "two written"]);
});
