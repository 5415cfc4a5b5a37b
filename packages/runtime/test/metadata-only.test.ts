import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import { Cache, ConfigMap, createClient } from "@capstan/runtime";
import { writeThrough } from "../src/cache/write-through-client.ts";
import { json, ScriptedServer } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

const key = { name: "a", namespace: "default" };
const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { large: "x" } };

test("a metadata cache keeps only metadata, also from responses to writes and reads by name", async () => {
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "metadata/1" });
  const cache = new Cache({ client });
  const writer = writeThrough(client, cache);
  const partial = cache.informer(ConfigMap, { metadataOnly: true });
  const whole = cache.informer(ConfigMap);
  cache.start();
  await Promise.all([partial.waitForSync(), whole.waitForSync()]);
  // when an object is created, changed and read
  const created = await writer.create(ConfigMap, object);
  const kept = () => Object.keys(partial.get(key) ?? {}).sort();
  expect(kept()).toEqual(["apiVersion", "kind", "metadata"]);
  const patched = await writer.patch(ConfigMap, key, { type: "merge", body: { data: { more: "y" } } });
  expect(kept()).toEqual(["apiVersion", "kind", "metadata"]);
  expect(partial.get(key)?.metadata.resourceVersion).toBe(patched.metadata.resourceVersion);
  await writer.get(ConfigMap, key);
  expect(kept()).toEqual(["apiVersion", "kind", "metadata"]);
  // then the writer gets the whole object, and a cache of whole objects has it
  expect(created.data).toEqual({ large: "x" });
  expect(whole.get(key)?.data).toEqual({ large: "x", more: "y" });
  await cache.stop();
  await client.close();
});

test("a metadata cache drops other fields when the server returns whole objects", async () => {
  const metadata = { ...key, uid: "1", resourceVersion: "5" };
  await using server = await ScriptedServer.start(({ query }, response) => {
    if (query.has("watch")) response.writeHead(200).flushHeaders();
    else json(response, 200, { metadata: { resourceVersion: "9" }, items: [{ metadata, data: object.data }] });
  });
  const client = createClient({ ...server.access, userAgent: "metadata/1" });
  const cache = new Cache({ client });
  const informer = cache.informer(ConfigMap, { metadataOnly: true });
  cache.start();
  await until(() => informer.synced);
  expect(informer.list()).toEqual([{ apiVersion: "v1", kind: "ConfigMap", metadata }]);
  await cache.stop();
  await client.close();
});
