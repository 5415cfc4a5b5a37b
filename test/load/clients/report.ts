import { type Figures, isMistake, median } from "./courses/figures.ts";
import type { Failure } from "./peers/measured-peer.ts";
import type { Peer } from "./peers/peers.ts";

/** All repetitions of one course, by peer. */
type Runs = ReadonlyMap<Peer, readonly Figures[]>;

/** The summary of all runs. */
interface Cell {
  /** The median of the runs with a figure; for mistakes, the maximum. */
  readonly figure?: number;
  /** The ratio to controller-runtime in the same run. */
  readonly ratio?: number;
  /** The failures of runs without a figure. */
  readonly failures?: readonly Failure[];
}

export interface Row {
  readonly peer: string;
  readonly runs: number;
  /** By the name of the figure. */
  readonly cells: Readonly<Record<string, Cell>>;
}

/** One course, measured. */
export interface Result {
  readonly course: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** The reference peers, for peers with and without a queue. */
const referenceOf = ({ combines }: Peer): string => (combines ? "go-controller" : "go-typed");

/** The figures and their ratios. */
export function rowsOf(runs: Runs): Row[] {
  return [...runs].map(([peer, figures]) => {
    const reference = peer.isGo ? undefined : [...runs].find(([other]) => other.name === referenceOf(peer))?.[1];
    const names = [...new Set(figures.flatMap((each) => Object.keys(each)))];
    const cells = names.map((name): [string, Cell] => [name, cellOf(name, figures, reference)]);
    return { peer: peer.name, runs: figures.length, cells: Object.fromEntries(cells) };
  });
}

function cellOf(name: string, runs: readonly Figures[], others: readonly Figures[] = []): Cell {
  const figure = figureIn(name, runs);
  const other = isMistake(name) ? undefined : figureIn(name, others);
  const failures = runs.map((each) => each[name]).filter((value) => typeof value === "string");
  return {
    ...(figure === undefined ? {} : { figure }),
    ...(figure === undefined || other === undefined || other === 0 ? {} : { ratio: figure / other }),
    ...(failures.length === 0 ? {} : { failures }),
  };
}

function figureIn(name: string, runs: readonly Figures[]): number | undefined {
  const numbers = runs.map((each) => each[name]).filter((value) => typeof value === "number");
  return isMistake(name) && numbers.length > 0 ? Math.max(...numbers) : median(numbers);
}

/** A Markdown table: each figure, with its ratio to controller-runtime in parentheses. */
export function tableOf(rows: readonly Row[]): string {
  // The first peer may have failed, and then has only some of the names.
  const names = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const ordered = [...names.filter((name) => !isMistake(name)), ...names.filter(isMistake)];
  const lines = rows.map(({ peer, runs, cells }) => [peer, ...ordered.map((name) => shown(cells[name] ?? {}, runs))]);
  const all = [["peer", ...ordered], ordered.map(() => "---").concat("---"), ...lines];
  return `${all.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

function shown({ figure, ratio, failures = [] }: Cell, runs: number): string {
  const said = [...new Set(failures)].map((failure) => {
    const times = failures.filter((each) => each === failure).length;
    return times === runs ? failure : `${failure} ${times} of ${runs} times`;
  });
  const number = figure === undefined ? [] : [rounded(figure) + (ratio === undefined ? "" : ` (${ratio.toFixed(2)})`)];
  return [...number, ...said].join("; ");
}

function rounded(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}
