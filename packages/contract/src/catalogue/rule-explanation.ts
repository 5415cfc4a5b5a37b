/** The details of a rule. */
export interface RuleExplanation {
  /** The rule in detail, with its reasons. Undefined: the statement is sufficient. */
  readonly explanation?: string;
  /** The condition under which the rule applies. Undefined: it always applies. */
  readonly condition?: string;
  /** How the rule is checked. */
  readonly how: string;
  /** A scenario in which a running provider shows that it keeps the rule. */
  readonly scenario?: { readonly given: string; readonly when: string; readonly then: string };
}
