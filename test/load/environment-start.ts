// npm run bench -- environment
import process from "node:process";
import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import { systemClock } from "@capstan/runtime";
import { TestEnvironment, type TestEnvironmentOptions } from "@capstan/testkit";
import { median } from "./apiserver/parts/figure.ts";

const command = script("Prints the start and stop times of test environments, after the first one in a process.")
  .option("--runs <number>", "runs; the figures are medians", wholeNumber(1), 20)
  .option(...jsonOption);
const { runs, json } = optionsOf(command);

await using cloud = await MockCloud.open({ clock: systemClock });
const reconcilers = () => [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)];

interface Course {
  readonly what: string;
  /** The number of environments that start concurrently. Default: 1. */
  readonly atOnce?: number;
  readonly options: () => TestEnvironmentOptions;
}

const courses: readonly Course[] = [
  { what: "the server alone", options: () => ({ core: false }) },
  { what: "with the core controllers", options: () => ({}) },
  { what: "with a provider of two kinds", options: () => ({ reconcilers: reconcilers() }) },
  {
    what: "the provider with its generated role",
    options: () => ({ reconcilers: reconcilers(), manager: { generatedRole: true } }),
  },
  {
    what: "with kubeadm bootstrap, whose kinds are converted, and mock infrastructure",
    options: () => ({ bootstrapKubeadm: true, infrastructureMock: true }),
  },
  { what: "eight at once with the provider, each", atOnce: 8, options: () => ({ reconcilers: reconcilers() }) },
];

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

interface Result {
  readonly what: string;
  readonly first: Cost;
  readonly start: Cost;
  readonly end: Cost;
}

async function costOf<T>(action: () => Promise<T>): Promise<{ readonly cost: Cost; readonly result: T }> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  const result = await action();
  const { user, system } = process.cpuUsage(cpu);
  return { cost: { ms: performance.now() - began, cpuMs: (user + system) / 1000 }, result };
}

async function measured({ what, atOnce = 1, options }: Course): Promise<Result> {
  const starts: Cost[] = [];
  const ends: Cost[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const all = Array.from({ length: atOnce }, options);
    const started = await costOf(() => Promise.all(all.map((each) => TestEnvironment.start(each))));
    const ended = await costOf(() => Promise.all(started.result.map((each) => each[Symbol.asyncDispose]())));
    starts.push(shared(started.cost, atOnce));
    ends.push(shared(ended.cost, atOnce));
  }
  const [first, ...warm] = starts;
  if (first === undefined) throw new Error("nothing was started");
  return { what, first, start: medianCost(warm), end: medianCost(ends) };
}

const shared = ({ ms, cpuMs }: Cost, among: number): Cost => ({ ms: ms / among, cpuMs: cpuMs / among });
const medianCost = (costs: readonly Cost[]): Cost => ({
  ms: median(costs.map(({ ms }) => ms)),
  cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
});

const results: Result[] = [];
for (const course of courses) {
  const result = await measured(course);
  results.push(result);
  if (!json) process.stdout.write(`${lineOf(result)}\n`);
}
if (json) process.stdout.write(`${JSON.stringify(results)}\n`);

function lineOf({ what, first, start, end }: Result): string {
  return `${what}: the first ${text(first)}; started in ${text(start)}, ended in ${text(end)}`;
}

function text({ ms, cpuMs }: Cost): string {
  return `${ms.toFixed(0)} ms (CPU ${cpuMs.toFixed(0)} ms)`;
}
