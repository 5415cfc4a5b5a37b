import type { CaseReport, Verdict } from "@capstan/testkit";

const worstFirst: readonly Verdict[] = ["broken", "blocked", "passed", "not observable"];

/** The verdict of a case: broken if a rule is broken; passed if there was an observation and no problem. */
export function verdictOf({ rules }: Pick<CaseReport, "rules">): Verdict {
  return worstFirst.find((verdict) => rules.some((each) => each.verdict === verdict)) ?? "not observable";
}
