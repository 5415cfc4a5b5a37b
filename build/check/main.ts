// npm run check: everything that needs no test. oxlint checks types, too. Every failure is printed as soon as its step ends.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import process from "node:process";
import { optionsOf, script } from "@capstan/harness/script";

interface Step {
  readonly name: string;
  readonly program: string;
  readonly argv: readonly string[];
}

const root = path.resolve(import.meta.dirname, "../..");
const npm = (...argv: readonly string[]): Step => ({
  name: `npm run ${argv.join(" ")}`,
  program: "npm",
  argv: ["run", "--silent", ...argv],
});

/** Steps of one lane run one after another. */
const lanes: readonly (readonly Step[])[] = [
  [
    { name: "oxlint, types", program: "oxlint", argv: ["."] },
    { name: "prettier", program: "prettier", argv: ["--cache", "--check", "--log-level", "warn", "."] },
    { name: "words in pages", program: "node", argv: ["lint/words-in-pages.js"] },
  ],
  [
    { name: "eslint", program: "eslint", argv: ["."] },
    { name: "knip", program: "knip", argv: [] },
    npm("packages", "--", "api"),
    npm("docs", "--", "comments"),
  ],
];

optionsOf(
  script(
    "Finds unused code and errors of types, lint and format, and compares the public API and its comments.",
    "Exits with 1 if a step failed. Each step runs even if another one failed.",
  ),
);
const passed = await Promise.all(lanes.map(runLane));
process.exitCode = passed.flat().every(Boolean) ? 0 : 1;

async function runLane(steps: readonly Step[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const step of steps) results.push(await runStep(step));
  return results;
}

async function runStep({ name, program, argv }: Step): Promise<boolean> {
  const since = performance.now();
  const bin = path.join(root, "node_modules/.bin");
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(path.delimiter) };
  const child = spawn(program, argv, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  await once(child, "close");
  const isPassed = child.exitCode === 0;
  const seconds = Math.round((performance.now() - since) / 1_000);
  process.stdout.write(`${isPassed ? "passed" : "FAILED"} ${String(seconds).padStart(4)} s  ${name}\n`);
  process.stdout.write(Buffer.concat(output));
  return isPassed;
}
