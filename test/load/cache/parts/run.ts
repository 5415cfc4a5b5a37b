import { setTimeout as pause } from "node:timers/promises";
import { SeededRandom } from "@capstan/harness/random";
import { Cache, ConfigMap, createClient } from "@capstan/runtime";
import { Relay } from "../../leadership/parts/relay.ts";
import { Churn } from "./churn.ts";
import { differences, type ObjectState } from "./differences.ts";

/** The server that a run is on. */
export interface SoakedServer {
  readonly kubeconfig: string;
  /** Kills it, and starts it again on what it had stored. Without it, the server is left alone. */
  readonly restart?: () => Promise<void>;
}

/** Options of {@link soakCache}. */
export interface CacheSoakOptions {
  readonly seed: number;
  readonly checkpoints: number;
  /** Of trouble before each checkpoint. */
  readonly secondsEach: number;
  /** How many objects there are at a time. */
  readonly population: number;
  /** Called at each checkpoint. */
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void;
}

/** What was found when the trouble paused. */
interface Checkpoint {
  /** What the cache, or the events that it reported, had other than the server had; empty if nothing. */
  readonly differences: readonly string[];
  readonly objects: number;
  /** Until they were equal. */
  readonly seconds: number;
  /** Used heap after a collection; `undefined` without `--expose-gc`. */
  readonly heapMiB: number | undefined;
}

/** How a run went. */
export interface CacheSoakResult {
  readonly checkpoints: readonly Checkpoint[];
  readonly writes: number;
  readonly failedWrites: number;
  readonly cuts: number;
  readonly partitions: number;
  readonly restarts: number;
}

const patienceMs = 30_000;

/** Keeps a cache of ConfigMaps that are changed all the time, over a wire that is cut and held, and compares it at each checkpoint. */
export async function soakCache(server: SoakedServer, options: CacheSoakOptions): Promise<CacheSoakResult> {
  const random = new SeededRandom(options.seed);
  const direct = createClient({ kubeconfig: server.kubeconfig, userAgent: "soak-cache-writer/1" });
  await using relay = await Relay.start(Number(new URL(direct.server).port));
  const kubeconfig = server.kubeconfig.replaceAll(`:${new URL(direct.server).port}`, `:${relay.port}`);
  const client = createClient({ kubeconfig, userAgent: "soak-cache/1" });
  const cache = new Cache({ client });
  const informer = cache.informer(ConfigMap);
  const reported = new Map<string, ObjectState>();
  informer.onEvent(({ type, object }) => {
    const { uid = "", name, namespace, resourceVersion = "" } = object.metadata;
    if (type === "deleted") reported.delete(uid);
    else
      reported.set(uid, {
        metadata: { name, uid, resourceVersion, ...(namespace === undefined ? {} : { namespace }) },
      });
  });
  cache.start();
  const churn = new Churn(direct, random, options.population);
  await churn.fill();
  // Its own numbers: what happens to the wire must not depend on how many writes a machine manages.
  const trouble = new Trouble(relay, new SeededRandom(options.seed + 1));
  const checkpoints: Checkpoint[] = [];
  let restarts = 0;
  for (let index = 0; index < options.checkpoints; index += 1) {
    const ending = new AbortController();
    const troubled = trouble.make(ending.signal);
    const endsAt = performance.now() + options.secondsEach * 1_000;
    const isRestarted = index % 6 === 5 && server.restart !== undefined;
    while (performance.now() < endsAt) {
      await Promise.all([churn.step(), pause(20)]);
      if (!isRestarted || restarts > index / 6 || endsAt - performance.now() > options.secondsEach * 500) continue;
      restarts += 1;
      await server.restart();
    }
    ending.abort();
    await troubled;
    const checkpoint = await compare(direct, () => [informer.list(), reported.values()]);
    checkpoints.push(checkpoint);
    options.onCheckpoint?.(checkpoint);
  }
  await cache.stop();
  await Promise.all([client.close(), direct.close()]);
  const { cuts, partitions } = trouble;
  return { checkpoints, writes: churn.writes, failedWrites: churn.failures, cuts, partitions, restarts };
}

/** Waits until everything known is what the server has, but not for long. */
async function compare(
  direct: ReturnType<typeof createClient>,
  known: () => readonly Iterable<ObjectState>[],
): Promise<Checkpoint> {
  const startedMs = performance.now();
  for (;;) {
    const { items } = await direct.list(ConfigMap);
    const found = known().flatMap((each) => differences(each, items));
    const passedMs = performance.now() - startedMs;
    if (found.length === 0 || passedMs > patienceMs) {
      globalThis.gc?.();
      const heapMiB = globalThis.gc === undefined ? undefined : process.memoryUsage().heapUsed / 1024 / 1024;
      return { differences: found, objects: items.length, seconds: passedMs / 1_000, heapMiB };
    }
    await pause(100);
  }
}

/** What happens to the wire. */
class Trouble {
  readonly #relay: Relay;
  readonly #random: SeededRandom;
  cuts = 0;
  partitions = 0;

  constructor(relay: Relay, random: SeededRandom) {
    this.#relay = relay;
    this.#random = random;
  }

  async make(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pause(this.#random.between(500, 4_000), signal);
      if (this.#random.between(0, 1) === 0) {
        this.cuts += 1;
        this.#relay.cut();
      } else {
        this.partitions += 1;
        this.#relay.hold();
        await this.#pause(this.#random.between(500, 4_000), signal);
        await this.#relay.release();
      }
    }
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, undefined, { signal }).catch(() => undefined);
  }
}
