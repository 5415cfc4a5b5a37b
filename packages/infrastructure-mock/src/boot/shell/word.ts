/** A part of a word that is replaced by something else when the command runs. */
export type WordPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "variable"; readonly name: string; readonly fallback?: string }
  /** A command substitution or another expansion that only a real shell can compute. */
  | { readonly type: "unknown" };

/** A word of a shell command, with its quotes taken off and its expansions not yet made. */
export interface Word {
  readonly parts: readonly WordPart[];
  /** Whether any of it was quoted: a quoted `if` is not a keyword. */
  readonly quoted: boolean;
}

/** The word's text if it has no expansions. */
export function literalText(word: Word): string | undefined {
  return word.parts.every((part) => part.type === "text") ? expandWord(word, new Map()) : undefined;
}

/** Expands a word; what only a real shell can compute becomes empty. */
export function expandWord(word: Word, variables: ReadonlyMap<string, string>): string {
  return word.parts
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "variable" ? (variables.get(part.name) ?? part.fallback ?? "") : "";
    })
    .join("");
}
