import type { Argument, Command, Option } from "commander";

/** The completions of the word before the cursor. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  /** Whether the shell completes files, too: the word is a path. */
  readonly files: boolean;
}

/** A word, and its description. */
interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

const nothing: Completion = { candidates: [], files: false };

/**
 * The next words according to the declaration of the program: commands, options, the choices of values, and files where a value is a path.
 *
 * @param words - all words after the name of the program; the last one, which may be empty, is being typed.
 */
export function completionOf(program: Command, words: readonly string[]): Completion {
  const typed = words.at(-1) ?? "";
  const { command, position, pending, isEnded } = readWords(program, words.slice(0, -1));
  if (pending !== undefined) return startingWith(typed, valuesOf(pending));
  if (isEnded) return { candidates: [], files: true };
  const [flag, value] = splitOnce(typed, "=");
  if (value !== undefined) return valuesAfter(flag, value, command);
  if (typed.startsWith("-")) return startingWith(typed, optionsOf(command));
  if (command.commands.length > 0) return startingWith(typed, commandsOf(command));
  const argument = argumentAt(command, position);
  return argument === undefined ? nothing : startingWith(typed, valuesOf(argument));
}

interface ReadWords {
  readonly command: Command;
  /** The number of arguments so far. */
  readonly position: number;
  /** The option that takes the next word as its value. */
  readonly pending: Option | undefined;
  /** After `--`, the next words are unknown. */
  readonly isEnded: boolean;
}

function readWords(program: Command, words: readonly string[]): ReadWords {
  let command = program;
  let position = 0;
  let pending: Option | undefined;
  for (const word of words) {
    if (pending !== undefined) pending = undefined;
    else if (word === "--") return { command, position, pending, isEnded: true };
    else if (word.startsWith("-")) pending = word.includes("=") ? undefined : optionWithValue(command, word);
    else {
      const next = subcommand(command, word);
      if (next === undefined) position += 1;
      else command = next;
    }
  }
  return { command, position, pending, isEnded: false };
}

function subcommand(command: Command, word: string): Command | undefined {
  return command.commands.find((each) => each.name() === word || each.aliases().includes(word));
}

function optionWithValue(command: Command, flag: string): Option | undefined {
  const option = command.options.find(({ short, long }) => short === flag || long === flag);
  return option !== undefined && (option.required || option.optional) ? option : undefined;
}

function argumentAt(command: Command, position: number): Argument | undefined {
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  return registeredArguments[position] ?? (last?.variadic === true ? last : undefined);
}

function commandsOf(command: Command): Completion {
  const candidates = command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ word: each.name(), meaning: each.description() }));
  return { candidates, files: false };
}

function optionsOf(command: Command): Completion {
  const options = command.createHelp().visibleOptions(command);
  const candidates = options.map(({ long, short, description }) => ({
    word: long ?? short ?? "",
    meaning: description,
  }));
  return { candidates, files: false };
}

/** Values with a name for paths, `<file>`, are files. Other values have choices or are unknown. */
function valuesOf(declared: Option | Argument): Completion {
  const candidates = (declared.argChoices ?? []).map((word) => ({ word, meaning: "" }));
  return { candidates, files: /\b(?:files?|folders?|modules?|paths?)\b/.test(nameOf(declared)) };
}

function nameOf(declared: Option | Argument): string {
  return "flags" in declared ? declared.flags.replace(/^[^<[]*/, "") : declared.name();
}

function valuesAfter(flag: string, typed: string, command: Command): Completion {
  const option = optionWithValue(command, flag);
  if (option === undefined) return nothing;
  const { candidates, files } = startingWith(typed, valuesOf(option));
  return { candidates: candidates.map((each) => ({ ...each, word: `${flag}=${each.word}` })), files };
}

function startingWith(typed: string, { candidates, files }: Completion): Completion {
  return { candidates: candidates.filter(({ word }) => word.startsWith(typed)), files };
}

function splitOnce(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 || !text.startsWith("-") ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
