import type { Cache } from "../cache/cache.ts";
import type { RunningInformer } from "../cache/running-informer.ts";
import type { Client } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Controller } from "../controller/controller.ts";
import type { EndedReconcile } from "../controller/reconcile-reports.ts";
import { TimedOutError } from "../errors/runtime-errors.ts";
import type { SafeEmitter } from "../logging/safe-emitter.ts";
import type { RemoteClusters } from "../remote/remote-clusters.ts";
import type { ManagerEvents } from "./manager-options.ts";
import { informersBehind, type LastChange } from "./server-comparison.ts";
import { Unrest } from "./unrest.ts";

/** The parts of a manager that must settle. */
export interface SettleParts {
  /** The name of the manager. */
  readonly name: string;
  /** How long to wait for each cause that keeps the manager from settling, in milliseconds. */
  readonly patienceMs: number;
  readonly client: Client;
  readonly cache: Cache;
  readonly remotes: RemoteClusters;
  readonly controllers: readonly Controller[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly flushed: () => Promise<void>;
  readonly lastChange?: LastChange;
  /** The events of the manager. */
  readonly events: Pick<SafeEmitter<ManagerEvents>, "on" | "off">;
}

/** How long a watch may take to deliver the changes that a list has shown, before the list is repeated. */
const recheckMs = 20;

/** Waits for the next change in one of the informers, or a short while. */
async function progress({ clock }: SettleParts, behind: readonly RunningInformer[]): Promise<void> {
  const limit = new AbortController();
  const waits = behind.map(({ nextChange }) => nextChange(limit.signal).catch(() => undefined));
  const pause = clock.sleep(recheckMs, limit.signal).catch(() => undefined);
  await Promise.race([pause, ...waits]);
  limit.abort();
}

/** @throws TimedOutError - something has kept the manager from settling for too long. */
async function patience({ name, controllers, clock, patienceMs }: SettleParts, unrest: Unrest, end: AbortSignal) {
  for (;;) {
    await clock.sleep(patienceMs, end);
    const lasting = unrest.lasting(controllers, patienceMs);
    if (lasting.length > 0) {
      throw new TimedOutError(`The manager ${name} does not settle:\n${lasting.map((line) => `  ${line}`).join("\n")}`);
    }
  }
}

/** Resolves once controllers are idle and caches match the servers, with no activity in between. */
async function rest(parts: SettleParts, unrest: Unrest, end: AbortSignal): Promise<void> {
  const { client, cache, remotes, controllers } = parts;
  while (!end.aborted) {
    const adds = (): number => controllers.reduce((sum, { queue }) => sum + (queue?.adds ?? 0), 0);
    // Read before Events are flushed: reconciles in the meantime record Events too.
    const before = adds();
    await Promise.all(controllers.map((controller) => controller.idle()));
    await unrest.during("Events are being written", parts.flushed());
    const checks = Promise.all([
      informersBehind(client, cache, parts.lastChange),
      ...remotes.healthy().map((remote) => informersBehind(remote.client, remote.cache)),
    ]);
    const behind = (await unrest.during("the manager compares its caches with the API server", checks)).flat();
    unrest.behind(behind.map(({ informer }) => informer.kind.kind));
    const isAtRest = behind.length === 0 && controllers.every(({ isIdle }) => isIdle) && adds() === before;
    if (isAtRest) return;
    if (behind.length > 0) await progress(parts, behind);
  }
}

/**
 * Resolves once everything has settled, or the manager has stopped.
 *
 * @throws TimedOutError - something keeps the manager from settling for too long; the message names it and its object.
 */
export async function settle(parts: SettleParts): Promise<void> {
  const unrest = new Unrest(parts.clock);
  const ending = new AbortController();
  const end = AbortSignal.any([parts.signal, ending.signal]);
  const note = (ended: EndedReconcile): void => {
    unrest.reconciled(ended);
  };
  parts.events.on("reconciled", note);
  try {
    await Promise.race([rest(parts, unrest, end), patience(parts, unrest, ending.signal)]);
  } finally {
    ending.abort();
    parts.events.off("reconciled", note);
  }
}
