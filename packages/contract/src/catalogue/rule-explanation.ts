/** What there is to say about a rule beyond its statement. */
export interface RuleExplanation {
  /** The rule at length, with its reasons. Absent: the statement says it all. */
  readonly explanation?: string;
  /** The rule holds only where this is true. Absent: it always holds. */
  readonly condition?: string;
  /** How it is checked. */
  readonly how: string;
  /** How a running provider shows that it keeps the rule. */
  readonly scenario?: { readonly given: string; readonly when: string; readonly then: string };
}
