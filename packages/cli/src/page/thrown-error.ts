import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ObservedError } from "./follow-reconciles.ts";
import type { ThrownError } from "./protocol.ts";

/** Source lines before and after the line that threw. */
const around = 3;
const mostFrames = 20;

interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * An error with its place in the author's own files: the first frame of its stack in the project, and the surrounding source. Stacks have
 * the lines of the sources, because Node runs TypeScript unchanged, or follows its source map.
 *
 * @param project - the folder of the project; undefined: no project, and no source is read.
 */
export function thrownError({ name, message, stack }: ObservedError, project: string | undefined): ThrownError {
  const lines = stack.split("\n").slice(0, mostFrames);
  const places = project === undefined ? [] : lines.flatMap((line) => placeIn(line, project) ?? []);
  const source = places.map((place) => sourceAt(place, project ?? "")).find((found) => found !== undefined);
  const frames = lines.filter((line) => /^\s+at /.test(line) || line.startsWith("Caused by: "));
  return { name, message, stack: frames.map((line) => line.trim()), ...(source === undefined ? {} : { source }) };
}

/** `at reconcile (file:///…/src/main.ts:4:7)`, or the line that Node puts above a file that cannot be parsed: `file:///…/src/main.ts:4` */
function placeIn(frame: string, project: string): Place | undefined {
  const [, location, line] = /(file:\/\/[^\s()]+?|\/[^\s()]+?):(\d+)(?::\d+)?\)?$/.exec(frame) ?? [];
  if (location === undefined || line === undefined) return undefined;
  const file = location.startsWith("file:") ? fileURLToPath(location) : location;
  const relative = path.relative(project, file);
  const isOwn = !relative.startsWith("..") && !path.isAbsolute(relative) && !relative.includes("node_modules");
  return isOwn ? { file, line: Number(line) } : undefined;
}

function sourceAt({ file, line }: Place, project: string): ThrownError["source"] {
  try {
    const text = readFileSync(realpathSync(file), "utf8").split("\n");
    const from = Math.max(1, line - around);
    const excerpt = text.slice(from - 1, line + around).map((each, index) => ({ line: from + index, text: each }));
    return { file: path.relative(project, file), line, excerpt };
  } catch {
    // The file was deleted meanwhile, or is not on this machine.
    return undefined;
  }
}
