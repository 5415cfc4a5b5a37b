import path from "node:path";
import { patienceMs } from "@capstan/harness/patience";
import { applyToFiles } from "./files.ts";
import { type Step, stepsOf } from "./page.ts";
import { seenOnPage } from "./seen-on-page.ts";
import { notPrinted, ShellCommand } from "./shell.ts";
import type { Place, World } from "./world.ts";

/** The time limit until a running command prints the lines on the page, or until a cluster reaches the shown state, in milliseconds. */

/** A completed step, and its duration. */
export interface TakenStep {
  readonly section: string;
  /** The command, if the reader types one. */
  readonly command?: string;
  readonly seconds: number;
}

/** Follows a tutorial as its reader would, beginning in an empty folder. */
export class Walk implements AsyncDisposable {
  readonly taken: TakenStep[] = [];
  readonly #world: World;
  #place: Place;
  /** Output of the last command that has ended. */
  #output = "";
  #goingOn: ShellCommand | undefined;
  /** The command that shows a cluster whose state is still changing, if that was the last step. */
  #look: string | undefined;

  constructor(world: World, folder: string) {
    this.#world = world;
    this.#place = { cwd: folder, variables: { ...world.variables, NO_COLOR: "1", CI: "true" } };
  }

  /**
   * @param onSection - called after each section that has steps.
   * @throws Error the result differs from the page; with the line of the page.
   */
  async walk(page: string, onSection?: (section: string, taken: readonly TakenStep[]) => void): Promise<void> {
    const steps = stepsOf(page);
    for (const [index, step] of steps.entries()) {
      const { section, line } = step;
      const begin = performance.now();
      await this.#take(step).catch((error: unknown) => {
        throw new Error(`Line ${line}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      });
      const seconds = (performance.now() - begin) / 1_000;
      this.taken.push({ section, seconds, ...(step.do === "run" ? { command: step.command } : {}) });
      if (steps[index + 1]?.section !== section)
        onSection?.(
          section,
          this.taken.filter((each) => each.section === section),
        );
    }
    if (this.#goingOn !== undefined) throw new Error("The page ends while a command goes on; interrupt it.");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#goingOn?.[Symbol.asyncDispose]();
  }

  async #take(step: Step): Promise<void> {
    if (step.do === "see") return this.#see(step.lines);
    this.#look = undefined;
    switch (step.do) {
      case "run":
        if (step.goesOn) this.#start(step.command);
        else await this.#run(step.command);
        return;
      case "interrupt":
        await this.#goingOn?.interrupt();
        this.#goingOn = undefined;
        return;
      case "look":
        return seenOnPage(this.#printed(/The page.*: (?<found>\S+)/), step.lines, patienceMs);
      case "write":
      case "change":
      case "read":
        return applyToFiles(step, this.#place.cwd);
    }
  }

  async #run(command: string): Promise<void> {
    this.#output = await this.#outputOf(command);
    this.#look = command.startsWith("npx capstan describe") ? command : undefined;
  }

  async #outputOf(command: string): Promise<string> {
    const { folder } = /^cd (?<folder>\S+)$/.exec(command)?.groups ?? {};
    if (folder !== undefined) {
      this.#place = { ...this.#place, cwd: path.resolve(this.#place.cwd, folder) };
      return "";
    }
    if (command.startsWith("export KUBECONFIG=")) {
      const KUBECONFIG = this.#printed(/--kubeconfig (?<found>\S+)/);
      this.#place = { ...this.#place, variables: { ...this.#place.variables, KUBECONFIG } };
      return "";
    }
    await using running = new ShellCommand(this.#world.translate(command), this.#place);
    await running.succeeded();
    await this.#world.afterwards(command, this.#place);
    return running.output;
  }

  /** The part of the running command's output that a reader copies. */
  #printed(pattern: RegExp): string {
    const { found } = pattern.exec(this.#goingOn?.output ?? "")?.groups ?? {};
    if (found === undefined) throw new Error(`Nothing has printed ${pattern.source}`);
    return found;
  }

  #start(command: string): void {
    if (this.#goingOn !== undefined) throw new Error("Another command still goes on; interrupt it");
    this.#goingOn = new ShellCommand(this.#world.translate(command), this.#place);
  }

  /** Waits for lines in the output of the last command, or of the running one. */
  async #see(lines: readonly string[]): Promise<void> {
    const missing = (): readonly string[] => notPrinted(lines, this.#output);
    const end = performance.now() + patienceMs;
    while (this.#look !== undefined && missing().length > 0 && performance.now() < end) {
      this.#output = await this.#outputOf(this.#look);
    }
    if (missing().length === 0) return;
    if (this.#goingOn === undefined || this.#look !== undefined) {
      throw new Error(`Not printed:\n${missing().join("\n")}\nbut:\n${this.#output}`);
    }
    await this.#goingOn.seen(lines, patienceMs);
  }
}
