import { goPattern } from "@capstan/kube";

/** The limit of repetitions to try for strings with a minimum length. */
const longest = 300;

/**
 * Finds a short string that matches a pattern. Supports the syntax that CRDs use: characters, classes, groups, alternatives, repetitions.
 *
 * @param fits - checks the other requirements of the string.
 * @returns `undefined` if no string is found.
 */
export function patternSample(pattern: string, fits: (text: string) => boolean): string | undefined {
  const compiled = goPattern(pattern);
  if (compiled === undefined) return undefined;
  for (let more = 0; more <= longest; more = more * 2 + 1) {
    const text = new Sampler(pattern, more).sample();
    if (compiled.test(text) && fits(text)) return text;
  }
  return undefined;
}

const classes: Readonly<Record<string, string>> = { d: "0", w: "a", s: " ", D: "a", W: "-", S: "a" };
const controls: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", f: "\f", v: "\v" };
/** Candidates for a negated class. */
const ordinary = ["a", "0", "A", "-", "_", ".", " ", ":", "/"];

/** Parses a pattern from the left, and generates the shortest match of each part. */
class Sampler {
  readonly #pattern: string;
  readonly #more: number;
  #at = 0;

  /** @param more - how many repetitions to add beyond the minimum. */
  constructor(pattern: string, more: number) {
    this.#pattern = pattern;
    this.#more = more;
  }

  /** A string for the supported part of the pattern; it may not match. */
  sample(): string {
    return this.#alternatives();
  }

  /** Generates the first alternative. */
  #alternatives(): string {
    const first = this.#sequence();
    while (this.#takes("|")) this.#sequence();
    return first;
  }

  #sequence(): string {
    let text = "";
    while (this.#at < this.#pattern.length && !"|)".includes(this.#peek())) text += this.#repeated(this.#atom());
    return text;
  }

  #atom(): string {
    const character = this.#next();
    if (character === "^" || character === "$") return "";
    if (character === ".") return "a";
    if (character === "[") return this.#class();
    if (character === "\\") return this.#escaped();
    if (character !== "(") return character;
    const [options] = /^\?(:|P?<\w+>)/.exec(this.#pattern.slice(this.#at)) ?? [""];
    this.#at += options.length;
    const text = this.#alternatives();
    this.#takes(")");
    return text;
  }

  #escaped(): string {
    const character = this.#next();
    if ("bBAz".includes(character)) return "";
    return classes[character] ?? controls[character] ?? character;
  }

  #class(): string {
    const isNegated = this.#takes("^");
    const start = this.#at;
    let first: string | undefined;
    while (this.#at < this.#pattern.length && (this.#peek() !== "]" || this.#at === start)) {
      const character = this.#next();
      first ??= character === "\\" ? this.#escaped() : character;
    }
    const body = this.#pattern.slice(start, this.#at);
    this.#takes("]");
    if (!isNegated) return first ?? "";
    return ordinary.find((character) => goPattern(`^[^${body}]$`)?.test(character)) ?? "";
  }

  #repeated(atom: string): string {
    const [bounds, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(this.#pattern.slice(this.#at)) ?? [];
    const sign = "*+?".includes(this.#peek()) ? this.#next() : "";
    this.#at += bounds?.length ?? 0;
    this.#takes("?");
    if (sign === "?") return "";
    if (sign !== "") return atom.repeat((sign === "+" ? 1 : 0) + this.#more);
    if (bounds === undefined) return atom;
    const upTo = comma === "" ? Number(least) : most === "" ? Infinity : Number(most);
    return atom.repeat(Math.min(upTo, Number(least) + this.#more));
  }

  #peek(): string {
    return this.#pattern.charAt(this.#at);
  }

  #next(): string {
    return this.#pattern.charAt(this.#at++);
  }

  #takes(character: string): boolean {
    const isThere = this.#peek() === character;
    if (isThere) this.#at += 1;
    return isThere;
  }
}
