import type { ServedRequests } from "../machines/bench/served-requests.ts";
import { total } from "../machines/bench/served-requests.ts";
import type { Peer, PeerResult } from "./course.ts";

/** The cost of one manager, per KubeadmConfig if that is more informative. */
export interface PeerFigures {
  readonly peer: Peer;
  readonly machines: number;
  readonly seconds: number;
  /** Requests to the management cluster, by verb and resource, without lists and watches, whose number is constant. */
  readonly requestsPerConfig: Readonly<Record<string, number>>;
  readonly writesPerConfig: number;
  readonly readsPerConfig: number;
  readonly listsAndWatches: number;
  readonly conflicts: number;
  readonly workloadRequestsPerConfig: Readonly<Record<string, number>>;
  readonly cpuSeconds: { readonly manager: number; readonly apiServer: number };
  readonly peakRssMiB: number;
}

const overMany: readonly string[] = ["list", "watch"];
const reads: readonly string[] = ["get", ...overMany];

export function figuresOf(result: PeerResult, machines: number): PeerFigures {
  const { peer, seconds, cost, workloadRequests, peakRssMiB } = result;
  const single = cost.requests.filter(({ verb }) => !overMany.includes(verb));
  const { apiserver = 0, ...others } = cost.cpuSeconds;
  const manager = Object.entries(others).find(([name]) => name.includes("bootstrap"))?.[1] ?? 0;
  return {
    peer,
    machines,
    seconds: rounded(seconds, 1),
    requestsPerConfig: perConfig(single, machines),
    writesPerConfig: rounded(total(single.filter(({ verb }) => !reads.includes(verb))) / machines, 2),
    readsPerConfig: rounded(total(single.filter(({ verb }) => reads.includes(verb))) / machines, 2),
    listsAndWatches: total(cost.requests) - total(single),
    conflicts: total(cost.requests.filter(({ status }) => status === 409)),
    workloadRequestsPerConfig: perConfig(workloadRequests, machines),
    cpuSeconds: { manager: rounded(manager, 1), apiServer: rounded(apiserver, 1) },
    peakRssMiB,
  };
}

/** Omits requests with fewer than one per hundred configs: they concern the cluster, or are accidental. */
function perConfig(requests: readonly ServedRequests[], machines: number): Record<string, number> {
  const groups = Map.groupBy(requests, ({ verb, resource, status }) =>
    status < 300 ? `${verb} ${resource}` : `${verb} ${resource} ${status}`,
  );
  return Object.fromEntries(
    [...groups]
      .map(([name, all]): [string, number] => [name, rounded(total(all) / machines, 2)])
      .filter(([, count]) => count >= 0.01)
      .sort(([, left], [, right]) => right - left),
  );
}

/** Capstan's values relative to Go's: below 1 is less. */
export function ratiosOf(ours: PeerFigures, theirs: PeerFigures): Readonly<Record<string, number>> {
  const ratio = (mine: number, other: number) => (other === 0 ? 0 : rounded(mine / other, 2));
  return {
    seconds: ratio(ours.seconds, theirs.seconds),
    writes: ratio(ours.writesPerConfig, theirs.writesPerConfig),
    managerCpu: ratio(ours.cpuSeconds.manager, theirs.cpuSeconds.manager),
    apiServerCpu: ratio(ours.cpuSeconds.apiServer, theirs.cpuSeconds.apiServer),
    peakRss: ratio(ours.peakRssMiB, theirs.peakRssMiB),
  };
}

/** The managers side by side, with every request of theirs. */
export function renderFigures(all: readonly PeerFigures[]): string {
  const of = (name: string, cell: (figures: PeerFigures) => string | number) =>
    [name.padEnd(44), ...all.map((figures) => String(cell(figures)).padStart(10))].join(" ");
  const requests = (pick: (figures: PeerFigures) => Readonly<Record<string, number>>) =>
    [...new Set(all.flatMap((figures) => Object.keys(pick(figures))))].map((name) =>
      of(`  ${name}`, (figures) => pick(figures)[name] ?? 0),
    );
  return [
    of("manager", ({ peer }) => peer),
    of("KubeadmConfigs", ({ machines }) => machines),
    of("seconds until all have data", ({ seconds }) => seconds),
    of("writes per KubeadmConfig", ({ writesPerConfig }) => writesPerConfig),
    of("reads per KubeadmConfig", ({ readsPerConfig }) => readsPerConfig),
    of("conflicts (409)", ({ conflicts }) => conflicts),
    of("lists and watches", ({ listsAndWatches }) => listsAndWatches),
    of("CPU seconds of the manager", ({ cpuSeconds }) => cpuSeconds.manager),
    of("CPU seconds of the API server", ({ cpuSeconds }) => cpuSeconds.apiServer),
    of("peak RSS of the manager, MiB", ({ peakRssMiB }) => peakRssMiB),
    "requests per KubeadmConfig",
    ...requests(({ requestsPerConfig }) => requestsPerConfig),
    "requests per KubeadmConfig of the workload cluster",
    ...requests(({ workloadRequestsPerConfig }) => workloadRequestsPerConfig),
  ].join("\n");
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
