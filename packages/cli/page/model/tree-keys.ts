import type { ObjectId } from "../../src/page/protocol.ts";
import type { Line } from "./visible-lines.ts";

/** The effect of a key in the tree. */
export type TreeStep =
  { readonly type: "go"; readonly index: number } | { readonly type: "fold" | "unfold"; readonly id: ObjectId };

/** The present position in the tree. */
export interface TreePlace {
  readonly lines: readonly Line[];
  readonly index: number;
  /** Lines that fit into the window. */
  readonly pageLines: number;
}

/** The effect of a key, as in the ARIA practices for a treegrid. @returns undefined: none. */
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
 * The next line whose name begins with the typed string, starting at the chosen line.
 *
 * @param typed - the keys typed in quick succession; a repeated single letter moves to the next line that begins with it.
 * @returns -1: no name begins with it.
 */
export function findTyped(typed: string, lines: readonly Line[], index: number): number {
  const start = typed.length === 1 ? index + 1 : index;
  const wanted = typed.toLowerCase();
  const order = lines.map((_, offset) => (start + offset) % lines.length);
  return order.find((at) => lines[at]?.row.name.toLowerCase().startsWith(wanted)) ?? -1;
}
