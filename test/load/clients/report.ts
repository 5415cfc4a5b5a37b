import { type Figures, median } from "./courses.ts";
import type { Peer } from "./peers.ts";

/** All repetitions of one course, by peer. */
export type Runs = ReadonlyMap<Peer, readonly Figures[]>;

/** Whose figures the others are compared with, for peers with and without a queue. */
const referenceOf = (peer: Peer): string => (peer.combines ? "go-controller" : "go-typed");

export interface Row {
  readonly peer: string;
  readonly figures: Figures;
  /** Divided by those of controller-runtime in the same run. */
  readonly ratios: Figures;
}

/** The medians, and how they compare. */
export function rowsOf(runs: Runs): Row[] {
  const medians = new Map([...runs].map(([peer, figures]) => [peer.name, mediansOf(figures)]));
  return [...runs.keys()].map((peer) => {
    const figures = medians.get(peer.name) ?? {};
    const reference = peer.isGo ? {} : (medians.get(referenceOf(peer)) ?? {});
    const ratios = Object.fromEntries(
      Object.entries(figures).flatMap(([name, value]) => {
        const other = reference[name];
        return value === undefined || other === undefined || other === 0 ? [] : [[name, value / other]];
      }),
    );
    return { peer: peer.name, figures, ratios };
  });
}

function mediansOf(figures: readonly Figures[]): Figures {
  const names = [...new Set(figures.flatMap((each) => Object.keys(each)))];
  return Object.fromEntries(names.map((name) => [name, median(figures.map((each) => each[name]))]));
}

/** As a table of Markdown: a figure, and in brackets its ratio to controller-runtime. */
export function tableOf(title: string, rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const lines = rows.map(({ peer, figures, ratios }) => [
    peer,
    ...names.map((name) => {
      if (!(name in figures)) return "";
      const ratio = ratios[name];
      return `${shown(figures[name])}${ratio === undefined ? "" : ` (${ratio.toFixed(2)})`}`;
    }),
  ]);
  const all = [["peer", ...names], names.map(() => "---").concat("---"), ...lines];
  return `${title}\n\n${all.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

function shown(value: number | undefined): string {
  if (value === undefined) return "not in time";
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}
