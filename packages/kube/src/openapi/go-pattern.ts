import { RE2JS } from "re2js";

/** A regular expression that has been read. */
export interface Pattern {
  /** Whether it matches anywhere in `text`, in time linear to the length of the text. */
  test(text: string): boolean;
}

/** CRDs name the same few patterns again and again; each may take some memory. */
const mostKept = 2000;
const kept = new Map<string, Pattern | undefined>();

/**
 * Go's regular expression (RE2), as the API server reads the `pattern` of a schema; `undefined` for one that Go cannot read, such as
 * one that looks ahead. It never backtracks: anyone may choose the text, and some the pattern.
 */
export function goPattern(pattern: string): Pattern | undefined {
  if (kept.has(pattern)) return kept.get(pattern);
  const [oldest] = kept.size < mostKept ? [] : kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
  const compiled = compile(pattern);
  kept.set(pattern, compiled);
  return compiled;
}

function compile(pattern: string): Pattern | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}
