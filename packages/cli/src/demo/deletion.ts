import { Cluster, type ObjectKey } from "@capstan/contract";
import { type Client, type Clock, isNotFound } from "@capstan/runtime";
import { listObjects } from "./leftovers.ts";

const pollMs = 100;

/** The result of a deletion. */
export interface Deletion {
  /** Until the last Cluster was deleted; null if one still exists. */
  readonly tookMs: number | null;
  /** The objects left of those that came with the Clusters. */
  readonly left: readonly string[];
}

/**
 * Deletes the Clusters, waits until they are deleted, then waits for the garbage collector, which on a real server takes up to half a
 * minute to discover new kinds.
 *
 * @param before - the content of the namespace before the manifests were applied.
 */
export async function deleteClusters(
  client: Client,
  options: {
    names: readonly string[];
    namespace: string;
    before: ReadonlySet<string>;
    timeoutMs: number;
    clock: Clock;
    signal: AbortSignal;
  },
): Promise<Deletion> {
  const { clock, signal, namespace } = options;
  const start = clock.now();
  const inTime = (): boolean => clock.now() < start + options.timeoutMs;
  for (const name of options.names) await deleteIfThere(client, { name, namespace }, signal);
  const areGone = async (): Promise<boolean> => {
    const clusters = (await client.list(Cluster, { namespace, signal })).items;
    return !clusters.some((cluster) => options.names.includes(cluster.metadata.name));
  };
  let gone = await areGone();
  while (!gone && inTime()) {
    await clock.sleep(pollMs, signal);
    gone = await areGone();
  }
  const tookMs = gone ? clock.now() - start : null;
  for (;;) {
    const objects = await listObjects(client, namespace, signal);
    const left = [...objects].filter((object) => !options.before.has(object));
    if (left.length === 0 || !inTime()) return { tookMs, left };
    await clock.sleep(pollMs, signal);
  }
}

async function deleteIfThere(client: Client, key: ObjectKey, signal: AbortSignal): Promise<void> {
  try {
    await client.delete(Cluster, key, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
