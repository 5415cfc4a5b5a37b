import { readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";

/** The fields of Vitest's `json` report that are read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  /** The absolute path of the file. */
  readonly name: string;
  readonly status: string;
  /** When its first test began and its last ended, in milliseconds. */
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

/** A test that failed, or a file none of whose tests could run. */
export interface Failure {
  /** Relative to the working directory. */
  readonly file: string;
  /** `undefined`: the file could not be loaded. */
  readonly test: string | undefined;
  /** The first line of the error. */
  readonly message: string;
}

export async function readReport(file: string): Promise<Report> {
  return JSON.parse(await readFile(file, "utf8")) as Report;
}

export function failuresIn({ testResults }: Report): Failure[] {
  return testResults.filter(({ status }) => status === "failed").flatMap(failuresOf);
}

function failuresOf({ name, assertionResults }: FileResult): Failure[] {
  const file = path.relative(process.cwd(), name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  if (failed.length === 0) return [{ file, test: undefined, message: "did not run" }];
  return failed.map(({ fullName, failureMessages: [message = ""] }) => ({
    file,
    test: fullName,
    message: message.split("\n", 1)[0] ?? "",
  }));
}

/** For people, in one or two lines. */
export function failureText({ file, test, message }: Failure): string {
  return test === undefined ? `${file}: ${message}` : `${file}: ${test}\n    ${message}`;
}
