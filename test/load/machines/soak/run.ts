import { Cluster, MachineDeployment } from "@capstan/contract";
import { systemClock } from "@capstan/runtime";
import { applyYAML } from "@capstan/testkit";
import { rollOut, workersManifest } from "../workers/workers-manifest.ts";
import { problemsAfterDeletion, problemsOfHistory, problemsWhileUp, type StageRecord } from "./facts.ts";
import { SeededRandom } from "@capstan/harness/random";
import type { MortalManager } from "./mortal-manager.ts";
import { clusterName as cluster, namespace, SoakedCluster, type TroubleMaker } from "./soaked-cluster.ts";

/** The result of a run with one seed. */
export interface SoakResult {
  readonly seed: number;
  readonly seconds: number;
  /** Of each stage. */
  readonly stageSeconds: Readonly<Record<string, number>>;
  /** Deviations from the expectation; empty if there are none. */
  readonly problems: readonly string[];
  /** If there are problems: the state of each manager at the end. */
  readonly report: readonly string[];
  readonly requests: number;
  readonly faults: Readonly<Record<string, number>>;
  /** The total number of created Machines. */
  readonly machines: number;
  readonly kills: number;
  readonly compactions: number;
}

const pollMs = 100;

/** Creates, scales, rolls and deletes a Cluster's workers while requests fail, watches break and managers are killed. */
export async function runSoak(seed: number, options: { readonly patienceMs?: number } = {}): Promise<SoakResult> {
  const { patienceMs = 180_000 } = options;
  const startedAt = performance.now();
  const random = new SeededRandom(seed);
  await using world = await SoakedCluster.start(random);
  const trouble = new Trouble(world, random);
  for (const manager of world.managers) manager.start();
  const { client } = world;
  const key = { name: "md", namespace };
  const scale = async (replicas: number): Promise<void> => {
    await client.patch(MachineDeployment, key, { type: "merge", body: { spec: { replicas } } });
  };
  const up =
    (workers: number, template = "md") =>
    () =>
      problemsWhileUp(world, { cluster, workers, template });
  const stages: readonly Stage[] = [
    {
      name: "create",
      machines: 4,
      begin: () => applyYAML(client, workersManifest({ cluster, replicas: 3 })),
      left: up(3),
    },
    { name: "scale up", machines: 2, begin: () => scale(5), left: up(5) },
    { name: "roll", machines: 5, begin: () => rollOut(client, { namespace, template: "md-2" }), left: up(5, "md-2") },
    { name: "scale down", machines: 0, begin: () => scale(2), left: up(2, "md-2") },
    {
      name: "delete while it is scaled up",
      machines: 2,
      least: 0,
      begin: async () => {
        await scale(4);
        await trouble.afterRequests(random.between(5, 30));
        await client.delete(Cluster, { name: cluster, namespace });
      },
      left: () => problemsAfterDeletion(world),
    },
  ];
  const problems: string[] = [];
  const report: string[] = [];
  const stageSeconds: Record<string, number> = {};
  const records: StageRecord[] = [];
  for (const { name, machines, least = machines, begin, left: remaining } of stages) {
    records.push({ name, machines, least, beginsAt: world.history.machines.events.length });
    trouble.begin();
    const begunAt = performance.now();
    await begin();
    const left = await untilNone(remaining, patienceMs);
    stageSeconds[name] = secondsSince(begunAt);
    problems.push(...left.map((problem) => `${name}: ${problem}`));
    if (left.length === 0) continue;
    report.push(...world.managers.flatMap((manager) => manager.report));
    break;
  }
  if (problems.length === 0) problems.push(...problemsOfHistory(world, records));
  return {
    seed,
    seconds: secondsSince(startedAt),
    stageSeconds,
    problems,
    report,
    requests: trouble.requests,
    faults: Object.fromEntries(world.badDay.faults),
    machines: world.history.machines.events.filter(({ type }) => type === "ADDED").length,
    kills: trouble.kills,
    compactions: trouble.compactions,
  };
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}

interface Stage {
  readonly name: string;
  /** The number of Machines that it must create. */
  readonly machines: number;
  /** The minimum, if it may create fewer. */
  readonly least?: number;
  readonly begin: () => Promise<unknown>;
  /** The remaining deviations from its final state. */
  readonly left: () => Promise<string[]>;
}

async function untilNone(remaining: () => Promise<string[]>, patienceMs: number): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const problems = await remaining();
    if (problems.length === 0 || performance.now() > deadline) return problems;
    await systemClock.sleep(pollMs);
  }
}

/** Kills managers and forgets history, each after a seeded number of requests. */
class Trouble implements TroubleMaker {
  requests = 0;
  kills = 0;
  compactions = 0;
  readonly #world: SoakedCluster;
  readonly #random: SeededRandom;
  #waiting: { readonly atRequest: number; readonly wake: () => void } | undefined;
  #plan: { readonly atRequest: number; readonly what: "kill one" | "kill all" | "compact" }[] = [];

  constructor(world: SoakedCluster, random: SeededRandom) {
    this.#world = world;
    this.#random = random;
    world.trouble = this;
  }

  /** Plans the faults of the next stage. */
  begin(): void {
    const what = ["kill one", "kill one", "kill one", "kill all", "compact"] as const;
    this.#plan = Array.from({ length: this.#random.between(1, 3) }, () => ({
      atRequest: this.requests + this.#random.between(3, 80),
      what: this.#random.pick(what),
    }));
  }

  /** Resolves once managers have sent this many further requests. */
  async afterRequests(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = (): void => {
      resolve(undefined);
    };
    this.#waiting = { atRequest: this.requests + count, wake };
    await promise;
  }

  onRequest(): void {
    this.requests += 1;
    if (this.requests === this.#waiting?.atRequest) this.#waiting.wake();
    const due = this.#plan.filter(({ atRequest }) => atRequest <= this.requests);
    this.#plan = this.#plan.filter(({ atRequest }) => atRequest > this.requests);
    for (const { what } of due) {
      if (what === "compact") {
        this.compactions += 1;
        this.#world.server.compact();
        continue;
      }
      const victims = what === "kill all" ? this.#world.managers : [this.#random.pick(this.#world.managers)];
      for (const victim of victims) this.#restart(victim);
    }
  }

  onFatalLoss(manager: MortalManager): void {
    this.#restart(manager);
  }

  #restart(manager: MortalManager): void {
    this.kills += 1;
    const { product } = manager;
    manager.kill();
    // Like with a Lease: the next life begins once no request of the last one is in progress.
    void Promise.all([this.#world.badDay.settled(product), systemClock.sleep(this.#random.between(0, 200))]).then(
      () => {
        manager.start();
      },
    );
  }
}
