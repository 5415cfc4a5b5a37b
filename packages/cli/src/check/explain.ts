import { checkedRules, type RuleInfo, staticRules } from "@capstan/contract";

/** A static rule with what is known of it. */
export interface Explanation extends RuleInfo {
  /** Whether a check of its own looks for it; otherwise others stand in, or it only permits something. */
  readonly isChecked: boolean;
}

/**
 * What a rule says and where it comes from.
 *
 * @throws RangeError `capstan check` has no rule of that id.
 */
export function explain(id: string): Explanation {
  const found = staticRules.find((rule) => rule.id === id.toUpperCase());
  if (found !== undefined) return { ...found, isChecked: checkedRules.has(found.id) };
  const family = staticRules.filter((rule) => rule.id.split("-")[0] === id.toUpperCase().split("-")[0]);
  const known = family.length > 0 ? family.map((rule) => rule.id).join(", ") : "see docs/rules.md";
  throw new RangeError(`${id} is no static rule; those of its kind: ${known}. Others show only in a running provider.`);
}

/** The rule for people. */
export function renderExplanation({ id, title, level, contract, ...rule }: Explanation): string {
  const lines = {
    level: contract === "both" ? level : `${level}, under contract ${contract}`,
    says: rule.statement,
    "applies to": rule.appliesTo.join(", "),
    source: rule.source,
    checked: rule.isChecked ? "by a check of its own" : "by other rules, or there is nothing to check",
  };
  const body = Object.entries(lines).map(([name, text]) => `  ${name.padEnd(10)}  ${text}`);
  return [`${id}  ${title}`, ...body].join("\n");
}
