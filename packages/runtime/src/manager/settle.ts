import type { Cache } from "../cache/cache.ts";
import type { RunningInformer } from "../cache/running-informer.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Controller } from "../controller/controller.ts";
import { requestKey } from "../enqueue/request.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";
import type { RemoteClusters } from "../remote/remote-clusters.ts";
import { informersBehind, type LastChange } from "./server-comparison.ts";

/** What has to come to rest. */
export interface SettleParts {
  /** Of the manager. */
  readonly name: string;
  /** How long a reconcile is waited for, in milliseconds. */
  readonly patienceMs: number;
  readonly client: Client;
  readonly cache: Cache;
  readonly remotes: RemoteClusters;
  readonly controllers: readonly Controller[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly flushed: () => Promise<void>;
  readonly lastChange?: LastChange;
}

/** How long a watch may take to deliver what a list has shown, before the list is repeated. */
const recheckMs = 20;

/** Waits for the next change in one of the informers, or a short while. */
async function progress({ clock }: SettleParts, behind: readonly RunningInformer[]): Promise<void> {
  const limit = new AbortController();
  const waits = behind.map(({ nextChange }) => nextChange(limit.signal).catch(() => undefined));
  const pause = clock.sleep(recheckMs, limit.signal).catch(() => undefined);
  await Promise.race([pause, ...waits]);
  limit.abort();
}

/** @throws TimedOutError - a reconcile does not end in time. */
async function allIdle({ name, controllers, clock, patienceMs }: SettleParts): Promise<void> {
  const waiting = new AbortController();
  const idle = Promise.all(controllers.map((controller) => controller.idle()));
  const late = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(patienceMs, waiting.signal);
      const hanging = controllers.flatMap(({ name: controller, longestRunning }) =>
        longestRunning === undefined || longestRunning.seconds * 1_000 < patienceMs
          ? []
          : [`${controller} of ${requestKey(longestRunning.request)} for ${longestRunning.seconds.toFixed(0)} s`],
      );
      if (hanging.length > 0) {
        throw new TimedOutError(`The manager ${name} does not come to rest: reconciling ${hanging.join(", ")}`);
      }
    }
  };
  try {
    await Promise.race([idle, late()]);
  } finally {
    waiting.abort();
  }
}

/** Resolves once, with nothing happening in between, the controllers are idle and the caches have what the servers have. */
export async function settle(parts: SettleParts): Promise<void> {
  const { client, cache, remotes, controllers, signal } = parts;
  while (!signal.aborted) {
    const adds = (): number => controllers.reduce((sum, { queue }) => sum + (queue?.adds ?? 0), 0);
    // Taken before the Events are flushed: reconciles in the meantime record Events of their own.
    const before = adds();
    await allIdle(parts);
    await parts.flushed();
    const checks = [
      informersBehind(client, cache, parts.lastChange),
      ...remotes.healthy().map((remote) => informersBehind(remote.client, remote.cache)),
    ];
    const behind = (await Promise.all(checks)).flat();
    const isAtRest = behind.length === 0 && controllers.every(({ isIdle }) => isIdle) && adds() === before;
    if (isAtRest) return;
    if (behind.length > 0) await progress(parts, behind);
  }
}
