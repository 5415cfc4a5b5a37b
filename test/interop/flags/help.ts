/** A flag in the output of `--help`. */
export interface Flag {
  /** The default as printed, without quotes; empty if there is none. */
  readonly initial: string;
  readonly description: string;
}

/** Flags by name. */
export type Flags = ReadonlyMap<string, Flag>;

interface Style {
  /** The first line of a flag: its name and description. */
  readonly begins: RegExp;
  readonly initial: RegExp;
}

/** In the format of Go's pflag. */
const go: Style = { begins: /^ +(?:-\w, )?--([\w-]+)(?: \S+)? {2,}(.*)$/, initial: / ?\(default (.*)\)$/ };
/** In the format of commander. */
const commander: Style = {
  begins: /^ {2}(?:-\w, )?--([\w-]+)(?: <[^>]+>)? *(.*)$/,
  initial: / ?\((?:choices: [^()]*, )?default: (.*)\)$/,
};

function flagsOf(help: string, { begins, initial }: Style): Flags {
  const printed = new Map<string, string>();
  let name: string | undefined;
  for (const line of help.split("\n")) {
    const found = begins.exec(line);
    if (found === null) {
      if (name !== undefined) printed.set(name, `${printed.get(name) ?? ""} ${line.trim()}`.trim());
    } else {
      name = found[1] ?? "";
      printed.set(name, found[2] ?? "");
    }
  }
  const entries = [...printed].map(([flag, text]): [string, Flag] => {
    const value = (initial.exec(text)?.[1] ?? "").replace(/^"(.*)"$/, "$1");
    return [flag, { initial: ["[]", "false"].includes(value) ? "" : value, description: text.replace(initial, "") }];
  });
  return new Map(entries);
}

export const goFlags = (help: string): Flags => flagsOf(help, go);
export const ownFlags = (help: string): Flags => flagsOf(help, commander);
