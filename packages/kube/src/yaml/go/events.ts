import { type Event, parseEvents, YAMLException } from "js-yaml";

/** The events of a string, whose offsets are those of `text`. */
export interface ParsedEvents {
  /** The text, with further spaces at the start of some lines. */
  readonly text: string;
  readonly events: readonly Event[];
  /** The offset in the original text. */
  readonly original: (at: number) => number;
}

/** More than the depth of most files is wide; a line that needs more gets it again. */
const width = 100;
/** The limit of characters that are parsed again. */
const maxWork = 64 * 1024 * 1024;

/**
 * The events of a string. YAML 1.2, and so js-yaml, requires that lines in brackets and quotes are indented by more than their key; go-yaml
 * accepts any indentation, which does not change the value. Such lines are indented here.
 *
 * @throws YAMLException the text is not YAML.
 */
export function eventsOf(text: string, maxDepth: number): ParsedEvents {
  const added = new Map<number, number>();
  let lines: string[] | undefined;
  let current = text;
  for (let work = text.length; ; work += current.length) {
    try {
      const events = parseEvents(current, { maxDepth });
      return { text: current, events, original: added.size === 0 ? (at) => at : offsetsIn(text, current, added) };
    } catch (error) {
      const line = work > maxWork ? undefined : outdentedLine(error);
      lines ??= text.split(lineEnd);
      const found = line === undefined ? undefined : lines[line * 2];
      if (line === undefined || found === undefined || /^(?:---|\.\.\.)(?:\s|$)/.test(found)) throw error;
      lines[line * 2] = " ".repeat(width) + found;
      added.set(line, (added.get(line) ?? 0) + width);
      current = lines.join("");
    }
  }
}

/** With the line ends as items of their own. */
const lineEnd = /(\r\n?|\n)/;

function outdentedLine(error: unknown): number | undefined {
  return error instanceof YAMLException && error.reason === "deficient indentation" ? error.mark?.line : undefined;
}

function offsetsIn(text: string, current: string, added: ReadonlyMap<number, number>): (at: number) => number {
  const [before, after] = [lineStarts(text), lineStarts(current)];
  return (at) => {
    const next = after.findIndex((start) => start > at);
    const line = (next === -1 ? after.length : next) - 1;
    return (before[line] ?? 0) + Math.max(at - (after[line] ?? 0) - (added.get(line) ?? 0), 0);
  };
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)];
}
