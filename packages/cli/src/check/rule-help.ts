const pages = "https://github.com/capstan-sdk/capstan/blob/main/docs/rules.md";

/** The page that has all rules, or the place of one on it. */
export function helpOf(rule?: string): string {
  return rule === undefined ? pages : `${pages}#${rule.toLowerCase()}`;
}
