/** A part of a word, perhaps with an expansion that applies when the command runs. */
export type WordPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "variable"; readonly name: string; readonly fallback?: string }
  /** A command substitution or another expansion that only a real shell can compute. */
  | { readonly type: "unknown" };

/** A word of a shell command, unquoted but not yet expanded. */
export interface Word {
  readonly parts: readonly WordPart[];
  /** Whether any part was quoted: a quoted `if` is not a keyword. */
  readonly quoted: boolean;
}

/** The word as a string, if it has no expansions. */
export function literalText(word: Word): string | undefined {
  return word.parts.every((part) => part.type === "text") ? expandWord(word, new Map()) : undefined;
}

/** Expands a word. An expansion that only a real shell can compute becomes empty. */
export function expandWord(word: Word, variables: ReadonlyMap<string, string>): string {
  return word.parts
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "variable" ? (variables.get(part.name) ?? part.fallback ?? "") : "";
    })
    .join("");
}
