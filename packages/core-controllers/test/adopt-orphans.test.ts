import { patienceMs } from "@capstan/harness/patience";
import { ApiServer } from "@capstan/apiserver";
import type { OwnerReference } from "@capstan/contract";
import { type Client, ConfigMap, createClient, isConflict, Namespace } from "@capstan/runtime";
import { expect, test } from "vitest";
import { adoptOrphans } from "../src/kit/adopt-orphans.ts";

const owner: OwnerReference = { apiVersion: "v1", kind: "Namespace", name: "default", uid: "", controller: true };

/** Adopts two ConfigMaps that were read before `change`. */
async function adoptAfter(
  change: (client: Client) => Promise<unknown>,
): Promise<{ adopted: string[]; owned: string[] }> {
  await using server = await ApiServer.start();
  await using closing = new AsyncDisposableStack();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  closing.defer(() => client.close());
  const named = (name: string): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "default" },
  });
  const orphans = [await client.create(ConfigMap, named("a")), await client.create(ConfigMap, named("b"))];
  await change(client);
  const { uid = "" } = (await client.get(Namespace, { name: owner.name })).metadata;
  const adopted = await adoptOrphans(client, ConfigMap, orphans, { ...owner, uid }, AbortSignal.timeout(patienceMs));
  const { items } = await client.list(ConfigMap, { namespace: "default" });
  return {
    adopted: adopted.map(({ metadata }) => metadata.name),
    owned: items.filter(({ metadata }) => metadata.ownerReferences !== undefined).map(({ metadata }) => metadata.name),
  };
}

test("objects without a controller are adopted, except for deleted ones", async () => {
  const both = ["a", "b"];
  expect(await adoptAfter(() => Promise.resolve())).toEqual({ adopted: both, owned: both });
  const gone = await adoptAfter((client) => client.delete(ConfigMap, { name: "a", namespace: "default" }));
  expect(gone).toEqual({ adopted: ["b"], owned: ["b"] });
});

test("a conflict aborts the adoption, so that the caller does not create a replacement for the changed object", async () => {
  const body = { metadata: { labels: { changed: "" } } };
  const attempt = adoptAfter((client) =>
    client.patch(ConfigMap, { name: "a", namespace: "default" }, { type: "merge", body }),
  );
  await expect(attempt).rejects.toSatisfy(isConflict);
});
