import type { Row } from "../../src/page/protocol.ts";
import type { Forest } from "./forest.ts";

/** An object that waits this long is probably stuck. */
const patienceMs = 60_000;

/** Objects that are stuck for the same reason. */
export interface Trouble {
  /** Reported as an error, or only a long wait. */
  readonly type: "error" | "slow";
  /** At least one. */
  readonly rows: readonly Row[];
  readonly says: string;
  /** RFC 3339. */
  readonly since?: string;
}

/** The state of everything, at a glance. */
export interface Verdict {
  readonly state: "empty" | "well" | "busy" | "stuck";
  readonly machines: { readonly total: number; readonly running: number };
  readonly clusters: number;
  readonly paused: number;
  readonly deleting: number;
  /** The objects in progress, as high in the tree as possible below the Clusters. */
  readonly progress: readonly Row[];
  /** Errors first, then by age, the oldest first. */
  readonly troubles: readonly Trouble[];
}

/** @param nowMs - milliseconds since the epoch. */
export function verdictOf(forest: Forest, nowMs: number): Verdict {
  const rows = [...forest.rows()];
  const machines = rows.filter(({ kind }) => kind === "Machine");
  const troubles = troublesOf(forest, rows, nowMs);
  return {
    state: stateOf(rows, troubles),
    machines: { total: machines.length, running: machines.filter(({ phase }) => phase === "Running").length },
    clusters: rows.filter(({ kind }) => kind === "Cluster").length,
    paused: rows.filter(({ paused }) => paused).length,
    deleting: rows.filter(({ deleting }) => deleting).length,
    progress: progressOf(forest, rows),
    troubles,
  };
}

function stateOf(rows: readonly Row[], troubles: readonly Trouble[]): Verdict["state"] {
  if (rows.length === 0) return "empty";
  if (troubles.length > 0) return "stuck";
  return rows.some(isBusy) ? "busy" : "well";
}

function isBusy({ tone, deleting }: Row): boolean {
  return tone === "busy" || deleting;
}

/** A Cluster's report summarizes the objects below it, which describe it better. */
function progressOf(forest: Forest, rows: readonly Row[]): Row[] {
  const busy = rows.filter(isBusy);
  const below = busy.filter(({ kind }) => kind !== "Cluster");
  const highest = below.filter(
    ({ id }) => !forest.above(id).some((above) => isBusy(above) && above.kind !== "Cluster"),
  );
  return highest.length > 0 ? highest : busy;
}

function troublesOf(forest: Forest, rows: readonly Row[], nowMs: number): Trouble[] {
  const isSlow = ({ tone, since }: Row): boolean =>
    tone === "busy" && since !== undefined && nowMs - Date.parse(since) > patienceMs;
  const bad = rows.filter(({ tone }) => tone === "bad");
  const stuck = new Map<Row, Trouble["type"]>(bad.map((row) => [row, "error"]));
  for (const row of rows) if (isSlow(row)) stuck.set(row, "slow");
  const causes = withoutWhatIsBelow(forest, stuck);
  const groups = Map.groupBy(causes, ([row, type]) => `${type}/${reasonOf(row)}`);
  return [...groups.values()].flatMap(groupedTrouble).sort(inOrder);
}

/** An object that is stuck blocks those above it, so only the lowest is of interest. */
function withoutWhatIsBelow(
  forest: Forest,
  stuck: ReadonlyMap<Row, Trouble["type"]>,
): (readonly [Row, Trouble["type"]])[] {
  const explained = new Set<Row>();
  for (const [row, type] of stuck) {
    for (const above of forest.above(row.id)) {
      // A slow object below does not explain an error.
      if (type === "error" || stuck.get(above) === "slow") explained.add(above);
    }
  }
  return [...stuck].filter(([row]) => !explained.has(row));
}

/** The same reason for objects that differ only in their names. */
function reasonOf({ kind, name, says = "" }: Row): string {
  return `${kind}: ${says.replaceAll(name, "…")}`;
}

function groupedTrouble(group: readonly (readonly [Row, Trouble["type"]])[]): Trouble[] {
  const sorted = group.toSorted(([left], [right]) => timeOf(left) - timeOf(right));
  const [first] = sorted;
  if (first === undefined) return [];
  const [{ says = "reports no reason", since }, type] = first;
  return [{ type, rows: sorted.map(([row]) => row), says, ...(since === undefined ? {} : { since }) }];
}

function timeOf({ since }: { readonly since?: string }): number {
  return since === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(since);
}

function inOrder(left: Trouble, right: Trouble): number {
  const rank = ({ type }: Trouble): number => (type === "error" ? 0 : 1);
  return rank(left) - rank(right) || timeOf(left) - timeOf(right);
}
