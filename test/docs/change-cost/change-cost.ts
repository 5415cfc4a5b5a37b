// npm run change:cost -- [--before <commit>] [--after <commit>] [--files]: how many source files a change touches that somebody will
// want to make, counted in two commits by the lines that name what is to be changed.
import { execFileSync } from "node:child_process";
import process from "node:process";
import { parseArgs } from "node:util";
import { type Change, changes } from "./changes.ts";

const { values } = parseArgs({
  options: {
    before: { type: "string", default: "949d47e" },
    after: { type: "string", default: "HEAD" },
    files: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

function filesOf(commit: string, { pattern, paths }: Change["samples"][number]): string[] {
  try {
    const found = execFileSync("git", ["grep", "-lE", pattern, commit, "--", ...paths], { encoding: "utf8" });
    return found
      .trim()
      .split("\n")
      .map((line) => line.slice(commit.length + 1));
  } catch (error) {
    // git grep ends with 1 where no line is found.
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

if (values.help) {
  process.stdout.write("npm run change:cost -- [--before COMMIT] [--after COMMIT] [--files]\n");
} else {
  const rows = changes.map(({ name, samples }) => {
    const counts = [values.before, values.after].map((commit) => samples.map((sample) => filesOf(commit, sample)));
    const numbers = counts.map((found) => found.map((files) => files.length));
    if (values.files) {
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
  const head = line(["a new …", `files at ${values.before}`, "each", `files at ${values.after}`, "each", "counted by"]);
  process.stdout.write(`${[head, line(["---", "---", "---", "---", "---", "---"]), ...rows].join("\n")}\n`);
}
