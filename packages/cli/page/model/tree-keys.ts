import type { ObjectId } from "../../src/page/protocol.ts";
import type { Line } from "./visible-lines.ts";

/** What a key does in the tree. */
export type TreeStep =
  { readonly type: "go"; readonly index: number } | { readonly type: "fold" | "unfold"; readonly id: ObjectId };

/** What is needed to decide that. */
export interface TreePlace {
  readonly lines: readonly Line[];
  readonly index: number;
  /** Lines that fit into the window. */
  readonly pageLines: number;
}

/** What a key does, as in every tree: the ARIA practices of a treegrid. @returns undefined: nothing. */
export function stepOf(key: string, { lines, index, pageLines }: TreePlace): TreeStep | undefined {
  const line = lines[index];
  if (line === undefined) return lines.length === 0 ? undefined : { type: "go", index: 0 };
  const last = lines.length - 1;
  const go = (to: number): TreeStep => ({ type: "go", index: Math.max(0, Math.min(last, to)) });
  switch (key) {
    case "ArrowDown":
      return go(index + 1);
    case "ArrowUp":
      return go(index - 1);
    case "PageDown":
      return go(index + pageLines);
    case "PageUp":
      return go(index - pageLines);
    case "Home":
      return go(0);
    case "End":
      return go(last);
    case "ArrowRight":
      if (!line.isFoldable) return undefined;
      return line.isOpen ? go(index + 1) : { type: "unfold", id: line.row.id };
    case "ArrowLeft":
      if (line.isOpen) return { type: "fold", id: line.row.id };
      return line.level === 1
        ? undefined
        : go(lines.findLastIndex(({ level }, at) => at < index && level < line.level));
    default:
      return undefined;
  }
}

/**
 * The next line whose name begins so, from the one that is chosen on.
 *
 * @param typed - what was typed in quick succession; a single letter goes on to the next line that has it.
 * @returns -1: no name begins so.
 */
export function findTyped(typed: string, lines: readonly Line[], index: number): number {
  const start = typed.length === 1 ? index + 1 : index;
  const wanted = typed.toLowerCase();
  const order = lines.map((_, offset) => (start + offset) % lines.length);
  return order.find((at) => lines[at]?.row.name.toLowerCase().startsWith(wanted)) ?? -1;
}
