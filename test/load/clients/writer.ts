import { type Client, ConfigMap, Namespace } from "@capstan/runtime";

const workers = 20;
const payload = Array.from({ length: 1_024 }, (_, index) => "abcdefghijklmnopqrstuvwxyz0123456789"[(index * 7) % 36]);

const nameOf = (index: number): string => `object-${String(index).padStart(5, "0")}`;

/** Runs `work` for 0 to `count` - 1; one object is always written by the same worker, so that its versions come in order. */
async function spread(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let index = worker; index < count; index += workers) await work(index);
    }),
  );
}

/** Makes ConfigMaps of about 1.5 KB each, who wrote which field included. */
export async function fill(client: Client, namespace: string, objects: number): Promise<void> {
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await spread(objects, (index) =>
    client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: nameOf(index), namespace, labels: { app: "bench", shard: String(index % 16) } },
      data: { payload: payload.join("") },
    }),
  );
}

/** Changes each object `rounds` times; `number` is that of the first change. @param perSecond - 0: as fast as it goes. */
export async function change(
  client: Client,
  namespace: string,
  options: {
    readonly objects: number;
    readonly rounds: number;
    readonly number: number;
    readonly perSecond: number;
  },
): Promise<void> {
  const { objects, rounds, number, perSecond } = options;
  const startedMs = performance.now();
  await spread(objects * rounds, async (index) => {
    const waitMs = perSecond === 0 ? 0 : startedMs + (index / perSecond) * 1_000 - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const annotations = { "bench/number": String(number + Math.floor(index / objects)) };
    const key = { namespace, name: nameOf(index % objects) };
    await client.patch(ConfigMap, key, { type: "merge", body: { metadata: { annotations } } });
  });
}
