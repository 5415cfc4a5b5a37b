// The last step of .ci/run: runs the files with failures again, each alone, and prints the result of the suite.
//
// judge.ts <report of Vitest's reporter json> <exit status of Vitest> <why tests were skipped>
import { spawn } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { failureText, failuresIn, readReport, type Report } from "./report.ts";
import { isUncleanEnd, mostFlaky, verdictOf } from "./verdict.ts";

/** If more files fail, the cause is not a busy machine. */
const mostRetried = 8;

const [report = "", status = "1", skipped = ""] = process.argv.slice(2);
const first = await readReport(report);
const files = [...new Set(failuresIn(first).map(({ file }) => file))];
const again = new Map<string, Report>();
if (files.length <= mostRetried) {
  for (const file of files) {
    const alone = await runAlone(file);
    if (alone !== undefined) again.set(file, alone);
  }
}
const verdict = verdictOf(first, again, isUncleanEnd(Number(status), first));

for (const failure of verdict.flaky) print(`FLAKY ${failureText(failure)}`);
if (verdict.flaky.length > mostFlaky) print(`More than ${mostFlaky} tests passed only at their second try.`);
for (const failure of verdict.failures) print(`FAILED ${failureText(failure)}`);
if (first.numPendingTests > 0) print(`${first.numPendingTests} skipped: ${skipped}`);
print(`${verdict.passed} passed, ${verdict.failed} failed`);
process.exitCode = verdict.failed > 0 || verdict.passed === 0 ? 1 : 0;

/** `undefined`: it ended with an error outside of any test. */
async function runAlone(file: string): Promise<Report | undefined> {
  print(`Again, alone: ${file}`);
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-again-"));
  const output = path.join(folder.path, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  const child = spawn("npx", ["vitest", "run", file, ...reporters], { stdio: "inherit" });
  const code = await new Promise((resolve) => child.once("close", resolve));
  const alone = await readReport(output).catch(() => undefined);
  return code !== 0 && alone !== undefined && failuresIn(alone).length === 0 ? undefined : alone;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
