import { type TreeFile } from "./tree.ts";

/** The minimum number of common lines of two places. */
const windowLines = 6;

/** The number of pairs of places with six or more similar consecutive lines of code, without imports and brackets. */
export function likePairs(files: readonly TreeFile[]): number {
  const places = new Map<string, Place[]>();
  for (const [file, { text }] of files.entries()) {
    const lines = codeLines(text);
    for (let at = 0; at + windowLines <= lines.length; at++) {
      const key = lines.slice(at, at + windowLines).join("\n");
      const same = places.get(key);
      if (same === undefined) places.set(key, [{ file, at }]);
      else same.push({ file, at });
    }
  }
  const repeated = [...places.values()].filter((same) => same.length > 1);
  const pairs = new Set(repeated.flatMap((same) => pairsOf(same).map(keyOf)));
  // A pair whose places both continue a pair of the previous line is the same pair.
  const starts = repeated.flatMap(pairsOf).filter(([a, b]) => !pairs.has(keyOf([before(a), before(b)])));
  return starts.length;
}

interface Place {
  readonly file: number;
  /** Index of the first line. */
  readonly at: number;
}

function codeLines(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => /[a-z]/i.test(line) && !/^(?:\/\/|\/?\*|import |export \* |\} from )/.test(line));
}

function pairsOf(places: readonly Place[]): (readonly [Place, Place])[] {
  return places.flatMap((a, index) => places.slice(index + 1).map((b) => [a, b] as const));
}

function before({ file, at }: Place): Place {
  return { file, at: at - 1 };
}

function keyOf([a, b]: readonly [Place, Place]): string {
  return `${a.file}:${a.at} ${b.file}:${b.at}`;
}
