import { type Token, tokenize } from "./tokens.ts";
import { literalText, type Word } from "./word.ts";

/** The target of a command's output, or the source of its input. */
export type Redirection =
  { readonly operator: "<" | ">" | ">>"; readonly target: Word } | { readonly operator: "<<"; readonly body: Word };

/** A node of a script's syntax tree. */
export type ShellNode =
  | { readonly type: "command"; readonly words: readonly Word[]; readonly redirections: readonly Redirection[] }
  | { readonly type: "group"; readonly list: readonly ListItem[] }
  /** if, for, while, case or a function: their effect is unknown without running them. */
  | { readonly type: "compound"; readonly words: readonly string[] };

/** One pipeline of a list, and the condition on which it runs. */
export interface ListItem {
  readonly when: "always" | "succeeded" | "failed";
  readonly pipeline: readonly ShellNode[];
  readonly negated: boolean;
}

/** Nesting of groups; deeper groups are not followed. */
const maxDepth = 50;
const openers = new Set(["if", "for", "while", "until", "case", "select"]);
const closers = new Set(["fi", "done", "esac"]);
const continuers = new Set(["then", "else", "elif", "do", "!", "time", ...openers]);

/** Parses the parts of a script whose effect is known in advance. Never fails. */
export function parseShell(text: string): readonly ListItem[] {
  return new Parser(tokenize(text)).list(() => false);
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  list(ends: (token: Token) => boolean): ListItem[] {
    const items: ListItem[] = [];
    let when: ListItem["when"] = "always";
    for (let token = this.#peek(); token !== undefined && !ends(token); token = this.#peek()) {
      if (token.type === "operator" && token.text !== "(") {
        this.#at += 1;
        // A newline after && and || continues the list.
        if (token.text === "&&") when = "succeeded";
        else if (token.text === "||") when = "failed";
        else if (token.text !== "\n") when = "always";
        continue;
      }
      const negated = this.#take("!");
      items.push({ when, negated, pipeline: this.#pipeline(ends) });
      when = "always";
    }
    return items;
  }

  #pipeline(ends: (token: Token) => boolean): ShellNode[] {
    const nodes: ShellNode[] = [];
    for (;;) {
      nodes.push(this.#node(ends));
      const next = this.#peek();
      if (next?.type !== "operator" || next.text !== "|") return nodes;
      this.#at += 1;
      while (this.#isOperator("\n")) this.#at += 1;
    }
  }

  #node(ends: (token: Token) => boolean): ShellNode {
    if (this.#isOperator("(")) return this.#group((token) => token.type === "operator" && token.text === ")");
    const keyword = keywordOf(this.#peek());
    if (keyword === "{") return this.#group((token) => keywordOf(token) === "}");
    if (keyword !== undefined && openers.has(keyword)) return this.#compound();
    if (keyword === "function" || this.#startsFunction()) return this.#function(ends);
    return this.#command(ends);
  }

  #group(ends: (token: Token) => boolean): ShellNode {
    this.#at += 1;
    if (this.#depth >= maxDepth) return { type: "compound", words: [] };
    this.#depth += 1;
    const list = this.list(ends);
    this.#depth -= 1;
    this.#at += 1;
    return { type: "group", list };
  }

  #command(ends: (token: Token) => boolean): ShellNode {
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    const start = this.#at;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      if (token.type === "operator" || (words.length === 0 && this.#at > start && ends(token))) break;
      this.#at += 1;
      if (token.type === "word") words.push(token.word);
      else if (token.type === "hereDocument") redirections.push({ operator: "<<", body: token.body });
      else redirections.push({ operator: token.operator, target: this.#target() });
    }
    return { type: "command", words, redirections };
  }

  #target(): Word {
    const token = this.#peek();
    if (token?.type !== "word") return { parts: [], quoted: false };
    this.#at += 1;
    return token.word;
  }

  #compound(): ShellNode {
    const words: string[] = [];
    let depth = 0;
    let commandPosition = true;
    for (let token = this.#peek(); token !== undefined; token = this.#peek()) {
      this.#at += 1;
      const keyword: string | undefined = commandPosition ? keywordOf(token) : undefined;
      if (keyword !== undefined && openers.has(keyword)) depth += 1;
      if (keyword !== undefined && closers.has(keyword)) depth -= 1;
      if (token.type === "word") words.push(literalText(token.word) ?? "");
      if (depth === 0) break;
      commandPosition = token.type === "operator" || (keyword !== undefined && continuers.has(keyword));
    }
    return { type: "compound", words };
  }

  #startsFunction(): boolean {
    const [open, close] = [this.#tokens[this.#at + 1], this.#tokens[this.#at + 2]];
    return (
      this.#peek()?.type === "word" &&
      open?.type === "operator" &&
      open.text === "(" &&
      close?.type === "operator" &&
      close.text === ")"
    );
  }

  #function(ends: (token: Token) => boolean): ShellNode {
    const start = this.#at;
    while (this.#peek() !== undefined && keywordOf(this.#peek()) !== "{" && !this.#isOperator("\n")) this.#at += 1;
    while (this.#isOperator("\n")) this.#at += 1;
    if (keywordOf(this.#peek()) === "{") this.#node(ends);
    const words = this.#tokens
      .slice(start, this.#at)
      .flatMap((token) => (token.type === "word" ? [literalText(token.word) ?? ""] : []));
    return { type: "compound", words };
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #isOperator(text: string): boolean {
    const token = this.#peek();
    return token?.type === "operator" && token.text === text;
  }

  #take(keyword: string): boolean {
    if (keywordOf(this.#peek()) !== keyword) return false;
    this.#at += 1;
    return true;
  }
}

function keywordOf(token: Token | undefined): string | undefined {
  return token?.type === "word" && !token.word.quoted ? literalText(token.word) : undefined;
}
