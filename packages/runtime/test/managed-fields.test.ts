import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import { Cache, ConfigMap, createClient, Secret } from "@capstan/runtime";
import { writeThrough } from "../src/cache/write-through-client.ts";
import { until } from "./support/until.ts";

const key = { name: "a", namespace: "default" };

/** A server with a ConfigMap and a Secret, and a cache that reads them and shows the writes of its client at once. */
async function world(options: { readonly freeze?: boolean; readonly keeps?: typeof ConfigMap } = {}) {
  const server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "writer/1" });
  const metadata = { ...key, labels: { of: "writer" } };
  await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { field: "1" } });
  await client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata });
  const cache = new Cache({ client, ...(options.freeze === undefined ? {} : { freeze: options.freeze }) });
  if (options.keeps !== undefined) cache.keepManagedMetadata(options.keeps);
  const [configMaps, secrets] = [cache.informer(ConfigMap), cache.informer(Secret)];
  cache.start();
  await Promise.all([configMaps.waitForSync(), secrets.waitForSync()]);
  return {
    configMaps,
    secrets,
    client,
    writer: writeThrough(client, cache),
    async [Symbol.asyncDispose]() {
      await cache.stop();
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Sends the merge patch, and resolves when the informer has the result. */
async function patched(env: Awaited<ReturnType<typeof world>>, client: typeof env.client, value: string) {
  const body = { data: { field: value } };
  const answer = await client.patch(ConfigMap, key, { type: "merge", body });
  await until(() => env.configMaps.get(key)?.data?.field === value);
  return answer;
}

test("a cache drops managedFields from lists, watches and write responses", async () => {
  await using env = await world();
  expect(env.configMaps.get(key)?.metadata).toMatchObject({ labels: { of: "writer" } });
  expect(env.configMaps.get(key)?.metadata).not.toHaveProperty("managedFields");
  await patched(env, env.client, "by watch");
  expect(env.configMaps.get(key)?.metadata).not.toHaveProperty("managedFields");
  // then every write still returns its full response
  const answer = await patched(env, env.writer, "by write");
  expect(answer.metadata.managedFields).toHaveLength(1);
  expect(env.configMaps.get(key)?.metadata).not.toHaveProperty("managedFields");
});

test("a cache that keeps the managedFields of metadata drops those of all other fields", async () => {
  await using env = await world({ keeps: ConfigMap });
  const ofMetadata = [
    expect.objectContaining({
      manager: "writer",
      fieldsV1: { "f:metadata": { "f:labels": { ".": {}, "f:of": {} } } },
    }) as unknown,
  ];
  expect(env.configMaps.get(key)?.metadata.managedFields).toEqual(ofMetadata);
  await patched(env, env.writer, "by write");
  expect(env.configMaps.get(key)?.metadata.managedFields).toEqual(ofMetadata);
  expect(env.secrets.get(key)?.metadata).not.toHaveProperty("managedFields");
});

test.each([false, true])("changing the response of a write does not change the cache (freeze: %s)", async (freeze) => {
  await using env = await world({ freeze });
  const answer = await patched(env, env.writer, "by write");
  answer.data = { field: "changed" };
  answer.metadata.labels = { ...answer.metadata.labels, of: "another" };
  Object.assign(answer.metadata, { name: "b" });
  expect(env.configMaps.get(key)).toMatchObject({
    data: { field: "by write" },
    metadata: { labels: { of: "writer" } },
  });
  expect(Object.isFrozen(env.configMaps.get(key)?.metadata.labels)).toBe(freeze);
});
