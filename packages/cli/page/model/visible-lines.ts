import type { ObjectId, Row } from "../../src/page/protocol.ts";
import type { Filter } from "./filter.ts";
import type { Forest } from "./forest.ts";

/** A row where it stands in the tree that is shown. */
export interface Line {
  readonly row: Row;
  /** 1 for what is below nothing. */
  readonly level: number;
  readonly isFoldable: boolean;
  readonly isOpen: boolean;
  /** Among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
}

/** What decides which rows are shown. */
export interface Shown {
  /** What a person has folded or unfolded. */
  readonly folds: ReadonlyMap<ObjectId, boolean>;
  readonly filter: Filter | undefined;
}

/** The rows to show, in order. With a filter: those that it is about and those above them, so that their place is seen. */
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

/** What a Machine refers to is of interest once one looks at the Machine. */
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
