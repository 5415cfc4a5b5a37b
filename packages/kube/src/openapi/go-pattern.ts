const patterns = new Map<string, RegExp | undefined>();

/** Go's regular expression as JavaScript reads it; `undefined` for one that JavaScript cannot read. */
export function goPattern(pattern: string): RegExp | undefined {
  if (!patterns.has(pattern)) patterns.set(pattern, compile(pattern, "u") ?? compileLoosely(pattern));
  return patterns.get(pattern);
}

function compileLoosely(pattern: string): RegExp | undefined {
  const isCaseless = pattern.startsWith("(?i)");
  return compile(isCaseless ? pattern.slice("(?i)".length) : pattern, isCaseless ? "i" : "");
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
