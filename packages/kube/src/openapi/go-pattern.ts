import { RE2JS } from "re2js";

/** A regular expression that has been read. */
export interface Pattern {
  /** Whether it matches anywhere in `text`, in time linear to the length of the text. */
  test(text: string): boolean;
}

/** A pattern that can also be searched for. */
export interface SearchPattern extends Pattern {
  /** What it matches in `text`, from the left, at most `limit` times. */
  findAll(text: string, limit: number): string[];
}

/** CRDs name the same few patterns again and again; each may take some memory. */
const mostKept = 2000;
const kept = new Map<string, SearchPattern | undefined>();

/**
 * Go's regular expression (RE2), as the API server reads the `pattern` of a schema; `undefined` for one that Go cannot read, such as
 * one that looks ahead. It never backtracks: anyone may choose the text, and some the pattern.
 */
export function goPattern(pattern: string): SearchPattern | undefined {
  if (kept.has(pattern)) return kept.get(pattern);
  const [oldest] = kept.size < mostKept ? [] : kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
  const compiled = compile(pattern);
  kept.set(pattern, compiled);
  return compiled;
}

/** Why Go cannot read a pattern, in its words; `undefined` if it can. */
export function goPatternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function compile(pattern: string): SearchPattern | undefined {
  try {
    const compiled = RE2JS.compile(pattern);
    return { test: (text) => compiled.test(text), findAll: (text, limit) => findAll(compiled, text, limit) };
  } catch {
    return undefined;
  }
}

function findAll(pattern: RE2JS, text: string, limit: number): string[] {
  const matcher = pattern.matcher(text);
  const found: string[] = [];
  while (found.length < limit && matcher.find()) found.push(matcher.group() ?? "");
  return found;
}
