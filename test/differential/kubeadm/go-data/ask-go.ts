import { execFile, spawn } from "node:child_process";
import { copyFile, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The Go provider's answer to a question; `error` if its packages refuse it. */
export interface GoAnswer {
  readonly data?: string;
  readonly config?: unknown;
  readonly findings?: readonly string[];
  readonly error?: string;
}

/**
 * Runs the packages of the Go kubeadm bootstrap provider to answer; requires Go.
 *
 * @param assets - the folder with the provider's manager, from which the versions of the packages are read.
 */
export async function askGo(questions: readonly object[], assets: string): Promise<readonly GoAnswer[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-go-data-"));
  const program = path.join(folder.path, "data");
  await writeFile(path.join(folder.path, "go.mod"), await moduleFile(assets));
  await copyFile(path.join(import.meta.dirname, "go/main.go"), path.join(folder.path, "main.go"));
  const env = { ...process.env, CGO_ENABLED: "0" };
  await run("go", ["build", "-mod=mod", "-o", program, "."], { cwd: folder.path, env });
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const printed = text(child.stdout);
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(""));
  const lines = (await printed).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as GoAnswer);
}

/** The modules that the manager was built from. */
async function moduleFile(assets: string): Promise<string> {
  const { stdout } = await run("go", ["version", "-m", path.join(assets, "kubeadm-bootstrap-manager")]);
  const required: string[] = [];
  const replaced: string[] = [];
  for (const line of stdout.split("\n")) {
    const [kind, name = "", version = ""] = line.trim().split("\t");
    if (kind === "mod" || kind === "dep") required.push(`${name} ${version}`);
    if (kind === "=>") replaced.push(`${required.at(-1)?.split(" ")[0] ?? ""} => ${name} ${version}`);
  }
  return [
    "module capstan.invalid/go-data",
    "go 1.26.0",
    ...required.map((module) => `require ${module}`),
    ...replaced.map((module) => `replace ${module}`),
    "",
  ].join("\n");
}
