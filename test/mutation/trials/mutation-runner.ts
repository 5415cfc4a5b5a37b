import { appendFileSync, readFileSync } from "node:fs";
import process from "node:process";
import { type RunnerTestCase, TestRunner } from "vitest";
import { type Plan, planVariable, type TestTrials, type TrialEvent } from "./plan.ts";
import { Switches, switchesKey } from "./switches.ts";
import { testKey } from "./test-key.ts";

const plan = JSON.parse(readFileSync(process.env[planVariable] ?? "", "utf8")) as Plan;
const switches = new Switches();
Object.defineProperty(globalThis, switchesKey, { value: switches, configurable: true });

/** Mutants that a test has killed already. */
const killed = new Set<number>();

/**
 * Runs each test once for each mutant that it should try, and once more without a mutant after each kill: if it then fails, the mutant has
 * left some state behind, and later results of the test do not count. A repetition is Vitest's own, so that all hooks run around each.
 */
export default class MutationRunner extends TestRunner {
  #repetition = 0;
  #noticed = false;
  #unsound = false;
  #since = 0;

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#unsound = false;
    if (plan.trials === undefined) return;
    const trials = this.#trialsOf(test).mutants.filter((mutant) => !killed.has(mutant));
    if (trials.length === 0) test.mode = "skip";
    else Object.assign(test, { repeats: 2 * trials.length - 1, retry: 0 });
    test.meta = { ...test.meta, trials } as typeof test.meta;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): void {
    super.onBeforeTryTask(test, options);
    this.#repetition = options.repeats;
    this.#since = performance.now();
    switches.switchOff();
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (plan.trials === undefined) {
      await run();
      return;
    }
    const mutant = this.#mutantOf(test);
    const isControl = this.#repetition % 2 === 1;
    if (this.#unsound || (isControl ? !this.#noticed : killed.has(mutant))) {
      this.#noticed = false;
      return;
    }
    if (isControl) await this.#control(test, run, mutant);
    else await this.#try(test, run, mutant);
  }

  override onAfterRetryTask(test: RunnerTestCase, options: { retry: number; repeats: number }): Promise<void> {
    if (plan.trials === undefined) this.#noteReach(test);
    else if (test.result?.state === "fail" && this.#repetition % 2 === 0) this.#noticed ||= this.#noteFailedHook(test);
    return super.onAfterRetryTask(test, options);
  }

  async #try(test: RunnerTestCase, run: () => unknown, mutant: number): Promise<void> {
    note({ type: "begun", test: keyOf(test), mutant });
    switches.switchOn(mutant, this.#trialsOf(test).limit);
    try {
      await run();
      this.#noticed = false;
    } catch {
      this.#noticed = true;
      killed.add(mutant);
    } finally {
      switches.switchOff();
    }
    note({ type: "ended", test: keyOf(test), mutant, killed: this.#noticed });
  }

  async #control(test: RunnerTestCase, run: () => unknown, mutant: number): Promise<void> {
    this.#noticed = false;
    try {
      await run();
    } catch {
      this.#unsound = true;
      note({ type: "unsound", test: keyOf(test), mutant });
    }
  }

  /** A function that runs after a test, for example one that disposes of its environment, detected the mutant. */
  #noteFailedHook(test: RunnerTestCase): boolean {
    const mutant = this.#mutantOf(test);
    if (this.#unsound || killed.has(mutant)) return this.#noticed;
    killed.add(mutant);
    note({ type: "ended", test: keyOf(test), mutant, killed: true });
    return true;
  }

  #noteReach(test: RunnerTestCase): void {
    if (test.result?.state === "fail") return;
    const mutants = [...switches.asked];
    const ms = performance.now() - this.#since;
    note({ type: "reached", test: keyOf(test), ms, calls: switches.calls, mutants });
  }

  #mutantOf(test: RunnerTestCase): number {
    const { trials } = test.meta as { trials?: readonly number[] };
    return trials?.[Math.floor(this.#repetition / 2)] ?? -1;
  }

  #trialsOf(test: RunnerTestCase): TestTrials {
    return plan.trials?.[keyOf(test)] ?? { mutants: [], limit: Infinity };
  }
}

function keyOf(test: RunnerTestCase): string {
  return testKey(test.file.name, test.fullTestName);
}

function note(event: TrialEvent): void {
  appendFileSync(plan.events, `${JSON.stringify(event)}\n`);
}
