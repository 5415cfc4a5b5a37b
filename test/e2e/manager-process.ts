import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { imageEnvironment } from "../../build/images/image-files.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** The commands that run as separate processes, by their entry files. */
export const managerCommands = {
  "capstan-core": "packages/core-controllers/src/main.ts",
  "capstan-bootstrap-kubeadm": "packages/bootstrap-kubeadm/src/main.ts",
  "capstan-infrastructure-docker": "packages/infrastructure-docker/src/main.ts",
  "capstan-infrastructure-mock": "packages/infrastructure-mock/src/main.ts",
  "capstan-apiserver": "packages/apiserver/src/main.ts",
} as const;

/** Tests run in parallel: endpoints that they do not request are disabled. Of a repeated flag, the last counts. */
const unserved = ["--health-addr=0", "--diagnostics-address=0"];

/** Options of {@link ManagerProcess}. */
export interface ManagerProcessOptions {
  /** Flags of Node itself. */
  readonly nodeFlags?: readonly string[];
  /**
   * The code to run: the sources, the output of `npm run build`, or the files of its image (`npm run build -- images`). Default: the
   * sources.
   */
  readonly from?: "sources" | "packages" | "images";
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A manager or the embedded API server as a separate process. Disposal stops it, and waits until it has ended. */
export class ManagerProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Set<() => void>();
  #output = "";

  constructor(name: keyof typeof managerCommands, argv: readonly string[], options: ManagerProcessOptions = {}) {
    const { nodeFlags = [], from = "sources", env = {} } = options;
    const source = managerCommands[name];
    const program = {
      sources: ["--conditions=source", source],
      packages: [source.replace(/\/src\/(.*)\.ts$/, "/dist/$1.js")],
      images: [`dist-images/${name}/${name}.mjs`],
    }[from];
    const flags = name === "capstan-apiserver" ? argv : [...unserved, ...argv];
    this.#child = spawn(process.execPath, [...nodeFlags, ...program, ...flags], {
      cwd: root,
      env: { ...process.env, ...(from === "images" ? imageEnvironment : {}), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#output += chunk.toString();
        for (const wake of this.#waiting) wake();
      });
    }
    this.#exited = once(this.#child, "close");
  }

  /** The whole output so far, for the message of a failing test. */
  get output(): string {
    return this.#output;
  }

  /** 0 if it could not be started. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Exit status; null while it runs, and if a signal ended it. */
  get status(): number | null {
    return this.#child.exitCode;
  }

  /**
   * Resolves with the match when it has printed `text`.
   *
   * @throws Error it has ended without printing it.
   */
  async prints(text: RegExp): Promise<RegExpExecArray> {
    await Promise.race([
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (text.test(this.#output)) resolve();
        };
        this.#waiting.add(look);
        look();
      }),
      this.#exited,
    ]);
    const match = text.exec(this.#output);
    if (match === null) throw new Error(`It ended without printing ${String(text)}:\n${this.#output}`);
    return match;
  }

  /** Resolves with the exit status once it has exited by itself. */
  async ended(): Promise<number | null> {
    await this.#exited;
    return this.#child.exitCode;
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#child.kill(signal);
    await this.#exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.running) await this.end("SIGKILL");
  }
}
