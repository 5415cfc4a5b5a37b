import { ApiServer } from "@capstan/apiserver";
import { ConfigMap, createClient, createLogger, Node, Secret, silentLogger } from "@capstan/runtime";
import { expect, test } from "vitest";
import { watchEverything } from "./watch-everything.ts";

const password = "correct-horse-battery";

// The leak is intended, and a run of all tests would find it.
test.skipIf(process.env.CAPSTAN_SECRET_GUARD !== undefined)(
  "a run with the secret guard detects leaked secrets",
  async () => {
    const guard = watchEverything();
    await using server = await ApiServer.start();
    await using closing = new AsyncDisposableStack();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test" });
    closing.defer(() => client.close());
    const core = { apiVersion: "v1", metadata: { namespace: "default", name: "cloud" } };
    await client.create(Secret, {
      ...core,
      kind: "Secret",
      data: { password: Buffer.from(password).toString("base64") },
    });
    expect(guard.leaks()).toEqual([]);

    await client.create(ConfigMap, { ...core, kind: "ConfigMap", data: { note: `it is ${password}` } });
    const conditions = [{ type: "Ready", status: "False", reason: "No", message: `${password}!` }];
    await client.create(Node, { ...core, kind: "Node", metadata: { name: "n1" } });
    await client.patch(
      Node,
      { name: "n1" },
      { type: "merge", body: { status: { conditions } } },
      { subresource: "status" },
    );
    silentLogger
      .with({ name: "m1" })
      .debug("Failed", { error: new Error("no", { cause: new Error(`not ${password}`) }) });
    createLogger().info(`Logged in with ${password}?`);

    // The stack of an error begins with its message.
    const found = guard.leaks().map(({ secret, where }) => `${secret}, in ${where.replace(/\.stack$/, ".message")}`);
    expect([...new Set(found)]).toEqual([
      "Secret default/cloud, key password, in ConfigMap default/cloud: .data.note",
      "Secret default/cloud, key password, in Node /n1: .status.conditions[0].message",
      "Secret default/cloud, key password, in log (Failed): .error.cause.message",
      "Secret default/cloud, key password, in output",
    ]);
  },
);
