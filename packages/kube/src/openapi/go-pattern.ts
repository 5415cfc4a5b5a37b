import { RE2JS } from "re2js";

/** A compiled regular expression. */
export interface Pattern {
  /** Whether the expression matches anywhere in `text`, in time linear to its length. */
  test(text: string): boolean;
}

/** A pattern that also finds its matches. */
export interface SearchPattern extends Pattern {
  /** The matches in `text`, from the left, at most `limit`. */
  findAll(text: string, limit: number): string[];
}

/** The limit of the cache: CRDs use the same few patterns repeatedly, and each may take some memory. */
const mostKept = 2000;
const kept = new Map<string, SearchPattern | undefined>();

/**
 * Compiles a Go regular expression (RE2), as the API server does for the `pattern` of a schema; `undefined` for a pattern that Go cannot
 * compile, such as a lookahead. It never backtracks, because anyone may choose the input, and some users the pattern.
 */
export function goPattern(pattern: string): SearchPattern | undefined {
  if (kept.has(pattern)) return kept.get(pattern);
  const [oldest] = kept.size < mostKept ? [] : kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
  const compiled = compile(pattern);
  kept.set(pattern, compiled);
  return compiled;
}

/** Go's error for a pattern; `undefined` if Go can compile it. */
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
