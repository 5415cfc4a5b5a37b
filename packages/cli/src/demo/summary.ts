/** Requests that managers sent to the management API server, from apply to the last Machine Running. */
export interface RequestSummary {
  readonly total: number;
  /** All requests except get, list and watch. */
  readonly writes: number;
  /** `total` per Machine, with one decimal. */
  readonly perMachine: number;
  /** Responses with 409 Conflict. */
  readonly conflicts: number;
  /** By manager, as its User-Agent names it. */
  readonly byManager: Readonly<Record<string, number>>;
  /** By verb and resource: `patch machines/status`. */
  readonly byVerbAndResource: Readonly<Record<string, number>>;
  /** Requests a minute once all Machines are Running. */
  readonly idlePerMinute: number;
  /** The source of the counts: the API server itself, its audit log, or (for a server that offers neither) the demo's own clients. */
  readonly countedBy: "apiserver" | "audit-log" | "clients";
}

/**
 * The demo's last line with `--json`. Times are in seconds since apply, `toDeleted` from the deletion request until the Cluster is deleted.
 */
export interface DemoSummary {
  readonly machines: { readonly total: number; readonly running: number };
  readonly seconds: {
    readonly toFirstRunning: number | null;
    readonly toAllRunning: number | null;
    readonly toDeleted: number | null;
  };
  readonly requests: RequestSummary;
  /** Peak resident set of this process: the embedded server and all managers together. */
  readonly rssMiB: number;
  /** User and system CPU time of this process since its start. */
  readonly cpuSeconds: number;
  /** Objects, processes and files left after the deletion; null with `--keep`. */
  readonly leftovers: number | null;
}

/** Formats the summary as one line for people. */
export function renderSummary(summary: DemoSummary): string {
  const { machines, seconds, requests } = summary;
  const time = (value: number | null): string => (value === null ? "never" : `${value.toFixed(1)} s`);
  return [
    `${machines.running} of ${machines.total} Machines Running after ${time(seconds.toAllRunning)}`,
    `${requests.perMachine} requests per Machine (${requests.conflicts} conflicts, ${requests.idlePerMinute} a minute when idle)`,
    `${summary.rssMiB} MiB, ${summary.cpuSeconds.toFixed(1)} CPU s`,
    summary.leftovers === null ? "kept" : `deleted in ${time(seconds.toDeleted)}, ${summary.leftovers} left over`,
  ].join("; ");
}
