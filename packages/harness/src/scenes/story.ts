import { test } from "vitest";

type Step = (title: string, run: () => Promise<void> | void) => void;

/**
 * A test in steps that build on each other, each a test of its own. A step takes those before it first, once in all, so
 * that any order and any selection of the tests shows the same. What follows a failed step fails with it.
 */
export function story(): Step {
  let before: () => Promise<void> = () => Promise.resolve();
  return (title, run) => {
    const earlier = before;
    let outcome: Promise<void> | undefined;
    const reach = (): Promise<void> => (outcome ??= earlier().then(run));
    before = () =>
      reach().catch((cause: unknown) => {
        throw new Error(`the step before failed: ${title}`, { cause });
      });
    test(title, reach);
  };
}
