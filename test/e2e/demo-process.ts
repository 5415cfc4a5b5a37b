import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

export interface DemoResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `npm run demo` as a separate process, with its output in a pipe. */
export class DemoProcess {
  readonly child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #stdout = "";
  #stderr = "";
  readonly #waiting: { text: RegExp; resolve: () => void }[] = [];

  constructor(...argv: string[]) {
    this.child = spawn(process.execPath, ["--conditions=source", "packages/cli/src/main.ts", "demo", ...argv], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stdout?.on("data", (chunk: Buffer) => {
      this.#stdout += chunk.toString();
      for (const { text, resolve } of this.#waiting) if (text.test(this.#stdout)) resolve();
    });
    this.child.stderr?.on("data", (chunk: Buffer) => (this.#stderr += chunk.toString()));
    this.#ended = once(this.child, "close");
  }

  /** Standard output so far. */
  get printed(): string {
    return this.#stdout;
  }

  /** Resolves when standard output contains `text`, or the process has ended. */
  async prints(text: RegExp): Promise<void> {
    if (text.test(this.#stdout)) return;
    await Promise.race([new Promise<void>((resolve) => this.#waiting.push({ text, resolve })), this.#ended]);
  }

  /** The URL of its page, once it has printed that as JSON. @throws Error it has ended without printing it. */
  async pageUrl(): Promise<string> {
    const line = /"page":"([^"]+)"/;
    await this.prints(line);
    const [, url] = line.exec(this.#stdout) ?? [];
    if (url === undefined) throw new Error(`The demo has no page:\n${this.#stdout}${this.#stderr}`);
    return url;
  }

  async end(): Promise<DemoResult> {
    await this.#ended;
    return { status: this.child.exitCode, stdout: this.#stdout, stderr: this.#stderr };
  }

  /** The current temporary files of this process. */
  async temporaryFiles(): Promise<string[]> {
    return (await readdir(tmpdir())).filter((name) => name.startsWith(`capstan-demo-${this.child.pid ?? 0}-`));
  }
}

export function runDemo(...argv: string[]): Promise<DemoResult> {
  return new DemoProcess(...argv).end();
}
