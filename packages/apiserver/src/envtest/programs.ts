import { chmodSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";

/** A program that envtest starts. */
export interface Program {
  /** By which envtest looks for it. */
  readonly name: string;
  /** What it answers to `--help`: envtest asks it which flags it has. */
  readonly help: string;
}

/** The second line of each, by which it is recognized. */
const mark = "# Written by capstan-apiserver envtest.";

/** A file that is in the way. The message says what to do. */
class ProgramInTheWayError extends Error {}

/**
 * Writes programs into a folder, for KUBEBUILDER_ASSETS: they start `main` with the Node that runs this. What was written there before
 * is replaced, and nothing else.
 *
 * @param main - path of the script that has the command lines of both.
 * @returns the paths.
 * @throws ProgramInTheWayError - there is a program of that name that was not written here.
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
    // Without starting Node: it is asked before every start.
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

/** For a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
