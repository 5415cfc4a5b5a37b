import { patienceMs } from "@capstan/harness/patience";
import { ApiServer } from "@capstan/apiserver";
import { ConfigMap, createClient, isConflict, isNotFound } from "@capstan/runtime";
import { expect, test } from "vitest";
import { deleteIfThere } from "../src/kit/delete-if-there.ts";

const key = { name: "a", namespace: "default" };
const made = (finalizers: string[] = []): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { ...key, finalizers },
});

async function server() {
  const running = await ApiServer.start();
  const client = createClient({ kubeconfig: running.kubeconfig, userAgent: "test/1" });
  return {
    client,
    remove: (object: ConfigMap) => deleteIfThere(client, { kind: ConfigMap, object }, AbortSignal.timeout(patienceMs)),
    async [Symbol.asyncDispose]() {
      await client.close();
      await running.close();
    },
  };
}

test("an object is deleted, and the result shows whether it is removed", async () => {
  await using env = await server();
  const plain = await env.client.create(ConfigMap, made());
  expect(await env.remove(plain)).toBe(true);
  await expect(env.client.get(ConfigMap, key)).rejects.toSatisfy(isNotFound);
  // already deleted
  expect(await env.remove(plain)).toBe(true);
  // an object with a finalizer stays
  expect(await env.remove(await env.client.create(ConfigMap, made(["example.com/held"])))).toBe(false);
});

test("a different object with the same name is not deleted", async () => {
  await using env = await server();
  const old = await env.client.create(ConfigMap, made());
  await env.client.delete(ConfigMap, key);
  const successor = await env.client.create(ConfigMap, made());
  await expect(env.remove(old)).rejects.toSatisfy(isConflict);
  expect((await env.client.get(ConfigMap, key)).metadata.uid).toBe(successor.metadata.uid);
});
