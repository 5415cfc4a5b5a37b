import process from "node:process";
import { createLogUpdate } from "log-update";

/** A completed case. */
export interface EndedCase {
  /** The kind under test, or `core`. */
  readonly about: string;
  readonly expected: string;
  readonly isBroken: boolean;
}

/** Shows on a terminal the number of completed cases, and the findings so far. */
export function followCases(): {
  readonly ended: (played: EndedCase, progress: { readonly done: number; readonly of: number }) => void;
  readonly stop: () => void;
} {
  if (!process.stderr.isTTY) return { ended: () => undefined, stop: () => undefined };
  const live = createLogUpdate(process.stderr);
  let broken = 0;
  live("Starting …");
  return {
    ended: ({ about, expected, isBroken }, { done, of }) => {
      if (isBroken) broken += 1;
      live(`${done} of ${of} cases, ${broken} with a broken rule; last: ${about} ${expected}`);
    },
    stop: () => {
      live.clear();
      live.done();
    },
  };
}
