const pages = "https://github.com/capstan-sdk/capstan/blob/main/docs/rules.md";

/** The documentation page of all rules, or its anchor of one rule. */
export function helpOf(rule?: string): string {
  return rule === undefined ? pages : `${pages}#${rule.toLowerCase()}`;
}
