// npm run measure -- author-lines
import { execFileSync } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { optionsOf, script } from "@capstan/harness/script";
import ts from "typescript";
import { codeLines } from "./lines/code-lines.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The smallest provider of each role, and a realistic one: folders of sources, or the first TypeScript block of a page. */
const providers = {
  "bootstrap, smallest": "examples/bootstrap-shell/src",
  "infrastructure, smallest": "packages/provider/README.md",
  "control plane, smallest": "examples/control-plane-managed/src",
  "machine pool, smallest": "examples/infrastructure-autoscaling-group/src",
  "infrastructure, realistic": "examples/infrastructure-rest-cloud/src",
} as const;

const command = script("Prints the lines of code of the example providers, now and at an earlier commit.").option(
  "--before <commit>",
  "the earlier commit",
  "HEAD",
);
const { before: earlier } = optionsOf(command);

process.stdout.write(`lines of code at ${earlier} and now, without blank lines and comments\n`);
for (const [provider, place] of Object.entries(providers)) {
  const [before, now] = [earlier, undefined].map((commit) => linesIn(place, commit));
  process.stdout.write(`${provider.padEnd(26)} ${String(before).padStart(5)} ${String(now).padStart(5)}  ${place}\n`);
}

/** For all sources of a provider, at a commit or in the working tree. */
function linesIn(place: string, commit: string | undefined): number {
  const sources = filesAt(place, commit).map((file) => sourceOf(file, commit));
  return sources.reduce((sum, source) => sum + codeLines(source), 0);
}

function filesAt(place: string, commit: string | undefined): string[] {
  const listed =
    commit === undefined
      ? git("ls-files", "--cached", "--others", "--exclude-standard", place)
      : git("ls-tree", "-r", "--name-only", commit, place);
  return listed.split("\n").filter((file) => /\.(ts|md)$/.test(file));
}

function sourceOf(file: string, commit: string | undefined): string {
  const text = commit === undefined ? (ts.sys.readFile(path.join(root, file)) ?? "") : git("show", `${commit}:${file}`);
  return file.endsWith(".md") ? (/```ts\n([^]*?)```/.exec(text)?.[1] ?? "") : text;
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" });
}
