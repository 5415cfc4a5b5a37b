import type { CourseResult } from "./course.ts";
import type { StageCost } from "./meter.ts";
import { total } from "./served-requests.ts";

const reads = ["get", "list", "watch"];

/** The figures of one course, as `--json` prints them. */
export interface CourseFigures {
  readonly peer: string;
  readonly server: string;
  readonly workers: number;
  readonly machines: number;
  readonly seconds: {
    readonly firstRunning: number;
    readonly allRunning: number;
    readonly firstToAllRunning: number;
    readonly deleted: number;
  };
  readonly up: StageFigures;
  readonly deletion: StageFigures;
  readonly idleRequestsPerMinute: number;
  readonly peakRssMiB: Readonly<Record<string, number>>;
}

/** The cost of one stage. */
interface StageFigures {
  readonly requests: number;
  readonly requestsPerMachine: number;
  readonly writesPerMachine: number;
  readonly conflicts: number;
  readonly managersCpuSeconds: number;
  readonly managersCpuMsPerMachine: number;
  readonly apiServerCpuSeconds: number;
  readonly apiServerCpuMsPerMachine: number;
  readonly cpuSeconds: Readonly<Record<string, number>>;
  readonly byManager: Readonly<Record<string, number>>;
  readonly byVerbAndResource: Readonly<Record<string, number>>;
  /** Responses other than 2xx. */
  readonly failed: Readonly<Record<string, number>>;
}

export function figuresOf(result: CourseResult): CourseFigures {
  const { peer, server, workers, secondsTo, up, idle, deletion, peakRssMiB } = result;
  const machines = workers + 1;
  return {
    peer,
    server,
    workers,
    machines,
    seconds: {
      firstRunning: round(secondsTo.firstRunning),
      allRunning: round(secondsTo.allRunning),
      firstToAllRunning: round(secondsTo.allRunning - secondsTo.firstRunning),
      deleted: round(secondsTo.deleted),
    },
    up: stageFigures(up, machines),
    deletion: stageFigures(deletion, machines),
    idleRequestsPerMinute: idle.seconds === 0 ? 0 : round((total(idle.requests) * 60) / idle.seconds),
    peakRssMiB,
  };
}

/** The API server's own processes; all others belong to managers. */
const serverProcesses = ["apiserver", "etcd", "kube-controller-manager"];

function stageFigures({ requests, cpuSeconds }: StageCost, machines: number): StageFigures {
  const writes = total(requests.filter(({ verb }) => !reads.includes(verb)));
  const managersCpuSeconds = Object.entries(cpuSeconds)
    .filter(([name]) => !serverProcesses.includes(name))
    .reduce((sum, [, seconds]) => sum + seconds, 0);
  const apiServerCpuSeconds = cpuSeconds.apiserver ?? 0;
  return {
    requests: total(requests),
    requestsPerMachine: round(total(requests) / machines),
    writesPerMachine: round(writes / machines),
    conflicts: total(requests.filter(({ status }) => status === 409)),
    managersCpuSeconds: round(managersCpuSeconds),
    managersCpuMsPerMachine: Math.round((managersCpuSeconds * 1_000) / machines),
    apiServerCpuSeconds: round(apiServerCpuSeconds),
    apiServerCpuMsPerMachine: Math.round((apiServerCpuSeconds * 1_000) / machines),
    cpuSeconds,
    byManager: sumBy(requests, ({ manager }) => manager),
    byVerbAndResource: sumBy(requests, ({ verb, resource }) => `${verb} ${resource}`),
    failed: sumBy(
      requests.filter(({ status }) => status >= 300),
      ({ manager, verb, resource, status }) => `${manager} ${verb} ${resource} ${status}`,
    ),
  };
}

function sumBy<T extends { readonly count: number }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): Record<string, number> {
  const sums = new Map<string, number>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + item.count);
  return Object.fromEntries([...sums].sort(([, left], [, right]) => right - left));
}

