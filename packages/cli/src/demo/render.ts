import { styleText } from "node:util";
import { phaseStyle } from "../terminal/phase-style.ts";
import type { ClusterView, MachineView, TransitionView } from "./view.ts";

/**
 * Renders the live view: Cluster → Machines → bootstrap / infrastructure.
 *
 * @param rows - terminal height. Machines that do not fit are summarized in one line, the unfinished ones shown first.
 */
export function renderTree(cluster: ClusterView | undefined, options: { rows: number; columns: number }): string {
  if (cluster === undefined) return "waiting for the Cluster";
  const head = `Cluster/${cluster.name}  ${paint(cluster.phase)}  ${cluster.infrastructure}${cluster.endpoint === undefined ? "" : `  ${cluster.endpoint}`}`;
  const room = Math.max(1, options.rows - 4);
  const ordered = cluster.machines.length <= room ? cluster.machines : [...cluster.machines].sort(unfinishedFirst);
  const shown = ordered.slice(0, cluster.machines.length <= room ? room : room - 1);
  const width = Math.max(0, ...shown.map((machine) => machine.name.length));
  const lines = shown.map((machine, index) => {
    const last = index === shown.length - 1 && shown.length === cluster.machines.length;
    return `${last ? "└─" : "├─"} ${machineLine(machine, width)}`;
  });
  if (shown.length < cluster.machines.length)
    lines.push(`└─ and ${cluster.machines.length - shown.length} more: ${countPhases(cluster.machines)}`);
  return [head, ...lines].map((line) => clip(line, options.columns)).join("\n");
}

function unfinishedFirst(a: MachineView, b: MachineView): number {
  return Number(a.phase === "Running") - Number(b.phase === "Running");
}

function machineLine(machine: MachineView, width: number): string {
  const waits = machine.awaiting.length === 0 ? "" : `  waits for ${machine.awaiting.join(", ")}`;
  const parts = styleText("dim", `  ${machine.bootstrap} / ${machine.infrastructure}`);
  return `Machine/${machine.name.padEnd(width)}  ${paint(machine.phase.padEnd(12))}  ${seconds(machine.elapsedMs).padStart(6)}${waits}${parts}`;
}

function countPhases(machines: readonly MachineView[]): string {
  const counts = new Map<string, number>();
  for (const { phase } of machines) counts.set(phase, (counts.get(phase) ?? 0) + 1);
  return [...counts].map(([phase, count]) => `${count} ${phase}`).join(", ");
}

function paint(phase: string): string {
  const style = phaseStyle(phase.trim());
  return style === undefined ? phase : styleText(style, phase);
}

// Truncating inside an escape sequence would leave the terminal colored, so only visible characters count.
function clip(line: string, columns: number): string {
  let visible = 0;
  let output = "";
  // eslint's no-control-regex forbids the escape character in a literal
  for (const token of line.split(new RegExp(`(${String.fromCharCode(27)}\\[[0-9;]*m)`))) {
    if (token.startsWith(String.fromCharCode(27))) output += token;
    else {
      output += token.slice(0, Math.max(0, columns - visible));
      visible += token.length;
    }
  }
  return output;
}

/** Renders one line per transition, for a pipe. */
export function renderTransition(transition: TransitionView): string {
  const waits = transition.awaiting.length === 0 ? "" : `  (waits for ${transition.awaiting.join(", ")})`;
  const from = transition.from === "" ? "new" : transition.from;
  return `${seconds(transition.atMs).padStart(7)}  Machine/${transition.machine}  ${from} → ${transition.to}${waits}`;
}

/** Renders the final table. It has a column for awaited conditions only if a Machine still waits. */
export function renderTable(machines: readonly MachineView[]): string {
  const waiting = machines.some((machine) => machine.phase !== "Running");
  const header = ["MACHINE", "ROLE", "PHASE", "BOOTSTRAP", "INFRASTRUCTURE", "TOOK", ...(waiting ? ["WAITS FOR"] : [])];
  const rows = machines.map((machine) => [
    machine.name,
    machine.role,
    machine.phase,
    machine.bootstrap,
    machine.infrastructure,
    seconds(machine.elapsedMs),
    ...(waiting ? [machine.awaiting.join(", ")] : []),
  ]);
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [header, ...rows].map(line).join("\n");
}

/** Seconds with one decimal: `12.3s`. */
function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)}s`;
}
