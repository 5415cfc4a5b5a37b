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
  .option("--files", "also print the files", false);
const flags = optionsOf(command);

function filesOf(commit: string, { pattern, paths }: Change["samples"][number]): string[] {
  try {
    const found = execFileSync("git", ["grep", "-lE", pattern, commit, "--", ...paths], { encoding: "utf8" });
    return found
      .trim()
      .split("\n")
      .map((line) => line.slice(commit.length + 1));
  } catch (error) {
    // git grep exits with 1 where no line matches.
    if (error instanceof Error && "status" in error && error.status === 1) return [];
    throw error;
  }
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
      process.stdout.write(`${name}, ${sample.name}:\n  ${(counts[1]?.[index] ?? []).join("\n  ")}\n`);
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
