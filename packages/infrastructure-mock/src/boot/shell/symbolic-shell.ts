import { posix } from "node:path";
import type { Command } from "@capstan/bootstrap-data";
import { type ListItem, parseShell, type Redirection, type ShellNode } from "./parse-shell.ts";
import { expandWord, type Word } from "./word.ts";

/** Content of a file; undefined if only a real run would show it. */
export type FileContent = Buffer | undefined;

/** The environment in which a machine's commands are traced. */
export interface ShellHooks {
  /** Runs a program that the shell itself does not implement; returns whether it succeeds. */
  run(arguments_: readonly string[], files: ReadonlyMap<string, FileContent>): boolean;
  /** Called after a file was written or emptied. */
  wrote(path: string): void;
  /** Called for a skipped construct whose effect is unknown, with its words. */
  passedOver(words: readonly string[]): void;
}

interface Outcome {
  readonly succeeded: boolean;
  readonly output?: string;
}

const success: Outcome = { succeeded: true };
const maxNesting = 10;
const shells = new Set(["sh", "bash", "dash", "ash"]);
const prefixes = new Set(["sudo", "exec", "nohup", "command", "env", "time", "nice"]);

/** Thrown and caught inside this file: the script ends here. */
// eslint-disable-next-line errors/capstan-errors -- ends a script, inside this file
class Exit extends Error {
  readonly succeeded: boolean;
  constructor(succeeded: boolean) {
    super("exit");
    this.succeeded = succeeded;
  }
}

/**
 * Traces commands without running them: follows `&&`, `||`, `;`, pipes, groups, variables and redirections, writes files to a map, and
 * calls `hooks` for programs. Unknown commands succeed and have no effect.
 */
export class SymbolicShell {
  readonly #files: Map<string, FileContent>;
  readonly #hooks: ShellHooks;
  #nesting = 0;

  constructor(files: Map<string, FileContent>, hooks: ShellHooks) {
    this.#files = files;
    this.#hooks = hooks;
  }

