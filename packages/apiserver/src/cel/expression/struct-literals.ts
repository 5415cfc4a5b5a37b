/**
 * The parser does not support objects such as `Object.spec{replicas: 1}`. They are rewritten as calls of {@link structCall},
 * `Object.spec.…({replicas: 1})`, and positions in the result are mapped back.
 */
export const structCall = "__struct__";

/** The prefix of a field that is omitted if its value is an empty optional, written `?name`. */
export const optionalField = "__optional__";

/** The source for the parser, and the origin of its parts. */
export interface Rewritten {
  readonly text: string;
  /** Maps a position in `text` to the original source. */
  origin(at: number): number;
}

const tokens =
  /(?<skip>\s+|\/\/[^\n]*)|(?<string>(?:[rRbB]{0,2})(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|(?<word>[A-Za-z_]\w*)|(?<other>[\s\S])/gy;

/** Names that no object can have. */
const keywords = new Set(["in", "true", "false", "null"]);

export function withoutStructs(source: string): Rewritten {
  // Most expressions have no objects.
  if (!/\w\s*\{/.test(source)) return { text: source, origin: (at) => at };
  const writer = new Writer();
  const open: boolean[] = [];
  let previous = "";
  for (const match of source.matchAll(tokens)) {
    const [token] = match;
    const { skip, word } = match.groups ?? {};
    if (token === "{") {
      const isStruct = isName(previous);
      open.push(isStruct);
      if (isStruct) writer.insert(`.${structCall}(`);
      writer.copy(token, match.index);
    } else if (token === "}") {
      writer.copy(token, match.index);
      if (open.pop() === true) writer.insert(")");
    } else if (token === "?" && open.at(-1) === true && (previous === "{" || previous === ",")) {
      writer.insert(optionalField);
    } else writer.copy(token, match.index);
    if (skip === undefined) previous = word ?? token;
  }
  return writer;
}

function isName(token: string): boolean {
  return /^[A-Za-z_]\w*$/.test(token) && !keywords.has(token);
}

class Writer implements Rewritten {
  text = "";
  /** The starts of pieces in both sources. */
  readonly #pieces: { readonly here: number; readonly there: number }[] = [];
  #there = 0;

  copy(token: string, there: number): void {
    this.#pieces.push({ here: this.text.length, there });
    this.text += token;
    this.#there = there + token.length;
  }

  insert(token: string): void {
    this.#pieces.push({ here: this.text.length, there: this.#there });
    this.text += token;
  }

  origin(at: number): number {
    const piece = this.#pieces.findLast(({ here }) => here <= at);
    return piece === undefined ? at : piece.there + at - piece.here;
  }
}
