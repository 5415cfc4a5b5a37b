/** How binding a rule is. */
export type RuleLevel = "MUST" | "SHOULD" | "MAY";

/** A rule of the provider contract, as data. */
export interface RuleInfo {
  /** Stable id, such as `BC-005`. */
  readonly id: string;
  readonly title: string;
  readonly level: RuleLevel;
  /** The contract version under which the rule holds. */
  readonly contract: "v1beta1" | "v1beta2" | "both";
  /** What the rule is about: kinds by their role, or `RBAC`, `Provider components`, `clusterctl`. */
  readonly appliesTo: readonly string[];
  /** Document and heading, below docs/book/src/developer/providers of kubernetes-sigs/cluster-api; or a source file. */
  readonly source: string;
  /** The rule in one line. */
  readonly statement: string;
}
