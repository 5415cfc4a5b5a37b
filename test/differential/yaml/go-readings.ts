import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

/** What Go makes of a string: JSON, or an error. */
export interface GoReading {
  readonly value?: unknown;
  readonly error?: string;
}

/** A string read in both modes of `sigs.k8s.io/yaml`. */
export interface GoReadings {
  readonly lenient: GoReading;
  readonly strict: GoReading;
}

/** Has `sigs.k8s.io/yaml` read strings; Go has to be installed. */
export async function goReadings(strings: readonly string[]): Promise<readonly GoReadings[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-yaml-"));
  const program = path.join(folder.path, "yaml");
  const env = { ...process.env, GOFLAGS: "", CGO_ENABLED: "0" };
  const cwd = path.join(import.meta.dirname, "go");
  await promisify(execFile)("go", ["build", "-mod=readonly", "-buildvcs=false", "-o", program, "."], { cwd, env });
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const printed = text(child.stdout);
  child.stdin.end(strings.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const lines = (await printed).trimEnd().split("\n");
  await ended;
  return lines.map((line) => JSON.parse(line) as GoReadings);
}
