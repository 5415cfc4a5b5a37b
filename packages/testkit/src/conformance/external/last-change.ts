import type { ResourceKind } from "@capstan/contract";
import { type Client, systemClock } from "@capstan/runtime";

/** Watches kinds in a namespace. @returns the time of the last change, by the monotonic system clock. */
export function followChanges(
  client: Client,
  kinds: readonly ResourceKind[],
  namespace: string,
  closing: AsyncDisposableStack,
): () => number {
  let lastMs = systemClock.monotonic();
  const stopping = new AbortController();
  const follow = async (kind: ResourceKind): Promise<void> => {
    for await (const { type } of client.watch(kind, { namespace, signal: stopping.signal })) {
      if (type !== "BOOKMARK") lastMs = systemClock.monotonic();
    }
  };
  const following = kinds.map((kind) =>
    follow(kind).catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    }),
  );
  closing.defer(async () => {
    stopping.abort();
    await Promise.all(following);
  });
  return () => lastMs;
}
