import path from "node:path";
import process from "node:process";
import { jsonOption, optionsOf, script } from "@capstan/harness/script";
import { readRecord as readBreaks } from "../../breaks/record.ts";
import { readRecord as readMutants } from "../../mutation/record/record.ts";
import { moduleScores } from "../../mutation/record/score.ts";
import { readReport } from "../report.ts";
import { earnedBy } from "./earned.ts";

const command = script(
  "Lists the test files of a run: seconds, tests, and what no other file notices.",
  "Mutants count if no other file notices any of their module; rows of the specification and rules, if no other file shows them broken. " +
    "The records are those of `npm run measure -- mutants` and `npm run measure -- breaks`.",
)
  .option(
    "--report <file>",
    "Vitest's JSON report: npm test -- --reporter=json --outputFile.json=<file>",
    "reports/tests.json",
  )
  .option(...jsonOption);
const { report, json } = optionsOf(command);

const { testResults } = await readReport(report).catch((error: unknown): never => {
  process.stderr.write(`error: ${report} cannot be read: ${String(error)}\nName Vitest's JSON report by --report.\n`);
  process.exit(1);
});
const files = testResults.map(({ name, startTime, endTime, assertionResults }) => ({
  file: path.relative(process.cwd(), name),
  seconds: (endTime - startTime) / 1000,
  tests: assertionResults.length,
}));
const record = readMutants();
const modules = [...moduleScores(record)].map(([module, { killed }]) => ({
  killed,
  tests: record.tests[module] ?? [],
}));
const all = earnedBy(files, modules, readBreaks());

if (json) process.stdout.write(`${JSON.stringify(all)}\n`);
else {
  process.stdout.write("seconds  tests mutants   rows  file\n");
  for (const { file, seconds, tests, mutants, rows } of all) {
    const figures = [tests, mutants, rows].map((figure) => String(figure).padStart(7)).join("");
    process.stdout.write(`${seconds.toFixed(1).padStart(7)}${figures}  ${file}\n`);
  }
}
