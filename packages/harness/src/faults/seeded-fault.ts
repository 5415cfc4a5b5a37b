import type { TaskMeta, TestContext } from "vitest";

/** A provider, or one of its files, that deliberately breaks a rule of the contract. */
export interface SeededFault {
  /** The fault. */
  readonly fault: string;
  /** The rule that it breaks, and the rules that are inevitably broken with it. */
  readonly breaks: readonly string[];
  /** The check that must detect it. */
  readonly caughtBy: string;
}

declare module "vitest" {
  interface TaskMeta {
    /** The test passes if the fault is caught. */
    seededFault?: SeededFault;
    /** The test passes if there is no finding. */
    correct?: string;
  }
}

/** Adds a fault to the list of the seeded-fault run; the test that calls it fails unless the fault is caught. */
export function listFault({ task }: Pick<TestContext, "task">, fault: SeededFault): void {
  const meta: TaskMeta = task.meta;
  meta.seededFault = fault;
}

/** Adds a correct subject to the list of the seeded-fault run; the test that calls it fails if there is a finding. */
export function listCorrect({ task }: Pick<TestContext, "task">, what: string): void {
  const meta: TaskMeta = task.meta;
  meta.correct = what;
}
