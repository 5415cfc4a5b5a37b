import headless, { type Terminal } from "@xterm/headless";
import type { Recording } from "./record.ts";

/** Adjacent characters with the same style. */
export interface Span {
  readonly text: string;
  /** A color of the terminal's palette, 0 to 255; undefined for its default. */
  readonly color: number | undefined;
  readonly bold: boolean;
  readonly dim: boolean;
}

/** The content of a terminal from a time on. */
export interface Frame {
  readonly atMs: number;
  readonly lines: readonly (readonly Span[])[];
}

/**
 * The content of the terminal, one frame per change.
 *
 * @param everyMs - changes that are closer together are combined.
 */
export async function framesOf({ columns, rows, output }: Recording, everyMs: number): Promise<Frame[]> {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const frames: Frame[] = [];
  for (const [index, [atMs, text]] of output.entries()) {
    await new Promise<void>((resolve) => {
      terminal.write(text, resolve);
    });
    const next = output[index + 1]?.[0] ?? Infinity;
    const previous = frames.at(-1)?.atMs ?? -Infinity;
    if (next - previous < everyMs) continue;
    const lines = screenOf(terminal);
    if (JSON.stringify(lines) !== JSON.stringify(frames.at(-1)?.lines)) frames.push({ atMs, lines });
  }
  return frames;
}

function screenOf({ buffer: { active }, rows }: Terminal): Span[][] {
  return Array.from({ length: rows }, (_, row) => spansOf(active.getLine(active.viewportY + row)));
}

function spansOf(line: ReturnType<Terminal["buffer"]["active"]["getLine"]>): Span[] {
  const spans: { text: string; color: number | undefined; bold: boolean; dim: boolean }[] = [];
  for (let column = 0; column < (line?.length ?? 0); column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined) continue;
    const style = {
      color: cell.isFgPalette() ? cell.getFgColor() : undefined,
      bold: cell.isBold() !== 0,
      dim: cell.isDim() !== 0,
    };
    const text = cell.getChars() === "" ? " " : cell.getChars();
    const last = spans.at(-1);
    if (last !== undefined && last.color === style.color && last.bold === style.bold && last.dim === style.dim) {
      last.text += text;
    } else {
      spans.push({ text, ...style });
    }
  }
  const end = spans.at(-1);
  if (end !== undefined) end.text = end.text.trimEnd();
  return spans.filter(({ text }) => text !== "");
}