  /** Runs commands one after the other. As in cloud-init, a failing command does not stop the next; an `exit` does. */
  runAll(commands: readonly Command[]): void {
    const variables = new Map<string, string>();
    this.#untilExit(() => {
      for (const command of commands) {
        if (typeof command !== "string") this.#program(command, variables, undefined);
        else if (command.startsWith("#!")) this.#script(command, []);
        else this.#list(parseShell(command), variables, undefined);
      }
      return success;
    });
  }

  #untilExit(run: () => Outcome): Outcome {
    try {
      return run();
    } catch (exit) {
      if (exit instanceof Exit) return { succeeded: exit.succeeded };
      throw exit;
    }
  }

  #script(text: string, arguments_: readonly string[]): Outcome {
    const [, interpreter = "sh"] = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(\S+)/.exec(text) ?? [];
    if (!shells.has(posix.basename(interpreter)) || this.#nesting >= maxNesting) {
      this.#hooks.passedOver(text.split(/\s+/));
      return success;
    }
    const variables = new Map(arguments_.map((argument, index) => [String(index + 1), argument]));
    this.#nesting += 1;
    const outcome = this.#untilExit(() => this.#list(parseShell(text), variables, undefined));
    this.#nesting -= 1;
    return outcome;
  }

  #list(items: readonly ListItem[], variables: Map<string, string>, input: string | undefined): Outcome {
    let last: Outcome = success;
    let output = "";
    items.forEach((item, index) => {
      if (item.when === "succeeded" && !last.succeeded) return;
      if (item.when === "failed" && last.succeeded) return;
      const outcome = this.#pipeline(item.pipeline, variables, input);
      last = { succeeded: item.negated ? !outcome.succeeded : outcome.succeeded };
      output += outcome.output ?? "";
      const tested = item.negated || (items[index + 1]?.when ?? "always") !== "always";
      if (!last.succeeded && !tested && variables.has("set -e")) throw new Exit(false);
    });
    return { succeeded: last.succeeded, output };
  }

  #pipeline(nodes: readonly ShellNode[], variables: Map<string, string>, input: string | undefined): Outcome {
    let outcome: Outcome = input === undefined ? success : { succeeded: true, output: input };
    for (const node of nodes) outcome = this.#node(node, variables, outcome.output);
    return outcome;
  }

  #node(node: ShellNode, variables: Map<string, string>, input: string | undefined): Outcome {
    if (node.type === "group") return this.#list(node.list, variables, input);
    if (node.type === "compound") {
      this.#hooks.passedOver(node.words);
      return success;
    }
    const words = node.words.flatMap((word) => this.#expand(word, variables));
    const redirected = this.#input(node.redirections, variables) ?? input;
    const outcome = this.#assignOrRun(words, variables, redirected);
    return this.#redirectOutput(node.redirections, variables, outcome);
  }

  #expand(word: Word, variables: ReadonlyMap<string, string>): string[] {
    const text = expandWord(word, variables);
    if (word.quoted) return [text];
    const expands = word.parts.some((part) => part.type !== "text");
    return expands ? text.split(/\s+/).filter((piece) => piece !== "") : [text];
  }

  #assignOrRun(words: readonly string[], variables: Map<string, string>, input: string | undefined): Outcome {
    const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
    if (first !== -1) return this.#program(words.slice(first), variables, input);
    for (const word of words) assign(word, variables);
    return success;
  }

  #program(words: readonly string[], variables: Map<string, string>, input: string | undefined): Outcome {
    const [program = "", ...rest] = withoutPrefixes(words);
    const name = posix.basename(program);
    switch (name) {
      case "exit":
        throw new Exit((rest[0] ?? "0") === "0");
      case "false":
        return { succeeded: false };
      case "set":
        if (rest.some((word) => /^-\w*e/.test(word) || word === "errexit")) variables.set("set -e", "");
        return success;
      case "export":
        for (const word of rest) assign(word, variables);
        return success;
      case "echo":
        return { succeeded: true, output: echo(rest) };
      case "printf":
        return { succeeded: true, output: printf(rest) };
      case "cat":
        return { succeeded: true, ...textOutput(this.#concatenate(rest, input)) };
      case "tee":
        for (const path of operands(rest)) this.#write(path, input, rest.includes("-a"));
        return { succeeded: true, ...textOutput(input) };
      case "touch":
        for (const path of operands(rest)) this.#write(path, "", true);
        return success;
      case "cp":
      case "mv":
      case "install":
        this.#copy(operands(rest));
        return success;
      case "rm":
        for (const path of operands(rest)) this.#files.delete(path);
        return success;
      default:
        return shells.has(name) || name === "source" || name === "."
          ? this.#shell(rest)
          : this.#otherProgram([program, ...rest]);
    }
  }

  #shell(arguments_: readonly string[]): Outcome {
    const flag = arguments_.findIndex((word) => /^-\w*c$/.test(word));
    if (flag !== -1) return this.#script(`#!/bin/sh\n${arguments_[flag + 1] ?? ""}`, []);
    const [path, ...rest] = operands(arguments_);
    const content = path === undefined ? undefined : this.#files.get(path);
    return content === undefined ? success : this.#script(`#!/bin/sh\n${content.toString("utf8")}`, rest);
  }

  #otherProgram(words: readonly string[]): Outcome {
    const content = this.#files.get(words[0] ?? "");
    if (content?.toString("latin1", 0, 2) === "#!") return this.#script(content.toString("utf8"), words.slice(1));
    return { succeeded: this.#hooks.run(words, this.#files) };
  }

  #concatenate(arguments_: readonly string[], input: string | undefined): string | undefined {
    const paths = operands(arguments_);
    if (paths.length === 0) return input;
    const contents = paths.map((path) => this.#files.get(path)?.toString("utf8"));
    return contents.includes(undefined) ? undefined : contents.join("");
  }

  #copy(paths: readonly string[]): void {
    const target = paths.at(-1);
    if (target === undefined || paths.length < 2) return;
    for (const path of paths.slice(0, -1)) {
      const into = target.endsWith("/") ? posix.join(target, posix.basename(path)) : target;
      this.#write(into, this.#files.get(path)?.toString("utf8"), false);
    }
  }

  #input(redirections: readonly Redirection[], variables: ReadonlyMap<string, string>): string | undefined {
    const last = redirections.findLast(({ operator }) => operator === "<" || operator === "<<");
    if (last === undefined) return undefined;
    if (last.operator === "<<") return expandWord(last.body, variables);
    return this.#files.get(expandWord(last.target, variables))?.toString("utf8");
  }

  #redirectOutput(
    redirections: readonly Redirection[],
    variables: ReadonlyMap<string, string>,
    outcome: Outcome,
  ): Outcome {
    const outputs = redirections.flatMap((one) => (one.operator === ">" || one.operator === ">>" ? [one] : []));
    for (const { operator, target } of outputs) {
      this.#write(expandWord(target, variables), outcome.output, operator === ">>");
    }
    return outputs.length === 0 ? outcome : { succeeded: outcome.succeeded };
  }

  #write(path: string, text: string | undefined, appends: boolean): void {
    const normal = posix.resolve("/", path);
    const before = appends ? (this.#files.get(normal) ?? Buffer.alloc(0)) : Buffer.alloc(0);
    this.#files.set(normal, text === undefined ? undefined : Buffer.concat([before, Buffer.from(text)]));
    this.#hooks.wrote(normal);
  }
}

function withoutPrefixes(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words;
  if (first === undefined) return words;
  const name = posix.basename(first);
  if (name === "timeout") return withoutPrefixes(withoutOptions(rest).slice(1));
  if (!prefixes.has(name)) return words;
  const program = withoutOptions(rest);
  const start = program.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return start === -1 ? words : withoutPrefixes(program.slice(start));
}

function withoutOptions(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !word.startsWith("-"));
  return start === -1 ? [] : words.slice(start);
}

function operands(words: readonly string[]): string[] {
  return words.filter((word) => !word.startsWith("-")).map((path) => posix.resolve("/", path));
}

function assign(word: string, variables: Map<string, string>): void {
  const at = word.indexOf("=");
  if (at > 0) variables.set(word.slice(0, at), word.slice(at + 1));
}

function textOutput(text: string | undefined): { output?: string } {
  return text === undefined ? {} : { output: text };
}

function echo(words: readonly string[]): string {
  const plain = words[0] === "-n" || words[0] === "-e" ? words.slice(1) : words;
  return `${plain.join(" ")}${words[0] === "-n" ? "" : "\n"}`;
}

function printf([format = "", ...values]: readonly string[]): string {
  let next = 0;
  return format
    .replace(/%[%sd]/g, (directive) => (directive === "%%" ? "%" : (values[next++] ?? "")))
    .replaceAll("\\n", "\n");
}
