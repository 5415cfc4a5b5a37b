import type { CodeBlock } from "./code-block.ts";

/** How a block is run: its tests by vitest, a program that goes on as a process, everything else by importing it. */
export type HowToRun = "tests" | "program" | "module" | "not run";

/**
 * How a block is run.
 *
 * @throws Error it cannot be run, and does not say so.
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
