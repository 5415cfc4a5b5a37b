import process from "node:process";

/** Prints the result of a scenario as one quotable line. */
export function summarize(scenario: string, facts: readonly string[]): void {
  process.stdout.write(`${scenario}: ${facts.join("; ")}\n`);
}
