import { spawn } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { list, oneOf, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { failureText, failuresIn, readReport } from "./report.ts";

const command = script(
  "Runs the suite in a random order, once for each seed, and prints a line for each run.",
  "Exits with 1 if a test failed. To repeat the order: npx vitest run --sequence.shuffle --sequence.seed=SEED",
)
  .option("--seeds <numbers>", "seeds separated by commas", list(wholeNumber(1)), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  .option(
    "--project <name>",
    "tests (those of npm test), long or nightly (default: all)",
    oneOf(["tests", "long", "nightly"]),
  );
const flags = optionsOf(command);
for (const seed of flags.seeds) await run(seed);

async function run(seed: number): Promise<void> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-shuffled-"));
  const file = path.join(folder.path, "report.json");
  const since = performance.now();
  const order = ["--sequence.shuffle", `--sequence.seed=${seed}`, "--reporter=json", `--outputFile.json=${file}`];
  const project = flags.project === undefined ? [] : ["--project", flags.project];
  const child = spawn("npx", ["vitest", "run", ...project, ...order], { stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const report = await readReport(file);
  const failures = failuresIn(report);
  if (code !== 0 || failures.length > 0 || report.numPassedTests === 0) process.exitCode = 1;
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report;
  const seconds = Math.round((performance.now() - since) / 1000);
  print(
    `seed ${seed}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s, vitest ended with ${code}`,
  );
  for (const failure of failures) print(`  ${failureText(failure)}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
