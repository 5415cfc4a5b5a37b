import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { ApiServer } from "@capstan/apiserver";
import { ConfigMap, createClient } from "@capstan/runtime";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

test("the program of docs/tracing.md prints the spans of its reconciles and requests", async () => {
  const page = await readFile(path.join(root, "docs/tracing.md"), "utf8");
  const program = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-tracing-"));
  await using server = await ApiServer.start();
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "tracing-test/1" });
  const metadata = { name: "one", namespace: "default" };
  await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
  const args = ["--conditions=source", "--input-type=module-typescript", "--eval", program];
  const manager = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed = text(manager.stdout);
  try {
    const greeted = client.watch(ConfigMap, { fieldSelector: "metadata.name=one", resourceVersion: "0" });
    for await (const { object } of greeted) if (object.data?.greeting === "hello") break;
    manager.kill("SIGTERM");
    expect(await once(manager, "exit")).toEqual([0, null]);
  } finally {
    manager.kill("SIGKILL");
    await client.close();
    await rm(folder, { recursive: true });
  }
  expect(await printed).toContain("name: 'greeter reconcile'");
  expect(await printed).toContain("name: 'PATCH /api/v1/namespaces/{namespace}/configmaps/{name}'");
});
