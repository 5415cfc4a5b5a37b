import type { ContractVersion, DynamicRuleId, ProviderRole } from "@capstan/contract";

/**
 * The verdict about a rule: `passed`; `broken`; `not observable`: the suite cannot see what it would need; `blocked`: the setup of the case
 * failed, or an earlier finding ended it.
 */
export type Verdict = "blocked" | "broken" | "not observable" | "passed";

/** The verdict of one case about one of its rules. */
export interface RuleVerdict {
  /** The rule, such as `BC-017`. */
  readonly rule: DynamicRuleId;
  /** The verdict. */
  readonly verdict: Verdict;
  /** Why it is not observable. */
  readonly reason?: string;
}

/** The observations of a case that failed, or whose setup failed. */
export interface FindingReport {
  /** The broken expectation. */
  readonly found: string;
  /** The provider's last requests; undefined if they are not observable. */
  readonly requests?: readonly string[];
  /** The objects at that time; Secrets with their keys only. */
  readonly objects: readonly object[];
}

/** The result of one case. */
export interface CaseReport {
  /** The tested kind. */
  readonly kind: string;
  /** The role of the kind in Cluster API. */
  readonly role: ProviderRole | "IPPool";
  /** The contract that the kind was tested against. */
  readonly contract: ContractVersion;
  /** The expected behavior, as a sentence about the object. */
  readonly expected: string;
  /** The rules of the case. */
  readonly rules: readonly RuleVerdict[];
  /** The observations, if the case failed. */
  readonly finding?: FindingReport;
  /** The duration in seconds. */
  readonly seconds: number;
}

/** The results of a provider. */
export interface ConformanceReport {
  /** Every played case, in the order of the kinds and of their cases. */
  readonly cases: readonly CaseReport[];
  /** The number of rules with each verdict; a rule in several cases counts each time. */
  readonly counts: Readonly<Record<Verdict, number>>;
  /** The rules that the suite cannot observe in any provider, with the reason. */
  readonly unobserved: Readonly<Partial<Record<DynamicRuleId, string>>>;
}
