import type { ConformanceReport } from "@capstan/testkit";
import { verdictOf } from "./verdict-of.ts";

/** How many cases came to what, in a sentence. */
export function summaryOf({ cases, counts }: ConformanceReport): string {
  const of = (wanted: string) => cases.filter((each) => verdictOf(each) === wanted).length;
  return [
    `${cases.length} cases: ${of("passed")} passed, ${of("broken")} with a broken rule, ${of("blocked")} could not be played, ${of("not observable")} cannot be observed.`,
    `Rules: ${counts.passed} passed, ${counts.broken} broken, ${counts.blocked} blocked, ${counts["not observable"]} not observable.`,
  ].join("\n");
}
