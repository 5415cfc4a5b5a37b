// npm run measure -- change-cost
import { execFileSync } from "node:child_process";
import process from "node:process";
import { optionsOf, script } from "@capstan/harness/script";
import { type Change, changes } from "./changes.ts";

const command = script(
  "Prints how many source files typical changes of an author touch, in two commits, by the lines that name the changed thing.",
)
  .option("--before <commit>", "the first commit", "949d47e")
  .option("--after <commit>", "the second commit", "HEAD")
  .option("--files", "also print the files, and how many lines of each name the changed thing", false);
const flags = optionsOf(command);

interface Found {
  readonly file: string;
  readonly lines: number;
}

/** The files with matching lines, and how many lines each has. */
function filesOf(commit: string, { pattern, paths }: Change["samples"][number]): Found[] {
  try {
    const found = execFileSync("git", ["grep", "-cE", pattern, commit, "--", ...paths], { encoding: "utf8" });
    return found
      .trim()
      .split("\n")
      .map((line) => line.slice(commit.length + 1).split(":"))
      .map(([file = "", lines]) => ({ file, lines: Number(lines) }));
  } catch (error) {
    // git grep exits with 1 where no line matches.
    if (error instanceof Error && "status" in error && error.status === 1) return [];
    throw error;
  }
}

function linesOf(found: readonly Found[]): number {
  return found.reduce((sum, { lines }) => sum + lines, 0);
}

function median(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

const rows = changes.map(({ name, samples }) => {
  const counts = [flags.before, flags.after].map((commit) => samples.map((sample) => filesOf(commit, sample)));
  const numbers = counts.map((found) => found.map((files) => files.length));
  if (flags.files) {
    for (const [index, sample] of samples.entries()) {
      const found = counts[1]?.[index] ?? [];
      const files = found.map(({ file, lines }) => `  ${file}: ${lines}\n`).join("");
      process.stdout.write(`${name}, ${sample.name}: ${found.length} files, ${linesOf(found)} lines\n${files}`);
    }
  }
  return line([
    name,
    ...numbers.flatMap((each) => [median(each), each.join(", ")]),
    samples.map((each) => each.name).join(", "),
  ]);
});
const head = line(["a new …", `files at ${flags.before}`, "each", `files at ${flags.after}`, "each", "counted by"]);
process.stdout.write(`${[head, line(["---", "---", "---", "---", "---", "---"]), ...rows].join("\n")}\n`);
