import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

const root = path.resolve(import.meta.dirname, "../../..");

/** A line of `capstan dev --json`. */
export interface DevEvent {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** `capstan dev --json` as a separate process. */
export class DevProcess implements AsyncDisposable {
  readonly child: ChildProcess;
  readonly #ended: Promise<unknown>;
  /** Events that the test has not taken yet. */
  readonly #events: DevEvent[] = [];
  #wake: () => void = () => undefined;
  stderr = "";

  constructor(folder: string, ...argv: string[]) {
    const program = ["--conditions=source", path.join(root, "packages/cli/src/main.ts")];
    this.child = spawn(process.execPath, [...program, "dev", folder, "--json", ...argv], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (this.child.stdout !== null) {
      createInterface({ input: this.child.stdout }).on("line", (line) => {
        this.#events.push(JSON.parse(line) as DevEvent);
        this.#wake();
      });
    }
    this.child.stderr?.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.#ended = once(this.child, "close").then(() => {
      this.#wake();
    });
  }

  /** Takes the next matching event, and those before it. @throws Error - the process has ended without one. */
  async next(event: string, isMeant: (event: DevEvent) => boolean = () => true): Promise<DevEvent> {
    for (;;) {
      const index = this.#events.findIndex((each) => each.event === event && isMeant(each));
      const found = this.#events[index];
      if (found !== undefined) {
        this.#events.splice(0, index + 1);
        return found;
      }
      if (this.child.exitCode !== null) throw new Error(`capstan dev has ended without ${event}: ${this.stderr}`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Presses Ctrl-C. @returns the exit status. */
  async interrupt(): Promise<number | null> {
    this.child.kill("SIGINT");
    await this.#ended;
    return this.child.exitCode;
  }

  async end(): Promise<number | null> {
    await this.#ended;
    return this.child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode === null) await this.interrupt();
  }
}

/** Whether the folder of an ended `capstan dev` still exists. */
export function isLeft(kubeconfig: string): boolean {
  return existsSync(path.dirname(kubeconfig));
}
