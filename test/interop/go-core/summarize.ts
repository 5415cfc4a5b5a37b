import process from "node:process";

/** Prints what a scenario came to, as one line to be quoted. */
export function summarize(scenario: string, facts: readonly string[]): void {
  process.stdout.write(`${scenario}: ${facts.join("; ")}\n`);
}
