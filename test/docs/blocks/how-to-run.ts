import type { CodeBlock } from "./code-block.ts";

/** How a block runs: its tests with vitest, a long-running program as a process, everything else as an import. */
export type HowToRun = "tests" | "program" | "module" | "not run";

/**
 * How a block runs.
 *
 * @throws Error it cannot run, and states no reason.
 */
export function howToRun({ given, code, noRun, place }: CodeBlock): HowToRun {
  if (noRun !== undefined) return "not run";
  if (/^\s*(export )?declare /m.test(given + code)) {
    throw new Error(
      `${place} takes for granted what is only declared: define it, or write <!-- no-run: reason --> above it`,
    );
  }
  if (/\b(test|describeProviderContract)\(/.test(code)) return "tests";
  return /\b(runProvider|runManager|runCore|manager\.start)\(/.test(code) ? "program" : "module";
}
