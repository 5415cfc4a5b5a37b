import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Document, type Verdict } from "./verdict.ts";

const run = promisify(execFile);
const program = "/usr/bin/cloud-init";
const script = fileURLToPath(new URL("cloud-init-schema.py", import.meta.url));

/** How to install the program for this check. */
export const cloudInitInstallation = "apt-get install --no-install-recommends cloud-init";

/** The instance metadata that a machine's cloud would pass to cloud-init, for the Jinja in documents. */
const instanceData = { ds: { meta_data: { hostname: "machine-1", local_hostname: "machine-1" } } };

export interface CloudInitVerdicts {
  /** The verdict on each document after rendering, which cloud-init does before it parses one; in their order. */
  readonly rendered: readonly Verdict[];
  /** The verdict on the unrendered documents, and their number. */
  readonly asTheyAre: Readonly<Record<string, number>>;
  readonly version: string;
}

/** Runs `cloud-init schema` on every document; undefined where cloud-init is not installed. */
export async function cloudInitVerdicts(documents: readonly Document[]): Promise<CloudInitVerdicts | undefined> {
  if (!existsSync(program)) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), "cloud-init-"));
  try {
    const instance = path.join(folder, "instance-data.json");
    writeFileSync(instance, JSON.stringify(instanceData));
    const files = documents.map(({ text }, index) => {
      const file = path.join(folder, `${index}.yaml`);
      writeFileSync(file, text);
      return file;
    });
    const { stdout } = await run(interpreter(), [script, instance, ...files], { maxBuffer: 2 ** 28 });
    const answers = stdout
      .split("\n")
      .filter((line) => line !== "")
      .map(readAnswer);
    const { stdout: version } = await run(program, ["--version"]);
    return {
      rendered: answers.map(({ rendered }) => rendered),
      asTheyAre: countOf(answers.map(({ asItIs }) => asItIs ?? "accepted")),
      version: version.trim().replace(/^\S+ /, ""),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The Python of cloud-init, which has its modules. */
function interpreter(): string {
  return /^#!(\S+)/.exec(readFileSync(program, "utf8"))?.[1] ?? "/usr/bin/python3";
}

interface Answer {
  readonly asItIs: Verdict;
  readonly rendered: Verdict;
}

function readAnswer(line: string): Answer {
  const { asItIs, rendered } = JSON.parse(line) as { asItIs: string | null; rendered: string | null };
  return { asItIs: asItIs ?? undefined, rendered: rendered ?? undefined };
}

function countOf(strings: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of strings) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}
