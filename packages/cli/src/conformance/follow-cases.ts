import process from "node:process";
import type { CaseReport } from "@capstan/testkit";
import { createLogUpdate } from "log-update";

/** Shows on a terminal how many cases have been played, and what was found so far. */
export function followCases(): {
  readonly ended: (report: CaseReport, progress: { readonly done: number; readonly of: number }) => void;
  readonly stop: () => void;
} {
  if (!process.stderr.isTTY) return { ended: () => undefined, stop: () => undefined };
  const live = createLogUpdate(process.stderr);
  let broken = 0;
  live("Starting the provider …");
  return {
    ended: ({ kind, expected, rules }, { done, of }) => {
      if (rules.some(({ verdict }) => verdict === "broken")) broken += 1;
      live(`${done} of ${of} cases, ${broken} with a broken rule; the last one: ${kind} ${expected}`);
    },
    stop: () => {
      live.clear();
      live.done();
    },
  };
}
