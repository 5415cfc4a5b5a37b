import type { Cache } from "../cache/cache.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Controller } from "../controller/controller.ts";
import type { RemoteClusters } from "../remote/remote-clusters.ts";
import { informersBehind } from "./server-comparison.ts";

/** What has to come to rest. */
export interface SettleParts {
  readonly client: Client;
  readonly cache: Cache;
  readonly remotes: RemoteClusters;
  readonly controllers: readonly Controller[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly flushed: () => Promise<void>;
}

/** How long a watch may take to deliver what a list has shown, before the list is repeated. */
const recheckMs = 20;

/** Waits for the next change in any of the caches, or a short while. */
async function progress(parts: SettleParts, caches: readonly Cache[]): Promise<void> {
  const limit = new AbortController();
  const waits = caches.map((cache) => cache.nextProgress(limit.signal).catch(() => undefined));
  const pause = parts.clock.sleep(recheckMs, limit.signal).catch(() => undefined);
  await Promise.race([pause, ...waits.filter((_wait, index) => caches[index]?.isCaughtUp === false)]);
  limit.abort();
}

/** Resolves once, with nothing happening in between, the controllers are idle and the caches have what the servers have. */
export async function settle(parts: SettleParts): Promise<void> {
  const { client, cache, remotes, controllers, signal } = parts;
  while (!signal.aborted) {
    const adds = (): number => controllers.reduce((sum, { queue }) => sum + (queue?.adds ?? 0), 0);
    // Taken before the Events are flushed: reconciles in the meantime record Events of their own.
    const before = adds();
    await Promise.all(controllers.map((controller) => controller.idle()));
    await parts.flushed();
    const pairs = [{ client, cache }, ...remotes.healthy()];
    const behind = (await Promise.all(pairs.map((pair) => informersBehind(pair.client, pair.cache)))).flat();
    const isAtRest = behind.length === 0 && controllers.every(({ isIdle }) => isIdle) && adds() === before;
    if (isAtRest) return;
    if (behind.length > 0) {
      await progress(
        parts,
        pairs.map((pair) => pair.cache),
      );
    }
  }
}
