import { setTimeout as pause } from "node:timers/promises";
import { SeededRandom } from "@capstan/harness/random";
import { Cache, ConfigMap, createClient } from "@capstan/runtime";
import { Relay } from "../../leadership/parts/relay.ts";
import { Churn } from "./churn.ts";
import { differences, type ObjectState } from "./differences.ts";

/** The server of a run. */
export interface SoakedServer {
  readonly kubeconfig: string;
  /** Kills it, and restarts it with its stored data. Without this function, the server keeps running. */
  readonly restart?: () => Promise<void>;
}

/** Options of {@link soakCache}. */
export interface CacheSoakOptions {
  readonly seed: number;
  readonly checkpoints: number;
  /** The duration of faults before each checkpoint. */
  readonly secondsEach: number;
  /** The number of concurrent objects. */
  readonly population: number;
  /** Called at each checkpoint. */
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void;
}

/** The result of a pause in the faults. */
interface Checkpoint {
  /** The differences between the cache, or the events that it reported, and the server; empty if there are none. */
  readonly differences: readonly string[];
  readonly objects: number;
  /** The time until they were equal. */
  readonly seconds: number;
  /** Used heap after a collection; `undefined` without `--expose-gc`. */
  readonly heapMiB: number | undefined;
}

/** The result of a run. */
export interface CacheSoakResult {
  readonly checkpoints: readonly Checkpoint[];
  readonly writes: number;
  readonly failedWrites: number;
  readonly cuts: number;
  readonly partitions: number;
  readonly restarts: number;
}

const patienceMs = 30_000;

/** Keeps a cache of constantly changing ConfigMaps, over connections that are cut and held, and compares it at each checkpoint. */
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
        metadata: { name, uid, resourceVersion, namespace },
      });
  });
  cache.start();
  const churn = new Churn(direct, random, options.population);
  await churn.fill();
  // A separate random sequence: connection faults must not depend on the number of writes that a machine completes.
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

/** Waits a short time until the known state equals the server's. */
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

/** The faults of the connection. */
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
