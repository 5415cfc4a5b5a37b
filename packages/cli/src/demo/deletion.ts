import { Cluster } from "@capstan/contract";
import { type Client, type Clock, isNotFound } from "@capstan/runtime";
import { listObjects } from "./leftovers.ts";

const pollMs = 100;

/**
 * Deletes the Clusters and waits until nothing is left of what came with them.
 *
 * @param before - what the namespace held before anything was applied.
 * @returns what is still there when `timeoutMs` has passed; empty if all is gone.
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
): Promise<string[]> {
  const { clock, signal } = options;
  for (const name of options.names) await deleteIfThere(client, name, options.namespace, signal);
  const deadline = clock.now() + options.timeoutMs;
  for (;;) {
    const left = [...(await listObjects(client, options.namespace, signal))].filter(
      (object) => !options.before.has(object),
    );
    if (left.length === 0 || clock.now() >= deadline) return left;
    await clock.sleep(pollMs, signal);
  }
}

async function deleteIfThere(client: Client, name: string, namespace: string, signal: AbortSignal): Promise<void> {
  try {
    await client.delete(Cluster, { name, namespace }, { signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
