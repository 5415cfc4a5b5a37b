import process from "node:process";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { SeededFault } from "@capstan/harness/faults";

/** The minimum number of faults that a run must try. */
const leastFaults = 40;

/** Prints a line for each seeded fault and each correct subject, and counts them: for `npm run measure -- seeded-faults`. */
export default class SeededFaultReporter implements Reporter {
  #faults = 0;
  #missed = 0;
  #correct = 0;
  #flagged = 0;
  readonly #rules = new Set<string>();

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === "skipped") return;
    const { seededFault, correct } = test.meta();
    const passed = state === "passed";
    if (seededFault !== undefined) this.#reportFault(seededFault, passed);
    if (correct !== undefined) {
      this.#correct += 1;
      if (!passed) this.#flagged += 1;
      print(`${passed ? "unflagged" : "FLAGGED  "}  ${correct}`);
    }
    if (!passed) for (const { message } of test.result().errors ?? []) print(`           ${message}`);
  }

  onTestModuleEnd({ children }: TestModule): void {
    for (const suite of children.suites()) {
      const tests = [...suite.children.allTests()];
      const isProvider =
        suite.name.includes("fulfills the provider contract") && !suite.name.startsWith("a hand-written");
      if (!isProvider || tests.length === 0) continue;
      const flagged = tests.filter((test) => test.result().state === "failed");
      this.#correct += 1;
      if (flagged.length > 0) this.#flagged += 1;
      print(`${flagged.length === 0 ? "unflagged" : "FLAGGED  "}  ${suite.name}: ${tests.length} tests`);
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) for (const { message } of module.errors()) print(`ERROR ${message}`);
    print(
      `${this.#faults} seeded faults that break ${this.#rules.size} rules: ${this.#faults - this.#missed} caught, ` +
        `${this.#missed} missed; ${this.#correct} correct subjects: ${this.#flagged} flagged`,
    );
    if (this.#faults < leastFaults || this.#correct === 0) {
      print(`At least ${leastFaults} faults and something correct have to be tried`);
      process.exitCode = 1;
    }
  }

  #reportFault({ fault, breaks: [rule = "", ...companions], caughtBy }: SeededFault, caught: boolean): void {
    this.#faults += 1;
    this.#rules.add(rule);
    if (!caught) this.#missed += 1;
    const more = companions.length === 0 ? "" : ` (with it ${companions.join(", ")})`;
    print(`${caught ? "caught   " : "MISSED   "}  ${rule.padEnd(7)}  ${fault}; by ${caughtBy}${more}`);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
