import type { ContractVersion, DynamicRuleId, ProviderRole } from "@capstan/contract";

/**
 * What was found out about a rule: `passed`; `broken`; `not observable`, for want of something that the suite would have to see; `blocked`:
 * what the case begins with did not come about, or an earlier finding ended it.
 */
export type Verdict = "blocked" | "broken" | "not observable" | "passed";

/** What one case found out about one of its rules. */
export interface RuleVerdict {
  /** Such as `BC-017`. */
  readonly rule: DynamicRuleId;
  /** What was found out. */
  readonly verdict: Verdict;
  /** Why it could not be observed. */
  readonly reason?: string;
}

/** What was seen where a case did not hold, or could not be played. */
export interface FindingReport {
  /** What is not so. */
  readonly found: string;
  /** The provider's last requests; undefined if the suite does not see them. */
  readonly requests?: readonly string[];
  /** The objects as they were then; of Secrets only the keys. */
  readonly objects: readonly object[];
}

/** How one case went. */
export interface CaseReport {
  /** The kind that was tried. */
  readonly kind: string;
  /** What the kind is to Cluster API. */
  readonly role: ProviderRole;
  /** The contract that it was held to. */
  readonly contract: ContractVersion;
  /** What is expected, as a sentence about the object. */
  readonly expected: string;
  /** The rules of the case. */
  readonly rules: readonly RuleVerdict[];
  /** What was seen, unless all is well. */
  readonly finding?: FindingReport;
  /** How long it took. */
  readonly seconds: number;
}

/** How a provider keeps the contract. */
export interface ConformanceReport {
  /** Every case that was played, in the order of the kinds and of their cases. */
  readonly cases: readonly CaseReport[];
  /** How many rules have each verdict; one that several cases try counts each time. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The rules that the suite cannot observe in any provider, with the reason. */
  readonly unobserved: Readonly<Partial<Record<DynamicRuleId, string>>>;
}
