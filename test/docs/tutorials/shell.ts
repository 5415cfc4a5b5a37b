import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import type { Place } from "./world.ts";

/** A command of a reader: it runs with its child processes in its own process group. */
export class ShellCommand implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #command: string;
  #output = "";
  /** The position up to which {@link seen} has read. */
  #read = 0;
  #wake: () => void = () => undefined;
  readonly #ended: Promise<unknown>;
  #hasEnded = false;

  constructor(command: string, { cwd, variables }: Place) {
    this.#command = command;
    this.#child = spawn("bash", ["-ec", command], {
      cwd,
      env: { ...withoutOurs(process.env), ...variables },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output += stripVTControlCharacters(chunk.toString());
        this.#wake();
      });
    }
    this.#ended = once(this.#child, "close").then(() => {
      this.#hasEnded = true;
      this.#wake();
    });
  }

  /** The whole output so far. */
  get output(): string {
    return this.#output;
  }

  /** @throws Error it fails; with its output. */
  async succeeded(): Promise<void> {
    await this.#ended;
    if (this.#child.exitCode !== 0) throw new Error(`${this.#command} has failed:\n${this.#output}`);
  }

  /**
   * Waits until it has printed these lines since the last call.
   *
   * @throws Error it ends, or does not print them within `limitMs`.
   */
  async seen(lines: readonly string[], limitMs: number): Promise<void> {
    const late = AbortSignal.timeout(limitMs);
    late.addEventListener("abort", () => {
      this.#wake();
    });
    for (;;) {
      const missing = notPrinted(lines, this.#output.slice(this.#read));
      if (missing.length === 0) break;
      if (late.aborted || this.#hasEnded) {
        throw new Error(`${this.#command} does not print:\n${missing.join("\n")}\nbut:\n${this.#output}`);
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    this.#read = this.#output.length;
  }

  /** Ctrl-C. */
  async interrupt(): Promise<void> {
    await this.#end("SIGINT");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end("SIGTERM");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#hasEnded && this.#child.pid !== undefined) process.kill(-this.#child.pid, signal);
    await this.#ended;
  }
}

/** The lines that are missing in an output; `…` matches anything, and any number of spaces matches one. */
export function notPrinted(lines: readonly string[], output: string): readonly string[] {
  const printed = output.split("\n").map(withSingleSpaces);
  return lines.filter((line) => {
    const pattern = new RegExp(withSingleSpaces(line).split("…").map(escaped).join(".*"));
    return !printed.some((each) => pattern.test(each));
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function withSingleSpaces(line: string): string {
  return line.trim().replaceAll(/\s+/g, " ");
}

/** Removes the variables that a test runner and npm set for their own processes, and the servers that a reader does not have. */
function withoutOurs(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(?!config_)|VITEST|VITE_|CAPSTAN_|NODE_ENV$|NODE_OPTIONS$|KUBEBUILDER_ASSETS$|KUBECONFIG$|FORCE_COLOR$)/;
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !ours.test(name)));
}
