import { CommandLineError } from "@capstan/runtime";
import {
  checkedRules,
  explanationOf,
  isRuleId,
  type RuleCheck,
  type RuleExplanation,
  type RuleInfo,
  ruleInfo,
  rules,
} from "@capstan/contract";

/** A rule with its explanation. */
export interface Explanation extends RuleInfo, RuleExplanation {
  /** Whether a check of `capstan check` covers it. Otherwise other rules cover it, or it is observed elsewhere, or it permits something. */
  readonly isChecked: boolean;
}

const places: Readonly<Record<RuleCheck, string>> = {
  "static-crd": "CRDs",
  "static-components": "the components file",
  "static-artifacts": "a release",
  dynamic: "a running provider",
  manual: "a review by a person",
};

/**
 * The statement and the source of a rule.
 *
 * @param id - in upper or lower case.
 * @throws {@link CommandLineError} no rule has that id.
 */
export function explain(id: string): Explanation {
  const known = id.toUpperCase();
  if (isRuleId(known)) {
    return { ...ruleInfo(known), ...explanationOf(known), isChecked: checkedRules.has(known) };
  }
  const family = rules.filter((rule) => rule.id.split("-")[0] === known.split("-")[0]).map((rule) => rule.id);
  throw new CommandLineError(
    `${id} is not a rule; ${family.length > 0 ? `rules with this prefix: ${family.join(", ")}` : "see docs/rules.md"}.`,
  );
}

/** Formats a rule for people. */
export function renderExplanation({ id, title, level, contract, scenario, ...rule }: Explanation): string {
  const lines = {
    level: contract === "both" ? level : `${level}, under contract ${contract}`,
    says: rule.statement,
    "at length": rule.explanation,
    "only if": rule.condition,
    "applies to": rule.appliesTo.join(", "),
    source: rule.sources.join(`\n${" ".repeat(14)}`),
    checked: `${rule.isChecked ? "by capstan check; " : ""}shows in ${rule.checks.map((check) => places[check]).join(" and ")}`,
    how: rule.how,
    given: scenario?.given,
    when: scenario?.when,
    then: scenario?.then,
  };
  const body = Object.entries(lines).map(([name, text]) => (text === undefined ? "" : `  ${name.padEnd(10)}  ${text}`));
  return [`${id}  ${title}`, ...body.filter((line) => line !== "")].join("\n");
}