/** The courses as a table with a column each, and the cost of the largest relative to the smallest. */
export function renderTable(figures: readonly CourseFigures[]): string {
  const rows: [string, (course: CourseFigures) => string | number][] = [
    ["managers", ({ peer }) => peer],
    ["API server", ({ server }) => server],
    ["workers", ({ workers }) => workers],
    ["s to first Running", ({ seconds }) => seconds.firstRunning],
    ["s from first to all Running", ({ seconds }) => seconds.firstToAllRunning],
    ["s to Cluster gone", ({ seconds }) => seconds.deleted],
    ["requests per Machine", ({ up }) => up.requestsPerMachine],
    ["  of these writes", ({ up }) => up.writesPerMachine],
    ["conflicts (409)", ({ up }) => up.conflicts],
    ["requests per Machine, deletion", ({ deletion }) => deletion.requestsPerMachine],
    ["conflicts (409), deletion", ({ deletion }) => deletion.conflicts],
    ["idle requests a minute", ({ idleRequestsPerMinute }) => idleRequestsPerMinute],
    ["CPU ms per Machine, managers", ({ up }) => up.managersCpuMsPerMachine],
    ["CPU ms per Machine, API server", ({ up }) => up.apiServerCpuMsPerMachine],
    ["CPU ms per Machine, managers, deletion", ({ deletion }) => deletion.managersCpuMsPerMachine],
    ["CPU ms per Machine, API server, deletion", ({ deletion }) => deletion.apiServerCpuMsPerMachine],
    ...[...new Set(figures.flatMap(({ up }) => Object.keys(up.cpuSeconds)))].map(
      (name): [string, (course: CourseFigures) => string | number] => [
        `CPU s / peak RSS MiB, ${name}`,
        ({ up, peakRssMiB }) => (name in up.cpuSeconds ? `${up.cpuSeconds[name]} / ${peakRssMiB[name]}` : "-"),
      ],
    ),
  ];
  const width = Math.max(...rows.map(([title]) => title.length));
  return rows
    .map(([title, cell]) => [title.padEnd(width), ...figures.map((each) => String(cell(each)).padStart(14))].join(" "))
    .join("\n");
}

/** The cost of a Machine in the largest course, relative to the smallest: 1 is flat. */
export function flatness(figures: readonly CourseFigures[]): Readonly<Record<string, number>> | undefined {
  const sorted = [...figures].sort((left, right) => left.workers - right.workers);
  const [least, most] = [sorted.at(0), sorted.at(-1)];
  if (least === undefined || most === undefined || least.workers === most.workers) return undefined;
  return {
    requests: ratio(most.up.requestsPerMachine, least.up.requestsPerMachine),
    managersCpu: ratio(most.up.managersCpuMsPerMachine, least.up.managersCpuMsPerMachine),
    apiServerCpu: ratio(most.up.apiServerCpuMsPerMachine, least.up.apiServerCpuMsPerMachine),
  };
}

/** Capstan's cost relative to the peer's, with the same number of workers. */
export function sideBySide(ours: CourseFigures, theirs: CourseFigures): Readonly<Record<string, number>> {
  return {
    requests: ratio(ours.up.requests, theirs.up.requests),
    requestsOfCoreAndBootstrap: ratio(ofCoreAndBootstrap(ours.up), ofCoreAndBootstrap(theirs.up)),
    deletionRequests: ratio(ours.deletion.requests, theirs.deletion.requests),
    deletionRequestsOfCoreAndBootstrap: ratio(ofCoreAndBootstrap(ours.deletion), ofCoreAndBootstrap(theirs.deletion)),
    managersCpu: ratio(ours.up.managersCpuSeconds, theirs.up.managersCpuSeconds),
    apiServerCpu: ratio(ours.up.apiServerCpuSeconds, theirs.up.apiServerCpuSeconds),
    deletionApiServerCpu: ratio(ours.deletion.apiServerCpuSeconds, theirs.deletion.apiServerCpuSeconds),
    firstToAllRunning: ratio(ours.seconds.firstToAllRunning, theirs.seconds.firstToAllRunning),
  };
}

/** Without the infrastructure provider, which is the same in both. */
function ofCoreAndBootstrap({ byManager }: StageFigures): number {
  return Object.entries(byManager)
    .filter(([manager]) => manager !== "capstan-infrastructure-mock")
    .reduce((sum, [, requests]) => sum + requests, 0);
}

function ratio(left: number, right: number): number {
  return right === 0 ? 0 : Math.round((left / right) * 100) / 100;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
