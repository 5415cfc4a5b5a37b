import type { ConditionFilter } from "./condition-filter.ts";
import type { DescribedObject } from "./described-object.ts";
import { phaseStyle, type Style } from "../terminal/phase-style.ts";
import { notesOf, paint } from "./notes.ts";
import { replicasText } from "./replicas-text.ts";
import { type QuietGroup, shownChildren } from "./shorten-tree.ts";
import { ageOf } from "./age.ts";

/** Options of {@link renderTree}. */
export interface RenderOptions {
  /** Whether to show quiet objects individually, too. */
  readonly all: boolean;
  /** Which conditions to list below an object. */
  readonly conditions: ConditionFilter;
  /** For ages, in milliseconds since the epoch. */
  readonly now: number;
}

/** A row of the table: its cells, and the notes below it. */
interface Row {
  /** The tree lines before the object. */
  readonly prefix: string;
  /** The tree lines before the notes below it. */
  readonly below: string;
  readonly cells: readonly Cell[];
  readonly notes: readonly string[];
}

interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
}

const header = ["OBJECT", "PHASE", "READY", "REPLICAS", "VERSION", "AGE"];

const statusStyles: Readonly<Record<string, Style>> = { True: "green", False: "red", Unknown: "yellow" };

/** Renders the tree as a table, with the waits and errors of each object below it. Columns without values are omitted. */
export function renderTree(root: DescribedObject, options: RenderOptions): string {
  const rows = rowsOf(root, { prefix: "", below: "" }, options);
  const headings: Row = { prefix: "", below: "", cells: header.map((text) => ({ text })), notes: [] };
  const used = header.map((_, column) => column === 0 || rows.some(({ cells }) => (cells[column]?.text ?? "") !== ""));
  const widths = header.map((_, column) => Math.max(...[headings, ...rows].map((row) => textOf(row, column).length)));
  const lines = [headings, ...rows].flatMap((row) => [
    row.cells
      .map((cell, column) => [cell, column] as const)
      .filter(([, column]) => used[column])
      .map(([cell, column]) => {
        const padding = " ".repeat((widths[column] ?? 0) - textOf(row, column).length);
        return `${column === 0 ? row.prefix : ""}${paint(cell.style, cell.text)}${padding}`;
      })
      .join("  ")
      .trimEnd(),
    ...row.notes.map((note) => `${row.below}${note}`),
  ]);
  return lines.join("\n");
}

function textOf(row: Row, column: number): string {
  return `${column === 0 ? row.prefix : ""}${row.cells[column]?.text ?? ""}`;
}

function rowsOf(object: DescribedObject, place: { prefix: string; below: string }, options: RenderOptions): Row[] {
  const { objects, groups } = shownChildren(object, options.all);
  const count = objects.length + groups.length;
  const placeOf = (index: number) => ({
    prefix: `${place.below}${index === count - 1 ? "└─ " : "├─ "}`,
    below: `${place.below}${index === count - 1 ? "   " : "│  "}`,
  });
  const notePrefix = `${place.below}${count === 0 ? "   " : "│  "}`;
  return [
    { prefix: place.prefix, below: notePrefix, cells: cellsOf(object, options.now), notes: notesOf(object, options) },
    ...objects.flatMap((child, index) => rowsOf(child, placeOf(index), options)),
    ...groups.map((group, index): Row => ({
      ...placeOf(objects.length + index),
      cells: groupCells(group),
      notes: groupNotes(group),
    })),
  ];
}

function cellsOf(object: DescribedObject, now: number): Cell[] {
  const { kind, name, role, phase = "", summary, version = "" } = object;
  return [
    { text: `${kind}/${name}${role === undefined ? "" : ` (${role})`}` },
    { text: phase, style: phaseStyle(phase) },
    { text: summary?.status ?? "", style: statusStyles[summary?.status ?? ""] },
    { text: replicasText(object.replicas) },
    { text: version },
    { text: ageOf(object.created, now) },
  ];
}

function groupCells({ kind, names, phases }: QuietGroup): Cell[] {
  const [only] = Object.keys(phases);
  const phase = Object.keys(phases).length === 1 ? (only ?? "") : "";
  return [
    { text: `${names.length} ${kind}s` },
    { text: phase, style: phaseStyle(phase) },
    { text: "True", style: statusStyles.True },
  ];
}

function groupNotes({ names, phases }: QuietGroup): string[] {
  const counts = Object.entries(phases).map(([phase, count]) => `${count} ${phase}`);
  const some = names.slice(0, 3).join(", ");
  return [
    ...(counts.length > 1 ? [counts.join(", ")] : []),
    paint("dim", names.length > 3 ? `${some}, … ${names.at(-1) ?? ""} (--all shows each)` : some),
  ];
}
