import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { type RuleViolation } from "@capstan/contract";

/**
 * The exact reports of checks for each subject of a test: a text file alongside the test, with the subject on a line and its reports on
 * indented lines below. Authors of providers read these reports, so a person must agree with every line.
 *
 * After a change, `CAPSTAN_WRITE_REPORTS=1 npx vitest run <the test>` writes the file; review the diff.
 */
export class Reports {
  readonly #file: URL;
  readonly #bySubject: Map<string, string[]>;

  constructor(file: URL) {
    this.#file = file;
    this.#bySubject = existsSync(file) ? parse(readFileSync(file, "utf8")) : new Map<string, string[]>();
  }

  /** The file's report on a subject. @param found - the report to write into the file instead, if requested. */
  of(subject: string, found: readonly string[]): readonly string[] {
    const name = shortened(subject);
    if (process.env.CAPSTAN_WRITE_REPORTS === "1") {
      this.#bySubject.set(name, [...found]);
      writeFileSync(this.#file, format(this.#bySubject));
    }
    return this.#bySubject.get(name) ?? [`The file has no subject ${name}.`];
  }

  /** The subjects that the file lacks, and those that it has in addition. */
  differenceTo(subjects: readonly string[]): string[] {
    const [had, wanted] = [[...this.#bySubject.keys()], subjects.map(shortened)];
    return [...wanted.filter((each) => !had.includes(each)), ...had.filter((each) => !wanted.includes(each))];
  }
}

/** Formats a violation as a line, without the statement and the source of its rule, which the catalogue has. */
export function lineOf({ rule, level, object, path, expected, actual }: RuleViolation): string {
  const found = actual === undefined ? "nothing" : JSON.stringify(actual);
  return `${rule} ${level} in ${object} at ${path === "" ? "the whole" : path}: expected ${expected}; found ${found}`;
}

function shortened(subject: string): string {
  return subject.length <= 160 ? subject : `${subject.slice(0, 157)}...`;
}

function parse(text: string): Map<string, string[]> {
  const bySubject = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("  ")) lines.push(line.slice(2));
    else if (line !== "") bySubject.set(line, (lines = []));
  }
  return bySubject;
}

function format(bySubject: ReadonlyMap<string, readonly string[]>): string {
  const parts = Array.from(bySubject, ([subject, lines]) => [subject, ...lines.map((line) => `  ${line}`)].join("\n"));
  return `${parts.join("\n\n")}\n`;
}
