import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A step of the road in the report. */
export interface Step {
  /** The provider; `all` for all providers. */
  readonly role: string;
  readonly step: string;
  readonly seconds: number;
  /** The number of commands that the author types for it. */
  readonly commands: number;
}

/** Measures the time of steps, and prints their output only if they fail. */
export class Steps {
  readonly taken: Step[] = [];
  readonly #report: (line: string) => void;

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** A command that the author types. */
  async command(role: string, command: readonly [string, ...string[]], cwd: string, step?: string): Promise<string> {
    const [program, ...argv] = command;
    const label = step ?? command.join(" ");
    return this.timed(role, label, 1, async () => {
      try {
        return (await promisify(execFile)(program, argv, { cwd, maxBuffer: 64 * 1024 * 1024 })).stdout;
      } catch (error) {
        const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
        throw new Error(`${role}: ${command.join(" ")} failed\n${stdout}${stderr}`, { cause: error });
      }
    });
  }

  /** Any other step that takes time. */
  async timed<T>(role: string, step: string, commands: number, work: () => Promise<T>): Promise<T> {
    const begin = performance.now();
    const result = await work();
    this.note({ role, step, seconds: (performance.now() - begin) / 1_000, commands });
    return result;
  }

  /** A step that was run elsewhere. */
  note({ role, step, seconds, commands }: Step): void {
    const rounded = Math.round(seconds * 10) / 10;
    this.taken.push({ role, step, seconds: rounded, commands });
    this.#report(`${rounded.toFixed(1).padStart(6)} s  ${role.padEnd(14)}  ${step}`);
  }
}
