import { type ContractVersion } from "../versions/contract-version.ts";

/** The level of a rule. */
export type RuleLevel = "MUST" | "SHOULD" | "MAY";

/**
 * Where a check can detect a broken rule: in a CRD, in the components file, in the files of a release, in a running provider, or by manual
 * review only.
 */
export type RuleCheck = "static-crd" | "static-components" | "static-artifacts" | "dynamic" | "manual";

/** A rule of the provider contract, as data; the key is its id. */
export interface CatalogueEntry {
  /** The rule in a few words. */
  readonly title: string;
  /** The level of the rule. */
  readonly level: RuleLevel;
  /** The contract version that has the rule. */
  readonly contract: ContractVersion | "both";
  /** The subjects of the rule: kinds by their role, or `RBAC`, `Provider components`, `clusterctl`. */
  readonly appliesTo: readonly string[];
  /** The rule in one line of at most 140 characters. */
  readonly statement: string;
  /**
   * The sources of the rule, the primary source first: a document below docs/book/src/developer/providers of kubernetes-sigs/cluster-api
   * (`@tag`: at an older tag) and its heading; or a source file.
   */
  readonly sources: readonly [string, ...string[]];
  /** The kinds of checks that detect a violation. */
  readonly checks: readonly RuleCheck[];
}
