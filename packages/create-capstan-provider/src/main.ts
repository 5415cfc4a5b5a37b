#!/usr/bin/env node
import process from "node:process";
import { run } from "./run.ts";
import { terminalAsk } from "./terminal.ts";

const context = {
  write: (text: string) => process.stdout.write(text),
  writeError: (text: string) => process.stderr.write(text),
  cwd: process.cwd(),
};
const interrupted = new AbortController();
process.once("SIGINT", () => {
  interrupted.abort();
});

try {
  if (process.stdin.isTTY && process.stdout.isTTY) {
    using terminal = terminalAsk(process.stdin, process.stdout, interrupted.signal);
    process.exitCode = await run(process.argv.slice(2), { ...context, ask: terminal.ask });
  } else {
    process.exitCode = await run(process.argv.slice(2), context);
  }
} catch (error) {
  const aborted = error instanceof Error && error.name === "AbortError";
  process.stderr.write(
    aborted ? "\nNothing was written.\n" : `${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = aborted ? 130 : 1;
}
