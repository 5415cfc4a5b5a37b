import { Cluster } from "@capstan/contract";
import { type Client, isNotFound, systemClock } from "@capstan/runtime";

/** The time limit for removing all containers, in milliseconds. */
export const containerRemovalMs = 300_000;

const pollMs = 100;

/**
 * Deletes all Clusters and waits until they are gone, so that their containers do not outlive the API server.
 *
 * @throws ApiError the server refuses; a TimeoutError after {@link containerRemovalMs}.
 */
export async function removeClusters(client: Client): Promise<void> {
  const signal = AbortSignal.timeout(containerRemovalMs);
  const clusters = async () => (await client.list(Cluster, { signal })).items;
  for (const { metadata } of await clusters()) {
    const { name, namespace = "" } = metadata;
    try {
      await client.delete(Cluster, { name, namespace }, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  while ((await clusters()).length > 0) await systemClock.sleep(pollMs, signal);
}
