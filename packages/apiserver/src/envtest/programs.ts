import { chmodSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** A program that envtest starts. */
export interface Program {
  /** The name under which envtest looks for it. */
  readonly name: string;
  /** Its answer to `--help`, from which envtest reads the supported flags. */
  readonly help: string;
}

/** The second line of each program, which identifies it. */
const mark = "# Written by capstan-apiserver envtest.";

/** A file is in the way. The message has the remedy. */
class ProgramInTheWayError extends Error {}

/**
 * Writes programs into a folder, for KUBEBUILDER_ASSETS: they start `main` with the current Node. Replaces only programs that this function
 * has written.
 *
 * @param main - the path of the script with the command lines of both programs.
 * @returns the paths.
 * @throws ProgramInTheWayError - another program has the same name.
 */
export function writePrograms(folder: string, main: string, programs: readonly Program[]): string[] {
  mkdirSync(folder, { recursive: true });
  const files = programs.map(({ name }) => path.join(folder, name));
  for (const file of files) checkPlace(file);
  for (const [index, program] of programs.entries()) {
    const file = files[index] ?? "";
    writeFileSync(file, scriptOf(program, main));
    chmodSync(file, 0o755);
  }
  return files;
}

function scriptOf({ name, help }: Program, main: string): string {
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", main, name].map(quoted).join(" ");
  return [
    "#!/bin/sh",
    mark,
    // Does not start Node, because envtest calls it before every start.
    `if [ "$1" = --help ]; then echo ${quoted(help)}; exit; fi`,
    `exec ${command} "$@"`,
    "",
  ].join("\n");
}

function checkPlace(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isFile() && readFileSync(file, "latin1").startsWith(`#!/bin/sh\n${mark}\n`)) return;
  throw new ProgramInTheWayError(
    `${file} exists and was not written by capstan-apiserver envtest; name another folder, or remove it`,
  );
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
