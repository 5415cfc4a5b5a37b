import { SeededRandom } from "@capstan/harness/random";
import { beyondJson, scalars } from "./scalars.ts";

/** Random YAML strings, which use what go-yaml reads in its own way. Equal seeds draw equal strings. */
export function drawnDocuments(count: number, seed: number): readonly string[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => new DrawnDocument(random).text());
}

const names = ["a", "b", "name", "spec", "x-y", "a.b/c"];
const words = Array.from({ length: 40 }, (_, index) => `k${index}`);
const keys = [
  ...names,
  ...names,
  ...names,
  ...names,
  ...words,
  "1",
  "0x2",
  '"3"',
  "1.5",
  "1e6",
  "yes",
  "n",
  "2001-01-01",
  "'on'",
  "=",
  "__proto__",
];
const lines = ["x", "x y", "x", "  deeper", "", "#no", "- z", "a: b", "tab\there", "trailing  ", "é"];

class DrawnDocument {
  readonly #random: SeededRandom;
  readonly #anchors: { readonly name: string; readonly isMapping: boolean }[] = [];

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  text(): string {
    const start = this.#random.pick(["", "", "", "# first\n", "---\n", "%YAML 1.1\n---\n", "\n\n", "--- # c\n"]);
    const end = this.#random.pick(["", "", "\n", "\n", "\n\n", "\n---\nb: [\n", "\n...\n", "\n# last"]);
    const text = start + this.#block(0, 0).replace(/^\n/, "") + end;
    return this.#random.happens(1 / 12) ? text.replaceAll("\n", "\r\n") : text;
  }

  /** A value that starts on a line of its own, or after a key. */
  #block(depth: number, indent: number): string {
    if (depth > 3 || this.#random.happens(depth / 6)) return this.#value(depth, indent);
    return this.#random.happens(1 / 3) ? this.#sequence(depth, indent) : this.#mapping(depth, indent);
  }

  #mapping(depth: number, indent: number): string {
    const anchor = this.#anchor(depth);
    const entries = this.#times(4, () => {
      const merge = this.#merge();
      if (merge !== undefined) return `${" ".repeat(indent)}<<: ${merge}`;
      return `${" ".repeat(indent)}${this.#key()}:${this.#inner(depth, indent)}`;
    });
    return `${this.#close(anchor, true)}\n${entries.join("\n")}`;
  }

  #sequence(depth: number, indent: number): string {
    const anchor = this.#anchor(depth);
    const items = this.#times(4, () => `${" ".repeat(indent)}-${this.#inner(depth, indent)}`);
    return `${this.#close(anchor, false)}\n${items.join("\n")}`;
  }

  #inner(depth: number, indent: number): string {
    const inner = this.#block(depth + 1, indent + this.#random.pick([1, 2, 2, 4]));
    const comment = !inner.includes("\n") && this.#random.happens(1 / 12) && !inner.includes("|") ? " # c" : "";
    return inner + comment;
  }

  #value(depth: number, indent: number): string {
    switch (
      this.#random.pick(["plain", "plain", "plain", "quoted", "block", "flow", "alias", "tagged", "lines"] as const)
    ) {
      case "quoted":
        return ` ${this.#quoted()}`;
      case "block":
        return ` ${this.#lines(Math.max(indent, 1))}`;
      case "flow":
        return ` ${this.#flow(depth)}`;
      case "alias":
        return ` ${this.#alias() ?? this.#scalar()}`;
      case "tagged":
        return ` ${this.#random.pick(["!!str", "!!str", "!custom", "!", ...(this.#random.happens(1 / 4) ? ["!!int", "!!float", "!!bool", "!!null", "!!binary"] : [])])} ${this.#random.happens(1 / 4) ? this.#quoted() : this.#scalar()}`;
      case "lines":
        return ` ${this.#scalar()}\n${" ".repeat(Math.max(indent, 1))}${this.#random.pick(["more", "- not a list", "0400"])}`;
      case "plain":
        return ` ${this.#scalar()}`;
    }
  }

  #key(): string {
    return this.#random.happens(1 / 200) ? "~" : this.#random.pick(keys);
  }

  #scalar(): string {
    return this.#random.pick(this.#random.happens(1 / 100) ? beyondJson : scalars);
  }

  #quoted(): string {
    const text = this.#random.pick([this.#scalar(), "a\nb", "a\n\n b"]);
    if (this.#random.happens(1 / 2)) return `'${text.replaceAll("'", "''").replaceAll("\n", "\n      ")}'`;
    return JSON.stringify(text);
  }

  #lines(indent: number): string {
    const header = `${this.#random.pick(["|", ">"])}${this.#random.pick(["", "", "-", "+"])}`;
    let isFirst = true;
    const content = this.#times(4, () => {
      const line = this.#random.pick(isFirst ? lines.slice(0, 2) : lines);
      isFirst = false;
      return line === "" ? "" : `${" ".repeat(indent)}${line}`;
    });
    return `${header}\n${content.join("\n")}`;
  }

  #flow(depth: number): string {
    if (depth > 4) return this.#flowScalar();
    const space = this.#random.pick(["", " "]);
    if (this.#random.happens(1 / 2)) {
      return `[${space}${this.#times(3, () => this.#flow(depth + 2)).join(`,${space}`)}${space}]`;
    }
    const entries = this.#times(3, () => {
      const merge = this.#merge();
      return merge === undefined ? `${this.#key()}: ${this.#flow(depth + 2)}` : `<<: ${merge}`;
    });
    return `{${space}${entries.join(`,${space}`)}${space}}`;
  }

  #flowScalar(): string {
    const scalar = this.#scalar();
    return /[[\]{},:?]/.test(scalar) ? JSON.stringify(scalar) : scalar || "~";
  }

  /** The name of an anchor, if the collection gets one. */
  #anchor(depth: number): string | undefined {
    return depth > 0 && this.#random.happens(1 / 3) ? this.#random.pick(["x", "y", "z"]) : undefined;
  }

  /** An anchor is for later nodes, and seldom for those in it, which Go refuses. */
  #close(name: string | undefined, isMapping: boolean): string {
    if (name === undefined) return "";
    this.#anchors.push({ name, isMapping });
    return ` &${name}`;
  }

  #alias(): string | undefined {
    const anchor = this.#anchors.length === 0 ? undefined : this.#random.pick(this.#anchors);
    return anchor === undefined ? undefined : `*${anchor.name}`;
  }

  #merge(): string | undefined {
    if (!this.#random.happens(1 / 6)) return undefined;
    const mappings = this.#anchors.filter(({ isMapping }) => isMapping || this.#random.happens(1 / 10));
    if (mappings.length === 0) return undefined;
    const pick = (): string => `*${this.#random.pick(mappings).name}`;
    return this.#random.pick([pick(), pick(), `[${pick()}, ${pick()}]`, `{a: merged, b: ${pick()} }`]);
  }

  #times<T>(most: number, draw: () => T): T[] {
    const count = 1 + this.#random.pick(Array.from({ length: most }, (_, index) => index));
    return Array.from({ length: count }, draw);
  }
}
