import type { CaseReport, Verdict } from "@capstan/testkit";

const worstFirst: readonly Verdict[] = ["broken", "blocked", "passed", "not observable"];

/** What a case comes to: broken if a rule is; passed if something was observed and nothing is wrong. */
export function verdictOf({ rules }: Pick<CaseReport, "rules">): Verdict {
  return worstFirst.find((verdict) => rules.some((each) => each.verdict === verdict)) ?? "not observable";
}
