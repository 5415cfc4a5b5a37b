import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

/** The output of a command on a terminal, with times. */
export interface Recording {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the command started, and its output at that time. */
  readonly output: readonly (readonly [atMs: number, text: string])[];
}

/**
 * Runs a command on a terminal, created by `script` of util-linux, and records its output.
 *
 * @throws Error the command failed.
 */
export async function record(command: string, size: { columns: number; rows: number }): Promise<Recording> {
  const { columns, rows } = size;
  const began = performance.now();
  const inTerminal = `stty cols ${columns} rows ${rows}; exec ${command}`;
  const child = spawn("script", ["--quiet", "--flush", "--return", "--command", inTerminal, "/dev/null"], {
    env: { ...process.env, TERM: "xterm-256color", FORCE_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output: [number, string][] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push([performance.now() - began, text]));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
  return { columns, rows, output };
}
