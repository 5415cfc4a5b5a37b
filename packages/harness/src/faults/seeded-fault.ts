import type { TaskMeta, TestContext } from "vitest";

/** A provider, or a file of one, that was made to break a rule of the contract. */
export interface SeededFault {
  /** What is wrong. */
  readonly fault: string;
  /** The rule it was made to break, and those that cannot but be broken with it. */
  readonly breaks: readonly string[];
  /** What has to notice. */
  readonly caughtBy: string;
}

declare module "vitest" {
  interface TaskMeta {
    /** The test passes if the fault is caught. */
    seededFault?: SeededFault;
    /** The test passes if nothing is found wrong with this. */
    correct?: string;
  }
}

/** Has the seeded-fault run list a fault; the test that calls it fails unless the fault is caught. */
export function listFault({ task }: Pick<TestContext, "task">, fault: SeededFault): void {
  const meta: TaskMeta = task.meta;
  meta.seededFault = fault;
}

/** Has the seeded-fault run list something correct; the test that calls it fails if anything is found wrong with it. */
export function listCorrect({ task }: Pick<TestContext, "task">, what: string): void {
  const meta: TaskMeta = task.meta;
  meta.correct = what;
}
