import type { ObjectId, Row } from "../../src/page/protocol.ts";
import type { Filter } from "./filter.ts";
import type { Forest } from "./forest.ts";

/** A row at its position in the visible tree. */
export interface Line {
  readonly row: Row;
  /** 1 for objects without a parent. */
  readonly level: number;
  readonly isFoldable: boolean;
  readonly isOpen: boolean;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

/** The settings that decide which rows are visible. */
export interface Shown {
  /** The rows that the user has folded or unfolded. */
  readonly folds: ReadonlyMap<ObjectId, boolean>;
  readonly filter: Filter | undefined;
}

/** The visible rows, in order. With a filter: the matching rows and their ancestors, so that their place is visible. */
export function visibleLines(forest: Forest, { folds, filter }: Shown): Line[] {
  const wanted = filter === undefined ? undefined : withThoseAbove(forest, filter);
  const lines: Line[] = [];
  const add = (rows: readonly Row[], level: number): void => {
    const shown = wanted === undefined ? rows : rows.filter(({ id }) => wanted.has(id));
    shown.forEach((row, index) => {
      const below = forest.below(row.id);
      const isLeading = wanted !== undefined && below.some(({ id }) => wanted.has(id));
      const isOpen = below.length > 0 && (isLeading || (folds.get(row.id) ?? isOpenAtFirst(row)));
      lines.push({ row, level, isFoldable: below.length > 0, isOpen, position: index + 1, siblings: shown.length });
      if (isOpen) add(below, level + 1);
    });
  };
  add(forest.below(), 1);
  return lines;
}

/** The objects of a Machine are of interest only to users who look at the Machine. */
function isOpenAtFirst({ kind }: Row): boolean {
  return kind !== "Machine";
}

function withThoseAbove(forest: Forest, filter: Filter): Set<ObjectId> {
  const wanted = new Set<ObjectId>();
  for (const row of forest.rows()) {
    if (!filter(row)) continue;
    wanted.add(row.id);
    for (const { id } of forest.above(row.id)) {
      if (wanted.has(id)) break;
      wanted.add(id);
    }
  }
  return wanted;
}
