import process from "node:process";

/** Reports on standard error why a command could not be done: one sentence, no stack. */
export function reportFailure(command: string, error: unknown): void {
  process.stderr.write(`capstan ${command}: ${error instanceof Error ? error.message : String(error)}\n`);
}
