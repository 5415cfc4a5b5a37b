import process from "node:process";
import { jsonOption, list, optionsOf, script } from "@capstan/harness/script";
import { countHouse } from "./count-house.ts";
import { treeOf } from "./tree.ts";

const command = script(
  "Counts files, lines, words, folders and repeated lines of commits, side by side.",
  "Generated files, records and fixtures do not count.",
)
  .option("--at <commits>", "commits separated by commas", list(String), ["HEAD"])
  .option(...jsonOption);
const { at, json } = optionsOf(command);
const counts = at.map((commit) => [commit, countHouse(treeOf(commit, process.cwd()))] as const);

if (json) print(JSON.stringify(Object.fromEntries(counts)));
else {
  print(`${"".padEnd(40)}${at.map((commit) => commit.padStart(12)).join("")}`);
  for (const name of Object.keys(counts[0]?.[1] ?? {})) {
    print(`${name.padEnd(40)}${counts.map(([, of]) => String(of[name] ?? 0).padStart(12)).join("")}`);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
