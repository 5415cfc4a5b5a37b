import { test } from "vitest";

type Step = (title: string, run: () => Promise<void> | void) => void;

/**
 * A test in steps that build on each other, each a test of its own. A step first runs the steps before it, each only once, so that any
 * order and any selection of the tests gives the same result. Steps after a failed step fail with it.
 *
 * @param timeout - for all steps together, because any of them may run first. Default: 300,000 ms.
 */
export function story(timeout = 300_000): Step {
  let before: () => Promise<void> = () => Promise.resolve();
  return (title, run) => {
    const earlier = before;
    let outcome: Promise<void> | undefined;
    const reach = (): Promise<void> => (outcome ??= earlier().then(run));
    before = () =>
      reach().catch((cause: unknown) => {
        throw new Error(`the step before failed: ${title}`, { cause });
      });
    test(title, { timeout }, reach);
  };
}
