import { expect, test } from "vitest";
import { type Next } from "../src/background/background-controller.ts";
import { Background } from "../src/background/background.ts";
import { GarbageCollector } from "../src/background/garbage-collector.ts";
import { Deleter } from "../src/deletion/deleter.ts";
import { builtIns } from "../src/registry/built-in/built-ins.ts";
import { Registry } from "../src/registry/registry.ts";
import { Store } from "../src/store/store.ts";

const configMaps = builtIns.find(({ id }) => id === "configmaps.") ?? expect.fail("There are no ConfigMaps.");

test("the server retries a background task that could not be stored, and completes the others", async () => {
  // given a store that rejects the first write about the end of a namespace
  const store = new Store({ revision: 1, objects: [] });
  const processed: string[] = [];
  const secondTime = Promise.withResolvers<undefined>();
  const background = new Background(store, {
    namespaces: {
      restore: () => [],
      onChange: ({ object }) => [object.metadata.name],
      reconcile: (name) => {
        processed.push(name);
        if (name === "a" && processed.length === 1) throw new Error("no space");
        if (name === "a") secondTime.resolve(undefined);
        return {};
      },
    },
  });
  // when two namespaces change
  for (const name of ["a", "b"]) {
    store.put("namespaces.", { apiVersion: "v1", kind: "Namespace", metadata: { name, uid: name } });
  }
  await secondTime.promise;
  expect(processed).toEqual(["a", "b", "a"]);
  background.stop();
});

test.each([
  ["throws", (): Next => expect.fail("no space")],
  ["rejects", () => Promise.reject(new Error("no space"))],
])("a controller %s is retried, and its next requests are processed", async (_, fail) => {
  // given a controller that fails first, then queues another object, and itself after a delay
  const store = new Store({ revision: 1, objects: [] });
  const processed: string[] = [];
  const done = Promise.withResolvers<undefined>();
  const background = new Background(store, {
    things: {
      restore: () => ["a"],
      onChange: () => [],
      reconcile: (key) => {
        processed.push(key);
        if (processed.length === 1) return fail();
        if (processed.length === 4) done.resolve(undefined);
        return processed.length === 2 ? { keys: ["b"], afterMs: 1 } : {};
      },
    },
  });
  // when it processes the stored objects
  background.restore();
  // then all of them are processed eventually
  await done.promise;
  expect(processed).toEqual(["a", "a", "b", "a"]);
  background.stop();
});

test("foreground deletion works through a chain of owners of any length", async () => {
  // given objects that each own the next
  const length = 3_000;
  const store = new Store({ revision: 1, objects: [] });
  const deleter = new Deleter({ store, clock: Date });
  const garbage = new GarbageCollector({ store, registry: new Registry(builtIns), deleter });
  const background = new Background(store, { garbage });
  const named = (index: number): { name: string; uid: string } => ({ name: `c${index}`, uid: `u${index}` });
  for (let index = 0; index < length; index += 1) {
    const owner = { apiVersion: "v1", kind: "ConfigMap", ...named(index - 1), blockOwnerDeletion: true };
    const metadata = { ...named(index), namespace: "default", ...(index === 0 ? {} : { ownerReferences: [owner] }) };
    store.put(configMaps.id, { apiVersion: "v1", kind: "ConfigMap", metadata });
  }
  const emptied = Promise.withResolvers<undefined>();
  store.subscribe(({ type, object }) => {
    if (type === "DELETED" && object.metadata.name === "c0") emptied.resolve(undefined);
  });
  // when the first is deleted
  const first = store.get(configMaps.id, "default", "c0");
  if (first !== undefined) deleter.delete(configMaps, first, { propagationPolicy: "Foreground" });
  // then the first is deleted last
  await emptied.promise;
  expect(store.collection(configMaps.id).list()).toEqual([]);
  background.stop();
});
