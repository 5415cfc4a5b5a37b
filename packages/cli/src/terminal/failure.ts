import process from "node:process";
import { printable } from "./printable.ts";

/** Reports on standard error why a command failed: one sentence, no stack. */
export function reportFailure(command: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`capstan ${command}: ${printable(message)}\n`);
}
